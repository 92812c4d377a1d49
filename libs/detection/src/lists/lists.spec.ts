import { areaCodeLength, bankBinLength, isProvince, isRegion, MAINLAND_PROVINCES } from './lists';

describe('number lists', () => {
  it('knows regions of today and of before, and no others', () => {
    expect(['110105', '110103', '440308', '830000'].map(isRegion)).toEqual([true, true, true, true]);
    expect(['000000', '119999', '999999'].map(isRegion)).toEqual([false, false, false]);
  });

  it('knows every province as a region of its own, which look-alikes have', () => {
    expect(MAINLAND_PROVINCES).toHaveLength(31);
    for (const province of MAINLAND_PROVINCES)
      expect(isProvince(province) && isRegion(`${province}0000`)).toBe(true);
  });

  it('knows issuers by prefix and length', () => {
    expect(bankBinLength('6217000012345678907')).toBe(6);
    expect(bankBinLength('621700001234567')).toBe(0);
    expect(bankBinLength('0000000000000000')).toBe(0);
  });

  it('knows area codes', () => {
    expect(['01062345678', '075523456789', '0999', '09'].map(areaCodeLength)).toEqual([3, 4, 4, 0]);
  });
});

import { openValue, originalIndex, sealValue, surrogateIndex, type Binding } from './cipher';
import { tenantKeys } from './tokenstore.fixture';

const keys = tenantKeys('a');
const index = originalIndex(keys, 'CN_MOBILE', '13812345678');
const binding: Binding = { type: 'CN_MOBILE', role: 'surrogate', index };

describe('a sealed value', () => {
  it('opens where it was sealed', () => {
    expect(openValue(keys, sealValue(keys, '16907608145', binding), 1, binding)).toBe('16907608145');
  });

  it.each<[string, Binding]>([
    ['row', { ...binding, index: originalIndex(keys, 'CN_MOBILE', '13912345678') }],
    ['type', { ...binding, type: 'CN_ID_CARD' }],
    ['role', { ...binding, role: 'original' }],
  ])('does not open in another %s', (_, moved) => {
    expect(() => openValue(keys, sealValue(keys, '16907608145', binding), 1, moved)).toThrow();
  });

  it('does not open for another tenant, even under the same key', () => {
    const sealed = sealValue(keys, '16907608145', binding);
    expect(() => openValue({ ...keys, tenantId: 'b' }, sealed, 1, binding)).toThrow();
    expect(() => openValue(tenantKeys('b'), sealed, 1, binding)).toThrow();
  });

  it('opens under an older key version as long as that is kept', () => {
    const sealed = sealValue(keys, '16907608145', binding);
    const rotated = { ...keys, dataVersion: 2, data: new Map([...keys.data, [2, Buffer.alloc(32, 9)]]) };
    expect(openValue(rotated, sealed, 1, binding)).toBe('16907608145');
    expect(() => openValue(rotated, sealed, 2, binding)).toThrow();
    expect(() => openValue(rotated, sealed, 3, binding)).toThrow();
  });
});

describe('a blind index', () => {
  it('is the same for equal values of a type and a tenant only', () => {
    expect(originalIndex(keys, 'CN_MOBILE', '13812345678')).toEqual(index);
    expect(originalIndex(keys, 'CN_LANDLINE', '13812345678')).not.toEqual(index);
    expect(originalIndex(tenantKeys('b'), 'CN_MOBILE', '13812345678')).not.toEqual(index);
    expect(surrogateIndex(keys, '13812345678')).not.toEqual(index);
  });
});

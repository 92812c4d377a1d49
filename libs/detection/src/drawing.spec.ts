import { daysInMonth, drawDigits, drawSameMask, sharesRun } from './drawing';
import { seededDrawSource } from '../testing/seeded-draw-source';

describe('drawing', () => {
  it('keeps a mask', () => {
    expect(drawSameMask('Ab-12 张𠮷', seededDrawSource('a'))).toMatch(/^[A-Z][a-z]-\d\d \p{Script=Han}{2}$/u);
    expect(drawDigits(5, seededDrawSource('a'))).toMatch(/^\d{5}$/);
    expect(drawDigits(-1, seededDrawSource('a'))).toBe('');
  });

  it('sees six characters in a row', () => {
    expect(sharesRun('13812345678', '99123456')).toBe(true);
    expect(sharesRun('13812345678', '99123459')).toBe(false);
    expect(sharesRun('12345', '12345')).toBe(false);
  });

  it.each([
    [2024, 2, 29],
    [1900, 2, 28],
    [2000, 2, 29],
    [2023, 4, 30],
    [2023, 12, 31],
  ])('%i-%i has %i days', (year, month, days) => expect(daysInMonth(year, month)).toBe(days));
});

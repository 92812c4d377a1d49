import { isWordBreak } from './word-break';

it.each([
  ['行李总重', 1, false],
  ['请李总批示', 1, true],
  ['请李总批示', 3, true],
  ['李总理', 2, false],
  ['老李子树', 2, false],
  ['问李先生好', 1, true],
  ['abc', 1, true],
  ['李', 0, true],
  ['李', 1, true],
])('tells for %s whether a word ends before place %d', (text, place, isBreak) => {
  expect(isWordBreak(text, place)).toBe(isBreak);
  expect(
    isWordBreak(`很长的一段话在前面，${text}，后面还有一段话`, place + '很长的一段话在前面，'.length),
  ).toBe(isBreak);
});

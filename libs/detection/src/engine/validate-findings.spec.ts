import { areValidFindings } from './validate-findings';

const finding = { type: 'PERSON', start: 0, end: 2, confidence: 0.9, sensitivity: 'medium', secret: false };
const inputs = [{ text: '张伟𠮷好' }];

describe('areValidFindings', () => {
  it.each([
    ['nothing found', [[]]],
    ['one finding', [[finding]]],
    ['two that touch', [[finding, { ...finding, start: 2, end: 4 }]]],
    ['a lone surname', [[{ ...finding, end: 1, form: 'surname' }]]],
  ])('accepts %s', (_case, answer) => {
    expect(areValidFindings(answer, inputs)).toBe(true);
  });

  it.each([
    ['no answer', undefined],
    ['a list too few', []],
    ['a list too many', [[], []]],
    ['no list', [{}]],
    ['no finding', [[null]]],
    ['an empty span', [[{ ...finding, end: 0 }]]],
    ['a span outside the text', [[{ ...finding, end: 6 }]]],
    ['a negative start', [[{ ...finding, start: -1 }]]],
    ['a start that is no integer', [[{ ...finding, start: 0.5 }]]],
    ['a span that begins inside a code point', [[{ ...finding, start: 3, end: 5 }]]],
    ['a span that ends inside a code point', [[{ ...finding, end: 3 }]]],
    ['an overlap', [[finding, { ...finding, start: 1, end: 4 }]]],
    ['the wrong order', [[{ ...finding, start: 2, end: 4 }, finding]]],
    ['a score above one', [[{ ...finding, confidence: 1.1 }]]],
    ['a score that is no number', [[{ ...finding, confidence: NaN }]]],
    ['no type', [[{ ...finding, type: '' }]]],
    ['an unknown sensitivity', [[{ ...finding, sensitivity: 'some' }]]],
    ['an unknown form', [[{ ...finding, form: 'title' }]]],
  ])('refuses %s', (_case, answer) => {
    expect(areValidFindings(answer, inputs)).toBe(false);
  });
});

import { accepts } from './accept';

describe('accepts', () => {
  it.each<[string | undefined, boolean]>([
    [undefined, true],
    ['', true],
    ['*/*', true],
    ['application/json', true],
    ['application/*', true],
    ['Application/JSON; charset=utf-8', true],
    ['text/html,application/xhtml+xml,*/*;q=0.8', true],
    ['text/event-stream, application/json', true],
    ['text/html', false],
    ['text/event-stream', false],
    ['application/xml, text/*', false],
    ['application/json;q=0', false],
    ['application/json;q=0, */*', false],
    ['*/*;q=0', false],
    ['application/*;q=0.5, */*;q=0', true],
  ])('%j: %s', (header, expected) => {
    expect(accepts(header, 'application/json')).toBe(expected);
  });
});

import { pageOf, serialParam, uuidParam } from './page';

const numbers = [9, 8, 7];
const read = async (rowsMax: number) => numbers.slice(0, rowsMax);

it.each<[number, number[], string | null]>([
  [2, [9, 8], '8'],
  [3, [9, 8, 7], null],
  [50, [9, 8, 7], null],
])('a page of %d: %j, next %s', async (limit, data, next_cursor) => {
  const page = await pageOf(
    read,
    { limit },
    (row) => row,
    (row) => row,
  );
  expect(page).toEqual({ data, next_cursor });
});

it('an empty list has no next page', async () => {
  const page = await pageOf(
    async () => [],
    { limit: 1 },
    () => '',
    () => '',
  );
  expect(page).toEqual({ data: [], next_cursor: null });
});

it('path parameters of another form name nothing', () => {
  expect(uuidParam('01890000-0000-7000-8000-00000000000A')).toBe('01890000-0000-7000-8000-00000000000a');
  expect(serialParam('1001')).toBe('1001');
  for (const value of ['', 'x', '0', '1e3', '9'.repeat(19), "1' OR 1=1"]) {
    expect(() => serialParam(value)).toThrow('not_found');
    expect(() => uuidParam(value)).toThrow('not_found');
  }
});

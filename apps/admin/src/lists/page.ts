import { z } from 'zod';
import { AppError } from '@gw/platform';

const LIMIT_DEFAULT = 50;
const LIMIT_MAX = 200;

/** One page of a list; the cursor of the next one is null at the end. */
export interface Page<Item> {
  readonly data: readonly Item[];
  readonly next_cursor: string | null;
}

const limit = z.coerce.number().int().min(1).max(LIMIT_MAX).default(LIMIT_DEFAULT);
const serial = z.string().regex(/^[1-9]\d{0,17}$/);

/** Query of a list ordered by a serial number. */
export const serialPageFields = { limit, cursor: serial.optional() };
/** Query of a list ordered by UUIDv7. */
export const uuidPageFields = { limit, cursor: z.uuid().optional() };

/**
 * Reads one row more than asked for, to know whether there is a next page.
 * @param keyOf what the next page begins behind
 */
export async function pageOf<Row, Item>(
  read: (rowsMax: number) => Promise<readonly Row[]>,
  { limit: rowsWanted }: { readonly limit: number },
  keyOf: (row: Row) => string | number,
  view: (row: Row) => Item | Promise<Item>,
): Promise<Page<Item>> {
  const rows = await read(rowsWanted + 1);
  const shown = rows.slice(0, rowsWanted);
  const last = shown.at(-1);
  return {
    data: await Promise.all(shown.map(view)),
    next_cursor: rows.length > rowsWanted && last !== undefined ? String(keyOf(last)) : null,
  };
}

/** A path parameter that must be a UUID; anything else names nothing. @throws AppError not_found */
export function uuidParam(value: string): string {
  if (!z.uuid().safeParse(value).success) throw new AppError('not_found');
  return value.toLowerCase();
}

/** A path parameter that must be a serial number. @throws AppError not_found */
export function serialParam(value: string): string {
  if (!serial.safeParse(value).success) throw new AppError('not_found');
  return value;
}

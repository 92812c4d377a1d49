import type { FastifyReply } from 'fastify';
import { Readable } from 'node:stream';
import { accepts } from '@gw/platform';

export type Cell = string | number | null;

const BYTE_ORDER_MARK = '\ufeff';
const NUMERIC = /^[+-]?\d+(\.\d+)?$/;

/** Whether the caller asked for a table by name; whoever takes anything gets JSON. */
export function wantsCsv(accept: string | undefined): boolean {
  return /text\/csv/i.test(accept ?? '') && accepts(accept, 'text/csv');
}

/**
 * One line of a table (RFC 4180). A text that a spreadsheet would take for a formula gets an apostrophe in front.
 */
export function csvLine(cells: readonly Cell[]): string {
  return `${cells.map(csvCell).join(',')}\r\n`;
}

/** Sends a table row by row, with the byte order mark by which spreadsheets know UTF-8. */
export function sendCsv(
  reply: FastifyReply,
  fileName: string,
  header: readonly string[],
  rows: AsyncIterable<readonly Cell[]>,
): FastifyReply {
  async function* lines(): AsyncGenerator<string> {
    yield BYTE_ORDER_MARK + csvLine(header);
    for await (const row of rows) yield csvLine(row);
  }
  return reply
    .header('content-type', 'text/csv; charset=utf-8')
    .header('content-disposition', `attachment; filename="${fileName}"`)
    .send(Readable.from(lines()));
}

function csvCell(cell: Cell): string {
  if (cell === null) return '';
  let text = String(cell);
  if (/^[=+\-@\t\r]/.test(text) && !NUMERIC.test(text)) text = `'${text}`;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

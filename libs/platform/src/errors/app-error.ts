import { errorCatalogue, type CatalogueEntry, type ErrorCode } from './catalogue';

/** One wrong field of a body: its path holds only names we know, an unknown key appears as `*`. */
export interface FieldProblem {
  readonly path: string;
  readonly problem: string;
}

/** Extra members of an error body. They must never hold the caller's text, a detected value or a key. */
export interface ErrorExtras {
  readonly fields?: readonly FieldProblem[];
  readonly [name: string]: unknown;
}

export interface AppErrorOptions {
  readonly extras?: ErrorExtras;
  /** Kept for the log under the request id; never shown to a client. */
  readonly cause?: unknown;
}

/** The one error class: a code of the catalogue, and what may be told beside it. */
export class AppError extends Error {
  readonly extras: ErrorExtras;

  constructor(
    readonly code: ErrorCode,
    options: AppErrorOptions = {},
  ) {
    super(code, { cause: options.cause });
    this.name = 'AppError';
    this.extras = options.extras ?? {};
  }

  get entry(): CatalogueEntry {
    return errorCatalogue[this.code];
  }
}

/** Shorthand for the commonest refusal: one or more wrong fields. */
export function invalidRequest(...fields: FieldProblem[]): AppError {
  return new AppError('invalid_request', { extras: { fields } });
}

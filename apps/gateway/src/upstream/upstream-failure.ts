import { AppError } from '@gw/platform';

/** A deadline passed before the reply was complete. */
const TIMEOUT_CODES = new Set(['DEADLINE', 'UND_ERR_CONNECT_TIMEOUT', 'ETIMEDOUT']);

/**
 * Why a call brought nothing. It carries a code for the log and the status, if one arrived; never a header,
 * a body or a message of the model, and never the request.
 */
export class UpstreamFailure extends Error {
  constructor(
    readonly code: string,
    readonly status?: number,
  ) {
    super(code);
    this.name = 'UpstreamFailure';
  }

  /** Keeps the code of a foreign error and drops the rest, which may quote what was sent or received. */
  static from(error: unknown, status?: number): UpstreamFailure {
    if (error instanceof UpstreamFailure) return error;
    const { code } = (error ?? {}) as { code?: unknown };
    return new UpstreamFailure(typeof code === 'string' ? code : 'UNKNOWN', status);
  }

  /** As the caller learns of it: upstream_timeout, or upstream_error with `upstream_status` if there is one. */
  toAppError(): AppError {
    if (TIMEOUT_CODES.has(this.code)) return new AppError('upstream_timeout', { cause: this });
    const extras = this.status === undefined ? {} : { upstream_status: this.status };
    return new AppError('upstream_error', { extras, cause: this });
  }
}

/**
 * SQLSTATE classes and codes that say "not now": connection failures (08), resources and operator
 * intervention (53, 57), a read-only standby (25006), lock timeout (55P03), system error (58).
 */
const UNAVAILABLE_SQLSTATE = /^(?:08|53|57|58)[0-9A-Z]{3}$|^25006$|^55P03$/;
const NETWORK_CODES = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENOTFOUND', 'EAI_AGAIN']); // prettier-ignore
const POOL_MESSAGES =
  /^(?:Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error|Cannot use a pool after calling end)/;

/** Whether an error of pg or TypeORM means that the database cannot be used at the moment. */
export function isDatabaseUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code, driverError } = error as Error & { code?: unknown; driverError?: unknown };
  if (typeof code === 'string' && (UNAVAILABLE_SQLSTATE.test(code) || NETWORK_CODES.has(code))) return true;
  return POOL_MESSAGES.test(error.message) || isDatabaseUnavailable(driverError);
}

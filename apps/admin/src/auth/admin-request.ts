import type { FastifyRequest } from 'fastify';
import type { OperatorRow } from '@gw/tenancy';

/** A request whose operator the guard has authenticated. */
export interface AdminRequest extends FastifyRequest {
  operator: OperatorRow;
}

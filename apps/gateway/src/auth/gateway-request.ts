import type { FastifyRequest } from 'fastify';
import type { Principal } from '@gw/tenancy';

/** A request whose caller the guard has authenticated. */
export interface GatewayRequest extends FastifyRequest {
  principal: Principal;
}

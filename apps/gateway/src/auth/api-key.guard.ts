import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { AppError } from '@gw/platform';
import { ApiKeys } from '@gw/tenancy';
import type { GatewayRequest } from './gateway-request';
import { IS_PUBLIC } from './public.decorator';

const BEARER = /^Bearer +([\x21-\x7e]{1,200})$/i;

/**
 * Finds out who calls, and nothing more. A missing, malformed, unknown, expired and revoked key are refused by
 * the same answer. What an authenticated caller may not do is decided later, where it can be audited.
 */
@Injectable()
export class ApiKeyGuard implements CanActivate {
  constructor(
    private readonly apiKeys: ApiKeys,
    private readonly reflector: Reflector,
  ) {}

  /** @throws AppError invalid_api_key; audit_unavailable when revocations can no longer be learned of */
  async canActivate(context: ExecutionContext): Promise<boolean> {
    if (this.reflector.getAllAndOverride(IS_PUBLIC, [context.getHandler(), context.getClass()])) return true;
    const request = context.switchToHttp().getRequest<GatewayRequest>();
    const presented = BEARER.exec(request.headers.authorization ?? '')?.[1];
    if (presented === undefined) throw new AppError('invalid_api_key');
    const principal = await this.apiKeys.verify(presented);
    if (!principal) throw new AppError('invalid_api_key');
    request.principal = principal;
    request.callerId = `key:${principal.keyNumber}`;
    return true;
  }
}

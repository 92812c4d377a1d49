import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { FastifyReply } from 'fastify';
import { afterAnswer } from '@gw/platform';
import type { GatewayRequest } from '../auth/gateway-request';
import { IS_PUBLIC } from '../auth/public.decorator';
import { Limiter } from './limiter';

/** Holds every key to its limits; the slot is given back when the work ends, not when the caller hangs up. */
@Injectable()
export class LimitGuard implements CanActivate {
  constructor(
    private readonly limiter: Limiter,
    private readonly reflector: Reflector,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    if (this.reflector.getAllAndOverride(IS_PUBLIC, [context.getHandler(), context.getClass()])) return true;
    const http = context.switchToHttp();
    const request = http.getRequest<GatewayRequest>();
    const reply = http.getResponse<FastifyReply>();
    const release = await this.limiter.admit(
      request.principal,
      (name, value) => void reply.header(name, value),
    );
    afterAnswer(request, release);
    return true;
  }
}

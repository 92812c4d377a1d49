import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { assertUsable } from './assert-usable';
import { IS_AUDITED } from './audited.decorator';
import type { GatewayRequest } from './gateway-request';
import { IS_PUBLIC } from './public.decorator';

/** Applies `assertUsable` to every route whose operation does not do so itself. */
@Injectable()
export class UsableGuard implements CanActivate {
  constructor(private readonly reflector: Reflector) {}

  canActivate(context: ExecutionContext): boolean {
    const targets = [context.getHandler(), context.getClass()];
    const leftToOthers =
      this.reflector.getAllAndOverride<boolean>(IS_PUBLIC, targets) ||
      this.reflector.getAllAndOverride<boolean>(IS_AUDITED, targets);
    if (leftToOthers) return true;
    const request = context.switchToHttp().getRequest<GatewayRequest>();
    assertUsable(request.principal, request);
    return true;
  }
}

import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { AppError } from '@gw/platform';
import { Operators, type OperatorRole } from '@gw/tenancy';
import type { AdminRequest } from './admin-request';
import { IS_PUBLIC, ROLES } from './roles.decorator';

const BEARER = /^Bearer +([\x21-\x7e]{1,200})$/i;

/** Finds out which operator calls, and whether that role may. Keys of tenants never work here. */
@Injectable()
export class OperatorGuard implements CanActivate {
  constructor(
    private readonly operators: Operators,
    private readonly reflector: Reflector,
  ) {}

  /** @throws AppError invalid_api_key, the same for a missing, malformed, unknown and disabled token; forbidden */
  async canActivate(context: ExecutionContext): Promise<boolean> {
    const targets = [context.getHandler(), context.getClass()];
    if (this.reflector.getAllAndOverride(IS_PUBLIC, targets)) return true;
    const request = context.switchToHttp().getRequest<AdminRequest>();
    const presented = BEARER.exec(request.headers.authorization ?? '')?.[1];
    const operator = presented === undefined ? null : await this.operators.verify(presented);
    if (!operator) throw new AppError('invalid_api_key');
    request.operator = operator;
    request.callerId = `operator:${operator.number}`;
    const roles = this.reflector.getAllAndOverride<OperatorRole[] | undefined>(ROLES, targets) ?? [];
    if (operator.role !== 'admin' && !roles.includes(operator.role)) throw new AppError('forbidden');
    return true;
  }
}

import { Body, Controller, Get, Param, Patch, Post, Query, Req } from '@nestjs/common';
import { ZodPipe } from '@gw/platform';
import { Operators } from '@gw/tenancy';
import type { AdminRequest } from '../auth/admin-request';
import { EVERY_ROLE, Roles } from '../auth/roles.decorator';
import { AuditedChanges } from '../changes/audited-changes';
import { pageOf, serialParam, type Page } from '../lists/page';
import {
  newOperatorSchema,
  operatorChangeSchema,
  operatorsQuery,
  operatorView,
  type NewOperator,
  type OperatorChange,
  type OperatorsQuery,
  type OperatorView,
} from './operators.dto';

/** Operators and their tokens; for admins alone, but for who one is oneself. */
@Controller('admin/v1')
export class OperatorsController {
  constructor(
    private readonly operators: Operators,
    private readonly changes: AuditedChanges,
  ) {}

  @Get('me')
  @Roles(...EVERY_ROLE)
  me(@Req() { operator }: AdminRequest): OperatorView {
    return operatorView(operator);
  }

  @Get('operators')
  @Roles('auditor')
  list(@Query(new ZodPipe(operatorsQuery)) query: OperatorsQuery): Promise<Page<OperatorView>> {
    return pageOf(
      (rowsMax) => this.operators.list(query.cursor ?? null, rowsMax),
      query,
      ({ number }) => number,
      operatorView,
    );
  }

  /** The token is in this answer and in no other. */
  @Post('operators')
  async issue(
    @Body(new ZodPipe(newOperatorSchema)) { name, role }: NewOperator,
    @Req() request: AdminRequest,
  ): Promise<OperatorView & { token: string }> {
    const { row, token } = await this.changes.apply(request, (record) =>
      this.operators.issue(name, role, request.operator.number, (issued) =>
        record({
          kind: 'operator.created',
          target: `operator/${issued.number}`,
          after: operatorView(issued),
        }),
      ),
    );
    return { ...operatorView(row), token };
  }

  /** @throws AppError conflict when no active admin would be left */
  @Patch('operators/:number')
  async change(
    @Param('number') number: string,
    @Body(new ZodPipe(operatorChangeSchema)) change: OperatorChange,
    @Req() request: AdminRequest,
  ): Promise<OperatorView> {
    const before = operatorView(await this.operators.get(serialParam(number)));
    const row = await this.changes.apply(request, (record) =>
      this.operators.change(number, change, (after) =>
        record({
          kind: 'operator.changed',
          target: `operator/${after.number}`,
          before,
          after: operatorView(after),
        }),
      ),
    );
    return operatorView(row);
  }
}

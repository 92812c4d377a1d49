import { Body, Controller, Get, HttpCode, Param, Patch, Post, Query, Req } from '@nestjs/common';
import { Ledger, nanoToJsonNumber } from '@gw/billing';
import { invalidRequest, ZodPipe } from '@gw/platform';
import { Tenants, type TenantRow } from '@gw/tenancy';
import { SurrogateStore, TenantSecrets } from '@gw/tokenstore';
import type { AdminRequest } from '../auth/admin-request';
import { EVERY_ROLE, Roles } from '../auth/roles.decorator';
import { AuditedChanges } from '../changes/audited-changes';
import { pageOf, uuidParam, type Page } from '../lists/page';
import {
  eraseSchema,
  forgetSchema,
  newTenantSchema,
  tenantChangeSchema,
  tenantsQuery,
  type Erase,
  type Forget,
  type NewTenant,
  type TenantChange,
  type TenantsQuery,
  type TenantView,
} from './tenants.dto';

@Controller('admin/v1/tenants')
export class TenantsController {
  constructor(
    private readonly tenants: Tenants,
    private readonly ledger: Ledger,
    private readonly secrets: TenantSecrets,
    private readonly surrogates: SurrogateStore,
    private readonly changes: AuditedChanges,
  ) {}

  @Post()
  @Roles('operator')
  async create(@Body(new ZodPipe(newTenantSchema)) { name }: NewTenant, @Req() request: AdminRequest) {
    const tenant = await this.changes.apply(request, (record) =>
      this.tenants.create(name, (after) =>
        record({ kind: 'tenant.created', target: `tenant/${after.id}`, tenant: after.id, after }),
      ),
    );
    await this.secrets.create(tenant.id);
    return this.view(tenant);
  }

  @Get()
  @Roles(...EVERY_ROLE)
  list(@Query(new ZodPipe(tenantsQuery)) query: TenantsQuery): Promise<Page<TenantView>> {
    return pageOf(
      (rowsMax) => this.tenants.list(query.cursor ?? null, rowsMax),
      query,
      ({ id }) => id,
      (tenant) => this.view(tenant),
    );
  }

  @Get(':id')
  @Roles(...EVERY_ROLE)
  async get(@Param('id') id: string): Promise<TenantView> {
    return this.view(await this.tenants.get(uuidParam(id)));
  }

  @Patch(':id')
  @Roles('operator')
  async change(
    @Param('id') id: string,
    @Body(new ZodPipe(tenantChangeSchema)) change: TenantChange,
    @Req() request: AdminRequest,
  ): Promise<TenantView> {
    const before = await this.tenants.get(uuidParam(id));
    const tenant = await this.changes.apply(request, (record) =>
      this.tenants.change(before.id, change, (after) =>
        record({ kind: 'tenant.changed', target: `tenant/${after.id}`, tenant: after.id, before, after }),
      ),
    );
    return this.view(tenant);
  }

  /** Keys are revoked first; what is left of an interrupted erasure is finished by asking again. */
  @Post(':id/erase')
  @HttpCode(200)
  @Roles('operator')
  async erase(
    @Param('id') id: string,
    @Body(new ZodPipe(eraseSchema)) { confirm }: Erase,
    @Req() request: AdminRequest,
  ): Promise<TenantView> {
    const before = await this.tenants.get(uuidParam(id));
    if (confirm !== before.name)
      throw invalidRequest({ path: 'confirm', problem: 'must be the name of the tenant' });
    const tenant = await this.changes.apply(request, (record) =>
      this.tenants.erase(before.id, (after) =>
        record({ kind: 'tenant.erased', target: `tenant/${after.id}`, tenant: after.id, before, after }),
      ),
    );
    await this.secrets.erase(tenant.id);
    return this.view(tenant);
  }

  @Post(':id/forget')
  @HttpCode(200)
  @Roles('operator')
  async forget(
    @Param('id') id: string,
    @Body(new ZodPipe(forgetSchema)) { values }: Forget,
    @Req() request: AdminRequest,
  ): Promise<{ forgotten: number }> {
    const tenant = await this.tenants.get(uuidParam(id));
    return this.changes.apply(request, async (record) => {
      const forgotten =
        tenant.status === 'erased'
          ? 0
          : await this.surrogates.forget(
              tenant.id,
              values.map(({ entity_type: entityType, value }) => ({ entityType, value })),
            );
      const asked: Record<string, number> = {};
      for (const { entity_type: type } of values) asked[type] = (asked[type] ?? 0) + 1;
      await record({
        kind: 'tenant.forgot',
        target: `tenant/${tenant.id}`,
        tenant: tenant.id,
        after: { asked, forgotten },
      });
      return { forgotten };
    });
  }

  private async view({ id, name, status, created_at }: TenantRow): Promise<TenantView> {
    const { postedNano, heldNano } = await this.ledger.account(id);
    return {
      id,
      name,
      status,
      balance: nanoToJsonNumber(postedNano),
      available: nanoToJsonNumber(postedNano - heldNano),
      created_at: created_at.toISOString(),
    };
  }
}

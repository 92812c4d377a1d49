import { Body, Controller, Get, HttpCode, Param, Post, Query, Req } from '@nestjs/common';
import { ZodPipe } from '@gw/platform';
import { ApiKeys, Tenants, type IssuedApiKey } from '@gw/tenancy';
import { TenantSecrets } from '@gw/tokenstore';
import type { AdminRequest } from '../auth/admin-request';
import { EVERY_ROLE, Roles } from '../auth/roles.decorator';
import { AuditedChanges, type ChangeRecord } from '../changes/audited-changes';
import { pageOf, serialParam, uuidParam, type Page } from '../lists/page';
import {
  keysQuery,
  keyView,
  newKeySchema,
  rollSchema,
  type KeysQuery,
  type KeyView,
  type NewKey,
  type Roll,
} from './api-keys.dto';

/** `api_key` is in this answer and in no other. */
type IssuedKeyView = KeyView & { readonly api_key: string };

@Controller('admin/v1')
export class ApiKeysController {
  constructor(
    private readonly apiKeys: ApiKeys,
    private readonly tenants: Tenants,
    private readonly secrets: TenantSecrets,
    private readonly changes: AuditedChanges,
  ) {}

  @Post('tenants/:id/keys')
  @Roles('operator')
  async issue(
    @Param('id') id: string,
    @Body(new ZodPipe(newKeySchema)) { daily_cap, monthly_cap, ...key }: NewKey,
    @Req() request: AdminRequest,
  ): Promise<IssuedKeyView> {
    const tenant = await this.tenants.get(uuidParam(id));
    // A tenant whose creation was interrupted gets its secrets now: without them a key is of no use.
    if (tenant.status !== 'erased') await this.secrets.create(tenant.id);
    const issued = await this.changes.apply(request, (record) =>
      this.apiKeys.issue(
        tenant.id,
        { ...key, daily_cap_nano: daily_cap, monthly_cap_nano: monthly_cap },
        request.operator.number,
        (issued) => record(keyRecord('key.issued', issued.row.tenant_id, keyView(issued.row))),
      ),
    );
    return issuedView(issued);
  }

  @Get('tenants/:id/keys')
  @Roles(...EVERY_ROLE)
  async list(
    @Param('id') id: string,
    @Query(new ZodPipe(keysQuery)) query: KeysQuery,
  ): Promise<Page<KeyView>> {
    const tenant = await this.tenants.get(uuidParam(id));
    return pageOf(
      (rowsMax) => this.apiKeys.list(tenant.id, query.cursor ?? null, rowsMax),
      query,
      (row) => row.number,
      keyView,
    );
  }

  @Post('keys/:number/revoke')
  @HttpCode(200)
  @Roles('operator')
  async revoke(@Param('number') number: string, @Req() request: AdminRequest): Promise<KeyView> {
    const before = keyView(await this.apiKeys.get(serialParam(number)));
    const row = await this.changes.apply(request, (record) =>
      this.apiKeys.revoke(number, (after) =>
        record({ ...keyRecord('key.revoked', after.tenant_id, keyView(after)), before }),
      ),
    );
    return keyView(row);
  }

  @Post('keys/:number/roll')
  @Roles('operator')
  async roll(
    @Param('number') number: string,
    @Body(new ZodPipe(rollSchema)) { overlap_seconds: overlapSeconds }: Roll,
    @Req() request: AdminRequest,
  ): Promise<IssuedKeyView> {
    const before = keyView(await this.apiKeys.get(serialParam(number)));
    const issued = await this.changes.apply(request, (record) =>
      this.apiKeys.roll(number, overlapSeconds, request.operator.number, ({ row }) =>
        record({
          ...keyRecord('key.rolled', row.tenant_id, before),
          before,
          after: { ...keyView(row), overlap_seconds: overlapSeconds },
        }),
      ),
    );
    return issuedView(issued);
  }
}

function issuedView({ row, apiKey }: IssuedApiKey): IssuedKeyView {
  return { ...keyView(row), api_key: apiKey };
}

function keyRecord(kind: string, tenant: string, key: KeyView): ChangeRecord {
  return { kind, target: `key/${key.number}`, tenant, key: String(key.number), after: key };
}

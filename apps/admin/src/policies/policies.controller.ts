import { Body, Controller, Get, Headers, HttpCode, Param, Post, Put, Query, Req, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { DetectionEngine } from '@gw/detection';
import { AppError, ZodPipe } from '@gw/platform';
import { PolicyStore, type PolicyDocument } from '@gw/policy';
import { Tenants, type TenantRow } from '@gw/tenancy';
import type { AdminRequest } from '../auth/admin-request';
import { EVERY_ROLE, Roles } from '../auth/roles.decorator';
import { AuditedChanges } from '../changes/audited-changes';
import { pageOf, uuidParam, type Page } from '../lists/page';
import {
  etagOf,
  policySummary,
  policyView,
  previewSchema,
  savedPolicySchema,
  versionOf,
  versionsQuery,
  type PolicyView,
  type Preview,
  type VersionsQuery,
} from './policies.dto';
import { previewPolicy, type PreviewView } from './preview';

@Controller('admin/v1/tenants/:id/policy')
export class PoliciesController {
  constructor(
    private readonly policies: PolicyStore,
    private readonly tenants: Tenants,
    private readonly engine: DetectionEngine,
    private readonly changes: AuditedChanges,
  ) {}

  @Get()
  @Roles(...EVERY_ROLE)
  async current(
    @Param('id') id: string,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<PolicyView> {
    const policy = await this.policies.newest((await this.tenant(id)).id);
    void reply.header('etag', etagOf(policy.version));
    return policyView(policy);
  }

  @Put()
  @Roles('operator')
  async save(
    @Param('id') id: string,
    @Body(new ZodPipe(savedPolicySchema)) document: PolicyDocument,
    @Headers('if-match') ifMatch: string | undefined,
    @Req() request: AdminRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<PolicyView> {
    const tenant = await this.tenant(id);
    if (tenant.status === 'erased') throw new AppError('conflict');
    const saved = await this.changes.apply(request, (record) =>
      this.policies.save(
        tenant.id,
        document,
        versionOf(ifMatch),
        request.operator.number,
        ({ before, after }) =>
          record({
            kind: 'policy.changed',
            target: `policy/${tenant.id}`,
            tenant: tenant.id,
            before: policySummary(before),
            after: policySummary(after),
          }),
      ),
    );
    void reply.header('etag', etagOf(saved.version));
    return policyView(saved);
  }

  @Get('versions')
  @Roles(...EVERY_ROLE)
  async versions(
    @Param('id') id: string,
    @Query(new ZodPipe(versionsQuery)) query: VersionsQuery,
  ): Promise<Page<PolicyView>> {
    const tenant = await this.tenant(id);
    const before = query.cursor === undefined ? null : Math.min(Number(query.cursor), 2_147_483_647);
    return pageOf(
      (rowsMax) => this.policies.versions(tenant.id, before, rowsMax),
      query,
      ({ version }) => version,
      policyView,
    );
  }

  /** Of the given document, or of the one in force. Nothing is stored. */
  @Post('preview')
  @HttpCode(200)
  @Roles('operator')
  async preview(
    @Param('id') id: string,
    @Body(new ZodPipe(previewSchema)) { text, jurisdiction, policy }: Preview,
  ): Promise<PreviewView> {
    const tenant = await this.tenant(id);
    const document = policy ?? (await this.policies.newest(tenant.id)).document;
    return previewPolicy(this.engine, text, jurisdiction, document);
  }

  private tenant(id: string): Promise<TenantRow> {
    return this.tenants.get(uuidParam(id));
  }
}

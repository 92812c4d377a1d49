import { Body, Controller, Get, HttpCode, Inject, Param, Post, Put, Req } from '@nestjs/common';
import { CatalogueAdmin, type ChannelView } from '@gw/catalogue';
import { AppError, GW_CONFIG, ZodPipe, type GwConfig } from '@gw/platform';
import type { AdminRequest } from '../auth/admin-request';
import { EVERY_ROLE, Roles } from '../auth/roles.decorator';
import { AuditedChanges } from '../changes/audited-changes';
import { assertSavable, channelSchema, type ChannelBody } from './channels.dto';
import { testChannel, type Reachability } from './reachability';

const VENDOR = /^[a-z][a-z0-9-]{0,31}$/;
/** `sandbox` is built in, and `local` names what never leaves. */
const RESERVED_VENDORS = ['sandbox', 'local'];

@Controller('admin/v1/channels')
export class ChannelsController {
  constructor(
    private readonly catalogue: CatalogueAdmin,
    private readonly changes: AuditedChanges,
    @Inject(GW_CONFIG) private readonly config: GwConfig,
  ) {}

  @Get()
  @Roles(...EVERY_ROLE)
  async list(): Promise<{ data: ChannelView[]; next_cursor: null }> {
    return { data: await this.catalogue.channels(), next_cursor: null };
  }

  @Put(':vendor')
  @Roles('operator')
  async save(
    @Param('vendor') vendor: string,
    @Body(new ZodPipe(channelSchema)) body: ChannelBody,
    @Req() request: AdminRequest,
  ): Promise<ChannelView> {
    if (!VENDOR.test(vendor)) throw new AppError('not_found');
    if (RESERVED_VENDORS.includes(vendor)) throw new AppError('conflict');
    return this.changes.apply(request, async (record) => {
      const before = await this.find(vendor);
      assertSavable(body, before, this.config.GW_UPSTREAM_PRIVATE_CIDRS);
      return this.catalogue.saveChannel(vendor, body, (after) =>
        record({
          kind: 'channel.changed',
          target: `channel/${vendor}`,
          before: before ?? undefined,
          after: { ...after, api_key_replaced: body.api_key !== undefined },
        }),
      );
    });
  }

  @Post(':vendor/test')
  @HttpCode(200)
  @Roles('operator')
  async test(@Param('vendor') vendor: string): Promise<Reachability> {
    const channel = await this.catalogue.connection(vendor);
    if (channel.protocol === 'sandbox') return { ok: true, status: 200, latency_ms: 0 };
    return testChannel(channel, this.config.GW_UPSTREAM_PRIVATE_CIDRS);
  }

  private async find(vendor: string): Promise<ChannelView | null> {
    const channels = await this.catalogue.channels();
    return channels.find((channel) => channel.vendor === vendor) ?? null;
  }
}

import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { AppError, BUMP_EPOCH_SQL, RootKey, type BeforeCommit } from '@gw/platform';
import { channelKeyContext, type CatalogueChannel, type Jurisdiction } from './catalogue';

/** A channel as operators see it: whether it has a key, never which. */
export interface ChannelView {
  readonly vendor: string;
  readonly base_url: string | null;
  readonly has_api_key: boolean;
  readonly egress: CatalogueChannel['egress'];
  readonly proxy_url: string | null;
  readonly timeout_ms: number;
  readonly status: 'open' | 'closed';
  readonly protocol: CatalogueChannel['protocol'];
  readonly updated_at: Date;
}

export interface ChannelChange {
  readonly base_url: string;
  /** Write only; absent keeps the one that is stored, null removes it. */
  readonly api_key?: string | null;
  readonly egress: 'direct' | 'proxy';
  readonly proxy_url?: string | null;
  readonly timeout_ms: number;
  readonly status: 'open' | 'closed';
  readonly protocol: 'openai' | 'anthropic';
}

export interface ModelView {
  readonly vendor: string;
  readonly name: string;
  readonly jurisdiction: Jurisdiction;
  readonly status: 'open' | 'closed';
  readonly upstream_model: string | null;
  readonly context_tokens: number;
  readonly output_tokens_max: number;
  readonly prices: readonly {
    readonly id: string;
    readonly input_nano: string;
    readonly output_nano: string;
    readonly valid_from: string;
  }[];
}

export interface ModelChange {
  readonly jurisdiction: Jurisdiction;
  readonly status: 'open' | 'closed';
  readonly upstream_model?: string | null;
  readonly context_tokens: number;
  readonly output_tokens_max: number;
  readonly inputNano: bigint;
  readonly outputNano: bigint;
  readonly effectiveAt?: Date;
}

const CHANNELS = `SELECT vendor, base_url, api_key_wrapped IS NOT NULL AS has_api_key, egress, proxy_url, timeout_ms,
  status, protocol, updated_at FROM channel`;
const MODELS = `SELECT m.vendor, m.name, m.jurisdiction, m.status, m.upstream_model, m.context_tokens, m.output_tokens_max,
  COALESCE((SELECT jsonb_agg(jsonb_build_object('id', p.id::text, 'input_nano', p.input_nano::text,
    'output_nano', p.output_nano::text, 'valid_from', p.valid_from) ORDER BY p.valid_from DESC, p.id DESC)
    FROM price p WHERE p.vendor = m.vendor AND p.name = m.name), '[]') AS prices FROM model m`;

/** What operators change: channels, models, and prices, which are only ever added. */
@Injectable()
export class CatalogueAdmin {
  constructor(
    private readonly dataSource: DataSource,
    private readonly rootKey: RootKey,
  ) {}

  channels(): Promise<ChannelView[]> {
    return this.dataSource.query(`${CHANNELS} ORDER BY vendor`);
  }

  /** @throws AppError not_found */
  async channel(vendor: string): Promise<ChannelView> {
    const rows: ChannelView[] = await this.dataSource.query(`${CHANNELS} WHERE vendor = $1`, [vendor]);
    if (!rows[0]) throw new AppError('not_found');
    return rows[0];
  }

  /**
   * The channel with its key in clear, for a connection only; never logged, never answered.
   * @throws AppError not_found
   */
  async connection(vendor: string): Promise<CatalogueChannel> {
    const rows: (Omit<ChannelView, 'has_api_key'> & { api_key_wrapped: Buffer | null })[] =
      await this.dataSource.query('SELECT * FROM channel WHERE vendor = $1', [vendor]);
    const row = rows[0];
    if (!row) throw new AppError('not_found');
    const wrapped = row.api_key_wrapped;
    return {
      vendor,
      baseUrl: row.base_url,
      apiKey: wrapped && this.rootKey.unwrap(wrapped, channelKeyContext(vendor)).toString('utf8'),
      egress: row.egress,
      proxyUrl: row.proxy_url,
      timeoutMs: row.timeout_ms,
      protocol: row.protocol,
    };
  }

  /** Creates the channel or replaces all of it but, where none is given, its key. */
  async saveChannel(
    vendor: string,
    change: ChannelChange,
    beforeCommit?: BeforeCommit<ChannelView>,
  ): Promise<ChannelView> {
    const { api_key: key } = change;
    const wrapped = key ? this.rootKey.wrap(Buffer.from(key, 'utf8'), channelKeyContext(vendor)) : null;
    return this.dataSource.transaction(async (manager) => {
      await manager.query(
        `INSERT INTO channel AS c (vendor, base_url, api_key_wrapped, egress, proxy_url, timeout_ms, status, protocol)
          VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
          ON CONFLICT (vendor) DO UPDATE SET base_url = excluded.base_url,
            api_key_wrapped = CASE WHEN $9 THEN c.api_key_wrapped ELSE excluded.api_key_wrapped END,
            egress = excluded.egress, proxy_url = excluded.proxy_url, timeout_ms = excluded.timeout_ms,
            status = excluded.status, protocol = excluded.protocol, updated_at = clock_timestamp()`,
        [
          vendor,
          change.base_url,
          wrapped,
          change.egress,
          change.proxy_url ?? null,
          change.timeout_ms,
          change.status,
          change.protocol,
          key === undefined,
        ],
      );
      await manager.query(BUMP_EPOCH_SQL);
      const [saved] = (await manager.query(`${CHANNELS} WHERE vendor = $1`, [vendor])) as [ChannelView];
      await beforeCommit?.(saved);
      return saved;
    });
  }

  models(): Promise<ModelView[]> {
    return this.dataSource.query(`${MODELS} ORDER BY m.vendor, m.name`);
  }

  async model(vendor: string, name: string): Promise<ModelView | null> {
    const rows: ModelView[] = await this.dataSource.query(`${MODELS} WHERE m.vendor = $1 AND m.name = $2`, [
      vendor,
      name,
    ]);
    return rows[0] ?? null;
  }

  /** Adds a price row only when the price differs. @throws AppError not_found when the vendor has no channel */
  async saveModel(
    vendor: string,
    name: string,
    change: ModelChange,
    operator: string,
    beforeCommit?: BeforeCommit<ModelView>,
  ): Promise<ModelView> {
    await this.channel(vendor);
    return this.dataSource.transaction(async (manager) => {
      await manager.query(
        `INSERT INTO model (vendor, name, jurisdiction, status, upstream_model, context_tokens, output_tokens_max)
          VALUES ($1, $2, $3, $4, $5, $6, $7)
          ON CONFLICT (vendor, name) DO UPDATE SET jurisdiction = excluded.jurisdiction, status = excluded.status,
            upstream_model = excluded.upstream_model, context_tokens = excluded.context_tokens,
            output_tokens_max = excluded.output_tokens_max`,
        [
          vendor,
          name,
          change.jurisdiction,
          change.status,
          change.upstream_model ?? null,
          change.context_tokens,
          change.output_tokens_max,
        ],
      );
      await manager.query(BUMP_EPOCH_SQL);
      await addPrice(manager, vendor, name, change, operator);
      const [saved] = (await manager.query(`${MODELS} WHERE m.vendor = $1 AND m.name = $2`, [
        vendor,
        name,
      ])) as [ModelView];
      await beforeCommit?.(saved);
      return saved;
    });
  }
}

/** Rows of prices are never changed; the same price at the same time is not added twice. */
async function addPrice(
  manager: EntityManager,
  vendor: string,
  name: string,
  { inputNano, outputNano, effectiveAt }: ModelChange,
  operator: string,
): Promise<void> {
  await manager.query(
    `INSERT INTO price (vendor, name, input_nano, output_nano, valid_from, created_by)
      SELECT $1::text, $2::text, $3::bigint, $4::bigint, COALESCE($5::timestamptz, clock_timestamp()), $6::text
      WHERE NOT EXISTS (
        SELECT 1 FROM (SELECT input_nano, output_nano FROM price WHERE vendor = $1 AND name = $2
          AND valid_from <= COALESCE($5::timestamptz, clock_timestamp()) ORDER BY valid_from DESC, id DESC LIMIT 1) then_valid
        WHERE then_valid.input_nano = $3::bigint AND then_valid.output_nano = $4::bigint)`,
    [vendor, name, inputNano.toString(), outputNano.toString(), effectiveAt ?? null, operator],
  );
}

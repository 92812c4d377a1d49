import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { ConfigEpoch, EpochCache, RootKey } from '@gw/platform';

export type Jurisdiction = 'local' | 'domestic' | 'overseas';

/** Nano-yuan per token, pinned by its id on every hold. */
export interface Price {
  readonly id: bigint;
  readonly inputNano: bigint;
  readonly outputNano: bigint;
}

/** How a vendor is reached. */
export interface CatalogueChannel {
  readonly vendor: string;
  readonly baseUrl: string | null;
  /** Decrypted; never logged, never answered. */
  readonly apiKey: string | null;
  readonly egress: 'direct' | 'proxy' | 'none';
  readonly proxyUrl: string | null;
  readonly timeoutMs: number;
  readonly protocol: 'openai' | 'anthropic' | 'sandbox';
}

/** A model tenants may ask for. */
export interface CatalogueModel {
  /** `<vendor>/<name>`. */
  readonly id: string;
  readonly vendor: string;
  readonly name: string;
  readonly jurisdiction: Jurisdiction;
  /** Both the model and its channel are open. */
  readonly open: boolean;
  readonly upstreamModel: string | null;
  readonly contextTokens: number;
  readonly outputTokensMax: number;
  /** The price in force now; a model without one is never called. */
  readonly price: Price | null;
  readonly channel: CatalogueChannel;
}

interface Snapshot {
  readonly model: Omit<CatalogueModel, 'price'>;
  /** Ascending by validity. */
  readonly prices: readonly (Price & { readonly validFrom: number })[];
}

const ALL = 'all';

/** Models, channels and prices, as of the last epoch. */
@Injectable()
export class Catalogue {
  private readonly cache: EpochCache<typeof ALL, ReadonlyMap<string, Snapshot>>;

  constructor(
    private readonly dataSource: DataSource,
    private readonly rootKey: RootKey,
    epoch: ConfigEpoch,
  ) {
    this.cache = new EpochCache(epoch, () => this.load());
  }

  async find(id: string): Promise<CatalogueModel | null> {
    const snapshot = (await this.cache.get(ALL)).get(id);
    return snapshot ? priced(snapshot) : null;
  }

  async list(): Promise<CatalogueModel[]> {
    return [...(await this.cache.get(ALL)).values()].map(priced);
  }

  private async load(): Promise<ReadonlyMap<string, Snapshot>> {
    const [models, prices] = await Promise.all([
      this.dataSource.query<ModelRow[]>(
        `SELECT m.vendor, m.name, m.jurisdiction, m.status = 'open' AND c.status = 'open' AS open, m.upstream_model,
           m.context_tokens, m.output_tokens_max, c.base_url, c.api_key_wrapped, c.egress, c.proxy_url, c.timeout_ms, c.protocol
         FROM model m JOIN channel c ON c.vendor = m.vendor ORDER BY m.vendor, m.name`,
      ),
      this.dataSource.query<PriceRow[]>(
        'SELECT id, vendor, name, input_nano, output_nano, valid_from FROM price ORDER BY valid_from, id',
      ),
    ]);
    return new Map(
      models.map((row) => {
        const id = `${row.vendor}/${row.name}`;
        const own = prices.filter(({ vendor, name }) => vendor === row.vendor && name === row.name);
        return [id, { model: this.toModel(id, row), prices: own.map(toPrice) }];
      }),
    );
  }

  private toModel(id: string, row: ModelRow): Omit<CatalogueModel, 'price'> {
    const { vendor, api_key_wrapped: wrapped } = row;
    return {
      id,
      vendor,
      name: row.name,
      jurisdiction: row.jurisdiction,
      open: row.open,
      upstreamModel: row.upstream_model,
      contextTokens: row.context_tokens,
      outputTokensMax: row.output_tokens_max,
      channel: {
        vendor,
        baseUrl: row.base_url,
        apiKey: wrapped && this.rootKey.unwrap(wrapped, channelKeyContext(vendor)).toString('utf8'),
        egress: row.egress,
        proxyUrl: row.proxy_url,
        timeoutMs: row.timeout_ms,
        protocol: row.protocol,
      },
    };
  }
}

/** Binds a wrapped channel key to its vendor. */
export function channelKeyContext(vendor: string): string {
  return `channel|${vendor}`;
}

function priced({ model, prices }: Snapshot): CatalogueModel {
  const now = Date.now();
  return { ...model, price: prices.findLast(({ validFrom }) => validFrom <= now) ?? null };
}

function toPrice(row: PriceRow): Price & { readonly validFrom: number } {
  return {
    id: BigInt(row.id),
    inputNano: BigInt(row.input_nano),
    outputNano: BigInt(row.output_nano),
    validFrom: row.valid_from.getTime(),
  };
}

interface ModelRow {
  vendor: string;
  name: string;
  jurisdiction: Jurisdiction;
  open: boolean;
  upstream_model: string | null;
  context_tokens: number;
  output_tokens_max: number;
  base_url: string | null;
  api_key_wrapped: Buffer | null;
  egress: CatalogueChannel['egress'];
  proxy_url: string | null;
  timeout_ms: number;
  protocol: CatalogueChannel['protocol'];
}

interface PriceRow {
  id: string;
  vendor: string;
  name: string;
  input_nano: string;
  output_nano: string;
  valid_from: Date;
}

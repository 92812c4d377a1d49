import type { INestApplicationContext } from '@nestjs/common';
import { formatCny, Ledger, parseCny } from '@gw/billing';
import { CatalogueAdmin, type Jurisdiction } from '@gw/catalogue';
import { newId } from '@gw/platform';
import { ApiKeys, Operators, Tenants, type NewApiKey, type OperatorRole } from '@gw/tenancy';
import { TenantSecrets } from '@gw/tokenstore';

const MADE_BY = 'test';

export interface TestKey {
  readonly key: string;
  readonly number: string;
}

export interface TestTenant extends TestKey {
  readonly id: string;
}

export interface TestModel {
  /** `vendor/name`. */
  readonly id: string;
  readonly jurisdiction: Jurisdiction;
  /** CNY per million tokens. */
  readonly inputPrice: number;
  readonly outputPrice: number;
  readonly outputTokensMax?: number;
}

/** Makes rows through the services the applications use. */
export class Factories {
  constructor(private readonly installation: INestApplicationContext) {}

  /** @param credit CNY */
  async tenant({
    credit = 100,
    name = '演示公司',
  }: { credit?: number; name?: string } = {}): Promise<TestTenant> {
    const { id } = await this.installation.get(Tenants).create(name);
    await this.installation.get(TenantSecrets).create(id);
    if (credit > 0) await this.installation.get(Ledger).credit(id, parseCny(credit) as bigint, newId());
    return { id, ...(await this.key(id)) };
  }

  async key(
    tenantId: string,
    options: Omit<Partial<NewApiKey>, 'expires_at'> & { expires_at?: string } = {},
  ): Promise<TestKey> {
    const { expires_at, ...rest } = options;
    const { row, apiKey } = await this.installation.get(ApiKeys).issue(
      tenantId,
      {
        environment: 'live',
        label: 'test',
        ...rest,
        expires_at: expires_at === undefined ? null : new Date(expires_at),
      },
      MADE_BY,
    );
    return { key: apiKey, number: row.number };
  }

  async revoke(number: string): Promise<void> {
    await this.installation.get(ApiKeys).revoke(number);
  }

  /** @returns the token */
  async operator(role: OperatorRole = 'admin'): Promise<string> {
    return (await this.installation.get(Operators).issue('测试员', role, MADE_BY)).token;
  }

  /** Posted balance in CNY. */
  async balance(tenantId: string): Promise<number> {
    return Number(formatCny((await this.installation.get(Ledger).account(tenantId)).postedNano));
  }

  /** Points a vendor's channel to a model server on this machine. */
  async channel(vendor: string, baseUrl: string): Promise<void> {
    await this.installation.get(CatalogueAdmin).saveChannel(vendor, {
      base_url: baseUrl,
      api_key: 'sk-fake',
      egress: 'direct',
      timeout_ms: 10_000,
      status: 'open',
      protocol: 'openai',
    });
  }

  async model({
    id,
    jurisdiction,
    inputPrice,
    outputPrice,
    outputTokensMax = 8_192,
  }: TestModel): Promise<void> {
    const [vendor, name] = id.split('/') as [string, string];
    await this.installation.get(CatalogueAdmin).saveModel(
      vendor,
      name,
      {
        jurisdiction,
        status: 'open',
        context_tokens: 1_000_000,
        output_tokens_max: outputTokensMax,
        inputNano: BigInt(inputPrice * 1_000),
        outputNano: BigInt(outputPrice * 1_000),
      },
      MADE_BY,
    );
  }
}

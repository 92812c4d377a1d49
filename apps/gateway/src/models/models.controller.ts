import { Controller, Get, Req } from '@nestjs/common';
import { Catalogue, type CatalogueModel } from '@gw/catalogue';
import type { Principal } from '@gw/tenancy';
import type { GatewayRequest } from '../auth/gateway-request';

/** One model in the list shape of the OpenAI interface; prices are CNY per million tokens. */
export interface ListedModel {
  readonly id: string;
  readonly object: 'model';
  readonly created: number;
  readonly owned_by: string;
  readonly gw: { readonly jurisdiction: string; readonly input_price: number; readonly output_price: number };
}

@Controller('v1/models')
export class ModelsController {
  constructor(private readonly catalogue: Catalogue) {}

  /** The open, priced models this key may use. */
  @Get()
  async list(@Req() { principal }: GatewayRequest): Promise<{ object: 'list'; data: ListedModel[] }> {
    const models = await this.catalogue.list();
    return { object: 'list', data: models.filter((model) => isUsable(model, principal)).map(toListed) };
  }
}

function isUsable(model: CatalogueModel, { models, environment }: Principal): boolean {
  if (!model.open || !model.price) return false;
  if (environment === 'test' && model.vendor !== 'sandbox') return false;
  return models === null || models.includes(model.id);
}

function toListed({ id, vendor, jurisdiction, price }: CatalogueModel): ListedModel {
  return {
    id,
    object: 'model',
    created: 0,
    owned_by: vendor,
    gw: {
      jurisdiction,
      input_price: perMillion(price?.inputNano ?? 0n),
      output_price: perMillion(price?.outputNano ?? 0n),
    },
  };
}

/** Nano-yuan per token to CNY per million tokens: three decimals at most. */
function perMillion(nanoPerToken: bigint): number {
  return Number(nanoPerToken) / 1_000;
}

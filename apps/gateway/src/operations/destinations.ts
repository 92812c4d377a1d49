import { Injectable } from '@nestjs/common';
import { Catalogue, type CatalogueModel } from '@gw/catalogue';
import { AppError } from '@gw/platform';
import type { Jurisdiction } from '@gw/policy';
import type { Operation } from './operation';

/** The declared destination of text that stays here. */
export const LOCAL_ONLY = 'local/none';

const SANDBOX_VENDOR = 'sandbox';

/** Where an operation's text may go: looks the model up, and asks whether this key may use it. */
@Injectable()
export class Destinations {
  constructor(private readonly catalogue: Catalogue) {}

  /**
   * The model of a chat: known, allowed for the key, open and priced.
   * @throws AppError model_not_found, key_scope, model_not_open, billing_unavailable
   */
  async openModel(operation: Operation, id: string): Promise<CatalogueModel> {
    const model = await this.find(id);
    note(operation, model.id, model.jurisdiction, model.channel.egress);
    assertInScope(operation, model.id, model.vendor === SANDBOX_VENDOR);
    if (!model.open || !model.price) throw new AppError('model_not_open');
    return model;
  }

  /**
   * The jurisdiction a tokenize call declares; nothing leaves, so a closed model will do.
   * @throws AppError model_prefix_required, model_not_found, key_scope
   */
  async declared(operation: Operation, id: string): Promise<Jurisdiction> {
    if (!id.includes('/')) throw new AppError('model_prefix_required');
    if (id === LOCAL_ONLY) {
      note(operation, id, 'local', 'none');
      return 'local';
    }
    const model = await this.find(id);
    note(operation, model.id, model.jurisdiction, 'none');
    assertInScope(operation, model.id, model.vendor === SANDBOX_VENDOR);
    return model.jurisdiction;
  }

  private async find(id: string): Promise<CatalogueModel> {
    const model = await this.catalogue.find(id).catch((cause: unknown) => {
      throw new AppError('billing_unavailable', { cause });
    });
    if (!model) throw new AppError('model_not_found');
    return model;
  }
}

function note(operation: Operation, model: string, jurisdiction: Jurisdiction, egress: string): void {
  operation.model = model;
  operation.jurisdiction = jurisdiction;
  operation.egress = egress;
}

/** A test key reaches the sandbox only; any key may be limited to a list of models. */
function assertInScope({ principal }: Operation, id: string, isSandbox: boolean): void {
  const inEnvironment = principal.environment === 'live' || isSandbox;
  const inList = principal.models === null || principal.models.includes(id);
  if (!inEnvironment || !inList) throw new AppError('key_scope');
}

import { Body, Controller, Get, Param, Put, Req } from '@nestjs/common';
import { CatalogueAdmin, type ModelView } from '@gw/catalogue';
import { AppError, ZodPipe } from '@gw/platform';
import type { AdminRequest } from '../auth/admin-request';
import { EVERY_ROLE, Roles } from '../auth/roles.decorator';
import { AuditedChanges } from '../changes/audited-changes';
import { modelId } from '../lists/fields';
import { modelAnswer, modelSchema, type ModelAnswer, type ModelBody } from './models.dto';

@Controller('admin/v1/models')
export class ModelsController {
  constructor(
    private readonly catalogue: CatalogueAdmin,
    private readonly changes: AuditedChanges,
  ) {}

  @Get()
  @Roles(...EVERY_ROLE)
  async list(): Promise<{ data: ModelAnswer[]; next_cursor: null }> {
    const models = await this.catalogue.models();
    return { data: models.map((model) => modelAnswer(model)), next_cursor: null };
  }

  /** Another price is a new price row; what calls were charged at never changes. */
  @Put(':vendor/:name')
  @Roles('operator', 'finance')
  async save(
    @Param('vendor') vendor: string,
    @Param('name') name: string,
    @Body(new ZodPipe(modelSchema)) body: ModelBody,
    @Req() request: AdminRequest,
  ): Promise<ModelAnswer> {
    const id = `${vendor}/${name}`;
    if (!modelId.safeParse(id).success) throw new AppError('not_found');
    return this.changes.apply(request, async (record) => {
      const before = await this.catalogue.model(vendor, name);
      if (request.operator.role === 'finance' && !changesPricesOnly(before, body))
        throw new AppError('forbidden');
      const { input_price: inputNano, output_price: outputNano, effective_at: effectiveAt, ...rest } = body;
      const change = { ...rest, inputNano, outputNano, effectiveAt };
      const saved = await this.catalogue.saveModel(vendor, name, change, request.operator.number, (after) =>
        record({
          kind: after.prices.length > (before?.prices.length ?? 0) ? 'price.changed' : 'model.changed',
          target: `model/${id}`,
          model: id,
          before: before ? recorded(before) : undefined,
          after: recorded(after),
        }),
      );
      return modelAnswer(saved);
    });
  }
}

/** Finance sets prices; where data may go is not for it to say. */
function changesPricesOnly(before: ModelView | null, body: ModelBody): boolean {
  return (
    before !== null &&
    before.jurisdiction === body.jurisdiction &&
    before.status === body.status &&
    before.upstream_model === (body.upstream_model ?? null) &&
    before.context_tokens === body.context_tokens &&
    before.output_tokens_max === body.output_tokens_max
  );
}

/** For the log: the newest price row instead of all. */
function recorded(model: ModelView): object {
  const { prices, ...answer } = modelAnswer(model);
  return { ...answer, newest_price: prices[0] ?? null };
}

import { Injectable } from '@nestjs/common';
import { tenantCommitment } from '@gw/audit';
import { ceilingNano, costNano, Ledger, nanoToJsonNumber, type Reserved } from '@gw/billing';
import type { CatalogueModel } from '@gw/catalogue';
import { AppError, type JsonObject } from '@gw/platform';
import { TenantSecrets, type TenantKeys } from '@gw/tokenstore';
import type { GatewayRequest } from '../auth/gateway-request';
import type { Operation } from '../operations/operation';
import { Limiter } from '../limits/limiter';
import { readUsage } from '../upstream/usage';
import { gwFacts, type FirstAnswer } from './chat-answer';
import type { ChatRequest } from './chat.dto';
import { LeaseKeeper } from './lease-keeper';
import type { Outbound } from './outbound';
import { idempotencyMarks, openReply, sealReply, type IdempotencyMarks, type KeptReply } from './replay';
import { replyTextBytes } from './reply';

/** A committed reservation, or the kept reply of a request that was already answered. */
export interface Hold {
  readonly amountNano: bigint;
  readonly price: Price;
  readonly tokensInMax: number;
  readonly tokensOutMax: number;
  readonly keys: TenantKeys;
  readonly idempotency: IdempotencyMarks | undefined;
  readonly replay?: KeptReply & { readonly first: FirstAnswer };
}

interface Price {
  readonly id: bigint | null;
  readonly inputNano: bigint;
  readonly outputNano: bigint;
}

interface Chargeable {
  readonly chat: ChatRequest;
  readonly model: CatalogueModel;
  readonly outbound: Outbound;
  /** The body as it came in, for commitment and fingerprint. */
  readonly bytes: Buffer;
}

/** Three UTF-8 bytes per token: one Chinese character, a little less than an English word. Estimates only. */
const BYTES_PER_TOKEN_ESTIMATED = 3;

/** The money of a chat: reserve a true ceiling before, settle what the model really used after. */
@Injectable()
export class ChatCharging {
  constructor(
    private readonly ledger: Ledger,
    private readonly secrets: TenantSecrets,
    private readonly leases: LeaseKeeper,
    private readonly limiter: Limiter,
  ) {}

  /**
   * Reserves the most this call can cost. Committed when it returns.
   * @throws AppError insufficient_balance, idempotency_conflict, idempotency_mismatch, billing_unavailable
   */
  async reserve(operation: Operation, request: GatewayRequest, call: Chargeable): Promise<Hold> {
    const { tenantId, keyNumber } = operation.principal;
    const keys = await this.secrets.keys(tenantId);
    operation.requestCommitment = tenantCommitment(keys.prf, call.bytes);
    const hold = this.plan(
      operation,
      call,
      keys,
      idempotencyMarks(request.headers['idempotency-key'], call.bytes, keys),
    );
    const reserved = await this.ledger.reserve({
      requestId: operation.requestId,
      tenantId,
      keyNumber,
      model: call.model.id,
      amountNano: hold.amountNano,
      priceId: hold.price.id,
      context: { ...operation.auditFields('interrupted'), hold: operation.requestId },
      idempotency: hold.idempotency,
    });
    if (reserved.outcome === 'replay') return replayed(operation, hold, reserved);
    refuse(reserved, hold);
    operation.holdsBalance = true;
    operation.priceId = hold.price.id ?? undefined;
    return hold;
  }

  /** Keeps the hold alive while the model works, however long that takes. */
  whileLeased<Result>(operation: Operation, call: () => Promise<Result>): Promise<Result> {
    return this.leases.whileLeased(operation.requestId, call);
  }

  /**
   * Notes on the operation what the call costs; the frame commits it together with the record. The charge never
   * exceeds the hold: what a model used beyond it is the operator's loss, booked as a write-off.
   */
  async settle(operation: Operation, hold: Hold, kept: KeptReply): Promise<void> {
    const usage = this.usage(hold, kept.reply);
    const cost = costNano(usage, hold.price);
    const chargeNano = cost < hold.amountNano ? cost : hold.amountNano;
    operation.tokens = { in: usage.tokensIn, out: usage.tokensOut, source: usage.source };
    operation.costNano = chargeNano;
    await this.limiter.debitTokens(operation.principal, usage.tokensIn + usage.tokensOut);
    operation.replyCommitment = tenantCommitment(hold.keys.prf, JSON.stringify(kept.reply));
    operation.settlement = {
      kind: 'settle',
      requestId: operation.requestId,
      chargeNano,
      writeoffNano: cost - chargeNano,
      tokensIn: usage.tokensIn,
      tokensOut: usage.tokensOut,
      usageSource: usage.source,
      entities: operation.entitiesProcessed,
      reply: hold.idempotency && sealReply(kept, gwFacts(operation), hold.keys, hold.idempotency.key),
    };
  }

  private plan(
    operation: Operation,
    { chat, model, outbound }: Chargeable,
    keys: TenantKeys,
    idempotency: IdempotencyMarks | undefined,
  ): Hold {
    const isFree = operation.principal.environment === 'test';
    if (!model.price) throw new AppError('model_not_open');
    const price = isFree ? { id: null, inputNano: 0n, outputNano: 0n } : model.price;
    // A byte-level tokenizer cannot make more tokens than there are bytes.
    const tokensInMax = Buffer.byteLength(outbound.json);
    const tokensOutMax = outbound.outputTokensMax * chat.choices;
    const amountNano = ceilingNano({ tokensInMax, tokensOutMax }, price);
    return { amountNano, price, tokensInMax, tokensOutMax, keys, idempotency };
  }

  /** What the model says it used, if that is possible at all; else an estimate within the hold. */
  private usage(hold: Hold, reply: JsonObject): Usage {
    const told = readUsage(reply, hold);
    if (told) return { ...told, source: 'upstream' };
    const estimate = (bytes: number, max: number): number =>
      Math.min(Math.ceil(bytes / BYTES_PER_TOKEN_ESTIMATED), max);
    return {
      tokensIn: estimate(hold.tokensInMax, hold.tokensInMax),
      tokensOut: estimate(replyTextBytes(reply), hold.tokensOutMax),
      source: 'estimated',
    };
  }
}

interface Usage {
  readonly tokensIn: number;
  readonly tokensOut: number;
  readonly source: 'upstream' | 'estimated';
}

function refuse(reserved: Exclude<Reserved, { outcome: 'replay' }>, hold: Hold): void {
  switch (reserved.outcome) {
    case 'reserved':
      return;
    case 'in_flight':
      throw new AppError('idempotency_conflict');
    case 'mismatch':
      throw new AppError('idempotency_mismatch');
    case 'insufficient':
      throw new AppError('insufficient_balance', {
        extras: {
          balance: nanoToJsonNumber(reserved.availableNano),
          required: nanoToJsonNumber(hold.amountNano),
        },
      });
  }
}

function replayed(
  operation: Operation,
  hold: Hold,
  answered: Extract<Reserved, { outcome: 'replay' }>,
): Hold {
  if (!hold.idempotency) throw new AppError('billing_unavailable');
  const { facts, ...kept } = openReply(answered.reply, hold.keys, hold.idempotency.key);
  operation.outcome = 'replayed';
  return { ...hold, replay: { ...kept, first: { facts, place: answered } } };
}

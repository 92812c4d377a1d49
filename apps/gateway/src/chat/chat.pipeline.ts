import { Inject, Injectable } from '@nestjs/common';
import type { CatalogueModel } from '@gw/catalogue';
import {
  AppError,
  GW_CONFIG,
  invalidRequest,
  jsonBodyLimits,
  readJsonBody,
  type GwConfig,
  type JsonObject,
  type JsonValue,
} from '@gw/platform';
import type { GatewayRequest } from '../auth/gateway-request';
import { AuditedOperations } from '../operations/audited-operations';
import type { Operation } from '../operations/operation';
import { Destinations } from '../operations/destinations';
import { refuseBlocked, TextProtection, type CheckedTexts } from '../privacy/text-protection';
import { readReply } from '../upstream/reply-check';
import { Upstreams } from '../upstream/upstreams';
import { answerChat, type ChatAnswer } from './chat-answer';
import { ChatCharging } from './chat-charging';
import { collectRequestTexts, hasUnscannablePart, malformedStructuralPath, type TextLeaf } from './chat-text';
import { readChatRequest, type ChatRequest } from './chat.dto';
import { buildOutbound } from './outbound';
import { completeReply, restoreReply, type RestoredReply } from './reply';

/**
 * The life of a chat request, top to bottom. The guard has authenticated the caller; whatever happens below,
 * the frame (`AuditedOperations`) resolves the hold and appends exactly one audit record before anything is
 * answered. Nothing is forwarded unless every step above it succeeded.
 */
@Injectable()
export class ChatPipeline {
  constructor(
    private readonly operations: AuditedOperations,
    private readonly destinations: Destinations,
    private readonly protection: TextProtection,
    private readonly charging: ChatCharging,
    private readonly upstreams: Upstreams,
    @Inject(GW_CONFIG) private readonly config: GwConfig,
  ) {}

  /** @throws AppError of `docs/errors.md`; nothing was charged when it throws */
  complete(request: GatewayRequest): Promise<ChatAnswer> {
    return this.operations.run(
      'chat',
      request,
      (operation) => this.completeAudited(request, operation),
      answerChat,
    );
  }

  private async completeAudited(request: GatewayRequest, operation: Operation): Promise<RestoredReply> {
    const { tenantId } = operation.principal;

    // parse
    const { value, bytes } = await readJsonBody(request, jsonBodyLimits(this.config));
    const chat = readChatRequest(value, this.config.GW_MESSAGES_MAX);
    const model = await this.destinations.openModel(operation, chat.model);

    // collect texts → detect → decide → (blocked? refuse)
    const leaves = collectRequestTexts(chat.body);
    const checked = await this.protection.check(tenantId, leaves, model.jurisdiction);
    operation.record(checked);
    refuseUncheckable(chat, leaves, checked, model);
    refuseBlocked(checked);

    // tokenize, with the self-check restore(masked) == original
    const masked = await this.protection.mask(tenantId, checked);
    const outbound = buildOutbound(chat, model, masked.texts);
    if (masked.map.findLeak(outbound.json)) throw new AppError('surrogate_conflict');

    // reserve: committed before a byte leaves; a retry of a finished request is answered from its kept reply
    const hold = await this.charging.reserve(operation, request, { chat, model, outbound, bytes });
    if (hold.replay) return restoreReply(hold.replay, masked.map, operation);

    // forward
    const reply = await this.charging.whileLeased(operation, () =>
      this.upstreams.chat({ model, body: outbound.json, requestId: operation.requestId }),
    );
    operation.upstream = { status: reply.status, ms: reply.ms };

    // restore
    const kept = {
      reply: completeReply(readReply(reply), operation),
      modelSaw: sandboxSaw(model, outbound.body),
    };
    const restored = restoreReply(kept, masked.map, operation);

    // settle + audit: one commit, made by the frame
    await this.charging.settle(operation, hold, kept);
    return restored;
  }
}

/**
 * Refuses what cannot be checked or rewritten.
 * @throws AppError unscannable_content, invalid_request
 */
function refuseUncheckable(
  chat: ChatRequest,
  leaves: readonly TextLeaf[],
  checked: CheckedTexts,
  model: CatalogueModel,
): void {
  const unscannable = checked.policy.unscannable?.[model.jurisdiction];
  const allowed = unscannable ?? (model.jurisdiction === 'local' ? 'pass' : 'refuse');
  if (allowed === 'refuse' && hasUnscannablePart(chat.body)) throw new AppError('unscannable_content');
  const malformed = malformedStructuralPath(leaves);
  if (malformed) throw invalidRequest({ path: malformed, problem: 'must be a plain name or id' });
  for (const { textIndex, action } of checked.decisions) {
    const path = leaves[textIndex]?.structuralPath;
    if (path && action !== 'pass') throw invalidRequest({ path, problem: 'must not hold personal data' });
  }
}

/** `sandbox/echo` alone shows the newcomer the last message as the model received it. */
function sandboxSaw({ channel }: CatalogueModel, { messages }: JsonObject): JsonValue | undefined {
  if (channel.protocol !== 'sandbox' || !Array.isArray(messages)) return undefined;
  return (messages.at(-1) as JsonObject).content;
}

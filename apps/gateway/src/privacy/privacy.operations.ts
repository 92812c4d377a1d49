import { Inject, Injectable } from '@nestjs/common';
import type { Finding } from '@gw/detection';
import { GW_CONFIG, jsonBodyLimits, readJsonBody, type GwConfig, type JsonObject } from '@gw/platform';
import type { Action } from '@gw/policy';
import { restoreWithMap } from '@gw/tokenstore';
import type { GatewayRequest } from '../auth/gateway-request';
import { AuditedOperations } from '../operations/audited-operations';
import { Destinations } from '../operations/destinations';
import { toCodePointSpans } from './code-points';
import { readDetectRequest, readDetokenizeRequest, readTokenizeRequest } from './privacy.dto';
import { refuseBlocked, TextProtection } from './text-protection';

/** One element of `decisions`; offsets count characters (code points) of the original text. */
export interface Decision {
  readonly entity_type: string;
  readonly action: Action;
  readonly confidence: number;
  readonly start: number;
  readonly end: number;
}

/** One element of `entities`; offsets count characters (code points). */
export interface Entity {
  readonly entity_type: string;
  readonly start: number;
  readonly end: number;
  readonly score: number;
}

export interface TokenizeAnswer {
  readonly text: string;
  readonly surrogates: Record<string, string>;
  readonly decisions: readonly Decision[];
}

/** Weaker findings are noise; they are not listed. */
const LISTED_SCORE_MIN = 0.3;

/** Masking, restoring and reporting without a model: audited like a chat, never charged. */
@Injectable()
export class PrivacyOperations {
  constructor(
    private readonly operations: AuditedOperations,
    private readonly destinations: Destinations,
    private readonly protection: TextProtection,
    @Inject(GW_CONFIG) private readonly config: GwConfig,
  ) {}

  /** @throws AppError as in `docs/errors.md`, blocked_by_policy among them */
  tokenize(request: GatewayRequest): Promise<TokenizeAnswer> {
    return this.operations.run(
      'tokenize',
      request,
      async (operation) => {
        const { text, model } = readTokenizeRequest(await this.body(request));
        const jurisdiction = await this.destinations.declared(operation, model);
        const checked = await this.protection.check(operation.principal.tenantId, [{ text }], jurisdiction);
        operation.record(checked);
        refuseBlocked(checked);
        const masked = await this.protection.mask(operation.principal.tenantId, checked);
        const spans = toCodePointSpans(
          text,
          checked.decisions.map(({ finding }) => finding),
        );
        return {
          text: masked.texts[0] as string,
          surrogates: masked.map.surrogates(),
          decisions: checked.decisions.map(({ finding, action }, index) => ({
            entity_type: finding.type,
            action,
            confidence: finding.confidence,
            ...(spans[index] as { start: number; end: number }),
          })),
        };
      },
      (answer) => answer,
    );
  }

  /** Uses only the map of the request: no key holder can read mappings of others. */
  detokenize(request: GatewayRequest): Promise<{ readonly text: string; readonly restored: number }> {
    return this.operations.run(
      'detokenize',
      request,
      async () => {
        const { text, surrogates } = readDetokenizeRequest(await this.body(request));
        const { text: restoredText, restored } = restoreWithMap(text, surrogates);
        return { text: restoredText, restored };
      },
      (answer) => answer,
    );
  }

  detect(request: GatewayRequest): Promise<{ readonly entities: readonly Entity[] }> {
    return this.operations.run(
      'detect',
      request,
      async (operation) => {
        const { text } = readDetectRequest(await this.body(request));
        const [found = []] = await this.protection.detect(operation.principal.tenantId, [{ text }]);
        return { entities: toEntities(text, found) };
      },
      (answer) => answer,
    );
  }

  private async body(request: GatewayRequest): Promise<JsonObject> {
    return (await readJsonBody(request, jsonBodyLimits(this.config))).value;
  }
}

function toEntities(text: string, findings: readonly Finding[]): Entity[] {
  const listed = findings.filter(({ confidence }) => confidence >= LISTED_SCORE_MIN);
  const spans = toCodePointSpans(text, listed);
  return listed.map(({ type, confidence }, index) => ({
    entity_type: type,
    ...(spans[index] as { start: number; end: number }),
    score: confidence,
  }));
}

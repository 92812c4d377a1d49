import type { AuditRecordFields } from '@gw/audit';
import type { Resolution } from '@gw/billing';
import type { Principal } from '@gw/tenancy';
import type { CheckedTexts } from '../privacy/text-protection';

export type OperationKind = 'chat' | 'tokenize' | 'detokenize' | 'detect';

/** What an audited operation has learned so far. Whatever way it ends, its record is made from this. */
export class Operation {
  model: string | undefined;
  jurisdiction: string | undefined;
  egress: string | undefined;
  policyVersion: number | undefined;
  detectorVersion: string | undefined;
  unrestored = 0;
  tokens: AuditRecordFields['tokens'];
  costNano = 0n;
  priceId: bigint | undefined;
  upstream: AuditRecordFields['upstream'];
  requestCommitment: string | undefined;
  replyCommitment: string | undefined;
  outcome: 'completed' | 'replayed' = 'completed';
  /** True from the moment a hold is committed: any other end than a settlement voids it. */
  holdsBalance = false;
  /** How the hold ends when the work succeeds. */
  settlement: Resolution | undefined;
  private readonly entities: Record<string, Record<string, number>> = {};
  private processedCount = 0;

  constructor(
    readonly kind: OperationKind,
    readonly requestId: string,
    readonly principal: Principal,
    readonly endpoint: string,
  ) {}

  /** How many findings were acted on, i.e. did not simply pass. */
  get entitiesProcessed(): number {
    return this.processedCount;
  }

  /** Counts findings by type and action; called before anything can refuse because of them. */
  record(checked: CheckedTexts): void {
    this.policyVersion = checked.policyVersion;
    this.detectorVersion = checked.detectorVersion;
    for (const { finding, action } of checked.decisions) {
      const byAction = (this.entities[finding.type] ??= {});
      byAction[action] = (byAction[action] ?? 0) + 1;
      if (action !== 'pass') this.processedCount++;
    }
  }

  /** The fields of this operation's audit record. No text, no look-alike, no address, no secret. */
  auditFields(outcome: string): AuditRecordFields {
    return {
      kind: this.kind,
      request_id: this.requestId,
      tenant: this.principal.tenantId,
      key: this.principal.keyNumber,
      endpoint: this.endpoint,
      model: this.model,
      jurisdiction: this.jurisdiction,
      egress: this.egress,
      policy: this.policyVersion,
      detector: this.detectorVersion,
      outcome,
      entities: this.entities,
      unrestored: this.unrestored,
      tokens: this.tokens,
      cost_nano: this.costNano.toString(),
      price: this.priceId?.toString(),
      hold: this.holdsBalance ? this.requestId : undefined,
      upstream: this.upstream,
      request_commitment: this.requestCommitment,
      reply_commitment: this.replyCommitment,
    };
  }
}

import { LosslessNumber, stringify } from 'lossless-json';
import { formatCny } from '@gw/billing';
import type { JsonObject, JsonValue } from '@gw/platform';
import type { AuditPlace } from '../operations/audited-operations';
import type { Operation } from '../operations/operation';
import type { RestoredReply } from './reply';

/** The body of a 200, already serialized: numbers keep every digit. */
export interface ChatAnswer {
  readonly json: string;
  readonly replayed: boolean;
}

/** What `gw` tells of a call before its record stands; kept with a reply, so that a replay can say it again. */
export interface GwFacts {
  readonly request_id: string;
  readonly entities_processed: number;
  readonly jurisdiction: string;
  readonly egress: string;
  readonly cost_nano: string;
  readonly policy_version: number;
  readonly usage_source: string;
}

/** The first answer's `gw`, as a retry repeats it. */
export interface FirstAnswer {
  readonly facts: GwFacts;
  readonly place: AuditPlace;
}

export function gwFacts(operation: Operation): GwFacts {
  return {
    request_id: operation.requestId,
    entities_processed: operation.entitiesProcessed,
    jurisdiction: operation.jurisdiction ?? '',
    egress: operation.egress ?? '',
    cost_nano: operation.costNano.toString(),
    policy_version: operation.policyVersion ?? 0,
    usage_source: operation.tokens?.source ?? 'estimated',
  };
}

/** Adds `gw` to the restored reply, now that the record stands and the balance is known. */
export function answerChat(reply: RestoredReply, operation: Operation, place: AuditPlace): ChatAnswer {
  const { facts, place: told } = reply.first ?? { facts: gwFacts(operation), place };
  const gw = gwDocument(facts, told, reply.modelSaw);
  return { json: stringify({ ...reply.body, gw }) as string, replayed: reply.first !== undefined };
}

function gwDocument(facts: GwFacts, place: AuditPlace, modelSaw: JsonValue | undefined): JsonObject {
  return {
    request_id: facts.request_id,
    entities_processed: count(facts.entities_processed),
    jurisdiction: facts.jurisdiction,
    egress: facts.egress,
    cost: cny(BigInt(facts.cost_nano)),
    balance: cny(place.balanceNano ?? 0n),
    audit_head: place.head,
    audit_seq: count(Number(place.seq)),
    policy_version: count(facts.policy_version),
    usage_source: facts.usage_source,
    ...(modelSaw === undefined ? {} : { model_saw: modelSaw }),
  };
}

function count(value: number): JsonValue {
  return new LosslessNumber(String(value));
}

/** CNY with up to nine decimals, written exactly. */
function cny(nano: bigint): JsonValue {
  return new LosslessNumber(formatCny(nano));
}

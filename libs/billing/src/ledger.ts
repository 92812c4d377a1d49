import { Inject, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { AppError, GroupCommit, GW_CONFIG, type GwConfig } from '@gw/platform';
import { BALANCE_NANO_MAX } from './money';

/** Money to be set aside for one call. */
export interface Reservation {
  readonly requestId: string;
  readonly tenantId: string;
  readonly keyNumber: string;
  readonly model: string;
  readonly amountNano: bigint;
  /** The price the call is pinned to; null for a call that is free. */
  readonly priceId: bigint | null;
  /** What the record of an interrupted call is made of. */
  readonly context: object;
  /** Keyed hashes in hex. */
  readonly idempotency?: { readonly key: string; readonly fingerprint: string };
}

export type Reserved =
  | { readonly outcome: 'reserved' }
  | { readonly outcome: 'insufficient'; readonly availableNano: bigint }
  | { readonly outcome: 'in_flight' }
  | { readonly outcome: 'mismatch' }
  | ({ readonly outcome: 'replay' } & FirstAnswer);

/** The answered request a retry repeats, with its record's place and the balance after its charge. */
export interface FirstAnswer {
  readonly requestId: string;
  readonly reply: Buffer;
  readonly seq: bigint;
  readonly head: string;
  readonly balanceNano: bigint;
}

/** How a hold ends; carried out by the audit chain, in the same commit as the record. */
export type Resolution =
  | {
      readonly kind: 'settle';
      readonly requestId: string;
      /** At most the hold. */
      readonly chargeNano: bigint;
      /** What the call cost beyond the hold: the operator's loss. */
      readonly writeoffNano: bigint;
      readonly tokensIn: number;
      readonly tokensOut: number;
      readonly usageSource: 'upstream' | 'estimated';
      readonly entities: number;
      /** Sealed; kept 24 hours for a retry with the same idempotency key. */
      readonly reply?: Buffer;
    }
  | { readonly kind: 'void' | 'expire'; readonly requestId: string };

export interface Account {
  readonly postedNano: bigint;
  readonly heldNano: bigint;
}

export type TransactionKind = 'credit' | 'charge' | 'adjust' | 'writeoff';

/** The tenant's own leg of a transaction. */
export interface LedgerEntry {
  readonly seq: string;
  readonly at: Date;
  readonly kind: TransactionKind;
  readonly amountNano: bigint;
  /** Posted balance after it. */
  readonly balanceNano: bigint;
  readonly reference: string;
  readonly note: string | null;
}

export interface OpenHold {
  readonly request_id: string;
  readonly tenant_id: string;
  readonly context: Record<string, unknown>;
}

interface ReservedRow {
  readonly outcome: Reserved['outcome'];
  readonly available?: string;
  readonly request_id?: string;
  readonly reply?: string;
  readonly seq?: string;
  readonly head?: string;
  readonly balance?: string;
}

/** Accounts, holds, transactions and entries. Exact, never negative, never twice. */
@Injectable()
export class Ledger {
  private readonly reservations: GroupCommit<Reservation, Reserved>;

  constructor(
    private readonly dataSource: DataSource,
    @Inject(GW_CONFIG) private readonly config: GwConfig,
  ) {
    this.reservations = new GroupCommit((items) => this.write(items), { maxItems: 500, maxDelayMs: 1 });
  }

  /**
   * Sets money aside, or says why not. Reservations that come together share one commit; each is decided in order.
   * @throws AppError billing_unavailable
   */
  reserve(reservation: Reservation): Promise<Reserved> {
    return this.reservations.add(reservation);
  }

  /** Prolongs the leases of calls in flight. */
  async renew(requestIds: readonly string[]): Promise<void> {
    await this.dataSource.query(
      `UPDATE hold SET lease_until = clock_timestamp() + make_interval(secs => $2)
        WHERE request_id = ANY ($1::uuid[]) AND state = 'open'`,
      [requestIds, this.config.GW_HOLD_LEASE_SECONDS],
    );
  }

  /** Holds whose lease ran out by the database's clock; their calls died with their process. */
  expired(limit: number): Promise<OpenHold[]> {
    return this.dataSource.query(
      `SELECT request_id, tenant_id, context FROM hold
        WHERE state = 'open' AND lease_until < clock_timestamp() ORDER BY lease_until LIMIT $1`,
      [limit],
    );
  }

  /**
   * Adds prepaid money. The same reference again answers the first transaction and credits nothing.
   * @throws AppError conflict when the balance would pass 9,000,000 CNY
   */
  credit(tenantId: string, amountNano: bigint, reference: string, note?: string): Promise<LedgerEntry> {
    return this.post(tenantId, 'credit', amountNano, reference, note);
  }

  /** A signed correction; never an edit. @throws AppError conflict when it would take more than is available */
  adjust(tenantId: string, amountNano: bigint, reference: string, reason: string): Promise<LedgerEntry> {
    return this.post(tenantId, 'adjust', amountNano, reference, reason);
  }

  async account(tenantId: string): Promise<Account> {
    const rows: { posted: string; held: string }[] = await this.dataSource.query(
      'SELECT posted, held FROM account WHERE tenant_id = $1',
      [tenantId],
    );
    return { postedNano: BigInt(rows[0]?.posted ?? 0), heldNano: BigInt(rows[0]?.held ?? 0) };
  }

  /** Newest first; `before` is the last seq of the page before. */
  async entries(tenantId: string, before: string | null, limit: number): Promise<LedgerEntry[]> {
    return this.select('($2::bigint IS NULL OR t.id < $2)', [tenantId, before], limit);
  }

  private async post(
    tenantId: string,
    kind: TransactionKind,
    amountNano: bigint,
    reference: string,
    note?: string,
  ): Promise<LedgerEntry> {
    const rows: { result: { outcome: string; id?: string } }[] = await this.dataSource.query(
      'SELECT post_transaction($1, $2, $3, $4, $5, $6) AS result',
      [tenantId, kind, reference, note ?? null, amountNano.toString(), BALANCE_NANO_MAX.toString()],
    );
    const result = rows[0]?.result;
    if (!result?.id) throw new AppError('conflict');
    const [entry] = await this.select('t.id = $2', [tenantId, result.id], 1);
    return entry as LedgerEntry;
  }

  private async select(where: string, parameters: unknown[], limit: number): Promise<LedgerEntry[]> {
    const rows: EntryRow[] = await this.dataSource.query(
      `SELECT t.id, t.at, t.kind, t.reference, t.note, e.amount, e.balance FROM ledger_transaction t
        JOIN entry e ON e.transaction_id = t.id AND e.account = 'tenant:' || t.tenant_id
        WHERE t.tenant_id = $1 AND ${where} ORDER BY t.id DESC LIMIT ${limit}`,
      parameters,
    );
    return rows.map((row) => ({
      seq: row.id,
      at: row.at,
      kind: row.kind,
      amountNano: BigInt(row.amount),
      balanceNano: BigInt(row.balance),
      reference: row.reference,
      note: row.note,
    }));
  }

  private async write(items: readonly Reservation[]): Promise<Reserved[]> {
    try {
      const rows: { results: ReservedRow[] }[] = await this.dataSource.query(
        'SELECT reserve_batch($1::jsonb, $2) AS results',
        [JSON.stringify(items.map(wireReservation)), this.config.GW_HOLD_LEASE_SECONDS],
      );
      return (rows[0] as { results: ReservedRow[] }).results.map(toReserved);
    } catch (cause) {
      throw new AppError('billing_unavailable', { cause });
    }
  }
}

interface EntryRow {
  id: string;
  at: Date;
  kind: TransactionKind;
  reference: string;
  note: string | null;
  amount: string;
  balance: string;
}

function wireReservation(reservation: Reservation): object {
  return {
    request_id: reservation.requestId,
    tenant: reservation.tenantId,
    key: reservation.keyNumber,
    model: reservation.model,
    amount: reservation.amountNano.toString(),
    price_id: reservation.priceId?.toString() ?? null,
    context: reservation.context,
    idem: reservation.idempotency?.key ?? null,
    fingerprint: reservation.idempotency?.fingerprint ?? null,
  };
}

function toReserved(row: ReservedRow): Reserved {
  switch (row.outcome) {
    case 'insufficient':
      return { outcome: 'insufficient', availableNano: BigInt(row.available ?? 0) };
    case 'replay':
      return {
        outcome: 'replay',
        requestId: row.request_id as string,
        reply: Buffer.from(row.reply as string, 'base64'),
        seq: BigInt(row.seq ?? 0),
        head: row.head ?? '',
        balanceNano: BigInt(row.balance ?? 0),
      };
    default:
      return { outcome: row.outcome };
  }
}

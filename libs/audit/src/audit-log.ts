import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { AppError, invalidRequest } from '@gw/platform';
import { AuditChain } from './chain';
import { genesisHead, type Genesis } from './record';
import { ChainVerifier } from './verify';

export const LEAVES_MAX = 10_000;
const PAGE = 5_000;
const NEWEST_CHECKED = 1_000n;

export interface LeafRange {
  readonly log: string;
  readonly from: number;
  readonly to: number;
  readonly head_before: string;
  readonly leaves: readonly string[];
  readonly head_after: string;
}

export interface RecordRow {
  readonly seq: string;
  readonly request_id: string;
  readonly kind: string;
  readonly tenant_id: string | null;
  readonly recorded_at: Date;
  readonly bytes: string;
  readonly leaf: Buffer;
  readonly head: Buffer;
}

export interface Verification {
  readonly ok: boolean;
  readonly from: number;
  readonly to: number;
  readonly records: number;
  readonly head: string;
  readonly first_bad_seq?: number;
}

export interface RecordFilter {
  readonly kind?: string;
  readonly tenant?: string;
  readonly request_id?: string;
  /** Records before this seq; the last one of the page before. */
  readonly before?: string;
  readonly limit: number;
}

/** Reads the log and checks it. Writing is the chain's. */
@Injectable()
export class AuditLog {
  private broken = false;

  constructor(
    private readonly dataSource: DataSource,
    private readonly chain: AuditChain,
  ) {}

  /** False once a check has found a link that does not fit. */
  get isIntact(): boolean {
    return !this.broken;
  }

  /**
   * Leaf hashes from `from` to `to`, both inclusive, at most 10,000.
   * @throws AppError invalid_request, not_found when the log does not reach that far
   */
  async leaves(from: number, to: number): Promise<LeafRange> {
    if (from < 1 || to < from || to - from >= LEAVES_MAX) {
      throw invalidRequest({
        path: 'to',
        problem: `must be from ≤ to < from + ${LEAVES_MAX}, counted from 1`,
      });
    }
    const rows: { leaf: Buffer; head: Buffer }[] = await this.dataSource.query(
      'SELECT leaf, head FROM audit_record WHERE seq BETWEEN $1 AND $2 ORDER BY seq',
      [from, to],
    );
    if (rows.length !== to - from + 1) throw new AppError('not_found');
    const { log } = await this.genesis();
    return {
      log,
      from,
      to,
      head_before: (await this.headAt(BigInt(from) - 1n)).toString('hex'),
      leaves: rows.map(({ leaf }) => leaf.toString('hex')),
      head_after: (rows.at(-1) as { head: Buffer }).head.toString('hex'),
    };
  }

  async byRequest(requestId: string): Promise<RecordRow | null> {
    const [row] = await this.records({ request_id: requestId, limit: 1 });
    return row ?? null;
  }

  /** Newest first. */
  records({ kind, tenant, request_id, before, limit }: RecordFilter): Promise<RecordRow[]> {
    return this.dataSource.query(
      `SELECT seq, request_id, kind, tenant_id, recorded_at, bytes, leaf, head FROM audit_record
        WHERE ($1::text IS NULL OR kind = $1) AND ($2::uuid IS NULL OR tenant_id = $2)
          AND ($3::uuid IS NULL OR request_id = $3) AND ($4::bigint IS NULL OR seq < $4)
        ORDER BY seq DESC LIMIT $5`,
      [kind ?? null, tenant ?? null, request_id ?? null, before ?? null, limit],
    );
  }

  /** Verifies every link of a range, the whole log by default; memory stays bounded. */
  async verify(from = 1, to?: number): Promise<Verification> {
    const head = await this.chain.head();
    const last = to ?? Number(head.seq);
    const verifier = new ChainVerifier(BigInt(from) - 1n, await this.headAt(BigInt(from) - 1n));
    let fits = true;
    while (fits && Number(verifier.currentSeq) < last) {
      const rows = await this.page(verifier.currentSeq, BigInt(last));
      fits = rows.length > 0 && rows.every((row) => verifier.check({ ...row, seq: BigInt(row.seq) }));
      if (rows.length === 0) break;
    }
    const reached = Number(verifier.currentSeq) >= last;
    const headFits = to !== undefined || verifier.currentHead === head.head;
    const ok = fits && reached && headFits;
    if (!ok) this.broken = true;
    return {
      ok,
      from,
      to: last,
      records: verifier.records,
      head: verifier.currentHead,
      ...(ok ? {} : { first_bad_seq: Number(verifier.firstBadSeq ?? verifier.currentSeq + 1n) }),
    };
  }

  /** Verifies the newest links; part of start and of a periodic check. */
  async verifyNewest(): Promise<boolean> {
    const { seq } = await this.chain.head();
    const from = seq > NEWEST_CHECKED ? Number(seq - NEWEST_CHECKED) : 1;
    return seq === 0n || (await this.verify(from)).ok;
  }

  async genesis(): Promise<Genesis> {
    const rows: Genesis[] = await this.dataSource.query(
      'SELECT log, created, ed25519_pub, format FROM audit_log WHERE id = 1',
    );
    if (!rows[0]) throw new AppError('audit_unavailable');
    return rows[0];
  }

  private async headAt(seq: bigint): Promise<Buffer> {
    if (seq === 0n) return genesisHead(await this.genesis());
    const rows: { head: Buffer }[] = await this.dataSource.query(
      'SELECT head FROM audit_record WHERE seq = $1',
      [seq.toString()],
    );
    if (!rows[0]) throw new AppError('not_found');
    return rows[0].head;
  }

  private page(after: bigint, last: bigint): Promise<RecordRow[]> {
    return this.dataSource.query(
      'SELECT seq, bytes, leaf, head FROM audit_record WHERE seq > $1 AND seq <= $2 ORDER BY seq LIMIT $3',
      [after.toString(), last.toString(), PAGE],
    );
  }
}

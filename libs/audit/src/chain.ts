import { Injectable, type OnModuleInit } from '@nestjs/common';
import { generateKeyPairSync } from 'node:crypto';
import { DataSource } from 'typeorm';
import { AppError, GroupCommit, newId, RootKey } from '@gw/platform';
import { genesisHead, recordBytes, type AuditRecordFields, type Genesis } from './record';

/** How the hold a record belongs to ends. Made by billing; the chain only carries it into the same commit. */
export type HoldResolution =
  | {
      readonly kind: 'settle';
      readonly requestId: string;
      readonly chargeNano: bigint;
      readonly writeoffNano: bigint;
      readonly tokensIn: number;
      readonly tokensOut: number;
      readonly usageSource: string;
      readonly entities: number;
      readonly reply?: Buffer;
    }
  | { readonly kind: 'void' | 'expire'; readonly requestId: string };

/** Where a record stands. `appended` is false when its hold was resolved before: nothing was charged or written. */
export interface Appended {
  readonly appended: boolean;
  readonly seq: bigint;
  readonly head: string;
  /** Posted balance of the hold's tenant after the commit; null without a hold. */
  readonly balanceNano: bigint | null;
}

export interface AuditHead {
  readonly seq: bigint;
  readonly head: string;
  readonly recordedAt: string;
}

interface Item {
  readonly request_id: string;
  readonly kind: string;
  readonly tenant: string | null;
  readonly bytes: string;
  readonly resolution: object | null;
}

interface CommitRow {
  readonly appended: boolean;
  readonly seq?: string;
  readonly head?: string;
  readonly balance?: string | null;
}

const FORMAT = 'gw-audit/v1';
const BATCH = { maxItems: 500, maxDelayMs: 2 };

/**
 * The one writer of the log. Records of many requests share one server-side call and so one commit, which also
 * resolves their holds; the call locks the head, hashes, inserts and moves the head, so that nothing can fork.
 */
@Injectable()
export class AuditChain implements OnModuleInit {
  private readonly commits: GroupCommit<Item, Appended>;
  private log: string | undefined;
  private last: AuditHead | undefined;

  constructor(
    private readonly dataSource: DataSource,
    private readonly rootKey: RootKey,
  ) {
    this.commits = new GroupCommit((items) => this.write(items), BATCH);
  }

  async onModuleInit(): Promise<void> {
    await this.open();
  }

  /** The newest head this process has seen, for answers when the database is away. */
  get lastKnown(): AuditHead | undefined {
    return this.last;
  }

  /**
   * Appends one record, and resolves the hold it belongs to in the same commit.
   * @throws AppError audit_unavailable: nothing was written, or it is unknown whether it was
   */
  async append(fields: AuditRecordFields, resolution?: HoldResolution): Promise<Appended> {
    const log = this.log ?? (await this.open());
    return this.commits.add({
      request_id: fields.request_id,
      kind: fields.kind,
      tenant: fields.tenant ?? null,
      bytes: recordBytes(fields, log),
      resolution: resolution ? wireResolution(resolution) : null,
    });
  }

  /** False when the head cannot be read, so that nothing could be appended either. */
  async isHealthy(): Promise<boolean> {
    await this.head();
    return true;
  }

  /** Resolves when every queued record is committed. */
  flush(): Promise<void> {
    return this.commits.drained();
  }

  /** @throws AppError audit_unavailable */
  async head(): Promise<AuditHead> {
    const rows: { seq: string; head: Buffer; recorded_at: Date }[] = await this.dataSource
      .query('SELECT seq, head, recorded_at FROM audit_head WHERE id = 1')
      .catch(unavailable);
    const row = rows[0];
    if (!row) throw new AppError('audit_unavailable');
    const head = {
      seq: BigInt(row.seq),
      head: row.head.toString('hex'),
      recordedAt: row.recorded_at.toISOString(),
    };
    this.remember(head);
    return head;
  }

  /** Answers come back in any order; the newest head stays. */
  private remember(head: AuditHead): void {
    if (!this.last || this.last.seq <= head.seq) this.last = head;
  }

  private async write(items: readonly Item[]): Promise<Appended[]> {
    const rows: { results: CommitRow[] }[] = await this.dataSource
      .query('SELECT commit_batch($1::jsonb) AS results', [JSON.stringify(items)])
      .catch(unavailable);
    return (rows[0] as { results: CommitRow[] }).results.map((row) => this.toAppended(row));
  }

  private toAppended(row: CommitRow): Appended {
    if (!row.appended) return { appended: false, seq: 0n, head: '', balanceNano: null };
    const seq = BigInt(row.seq as string);
    const head = row.head as string;
    this.remember({ seq, head, recordedAt: new Date().toISOString() });
    return { appended: true, seq, head, balanceNano: row.balance ? BigInt(row.balance) : null };
  }

  /** Reads which log this is; the first process ever to start writes its genesis. */
  private async open(): Promise<string> {
    const find = async (): Promise<string | undefined> => {
      const rows: { log: string }[] = await this.dataSource
        .query('SELECT log FROM audit_log WHERE id = 1')
        .catch(unavailable);
      return rows[0]?.log;
    };
    const known = await find();
    if (known === undefined) await this.begin();
    this.log = known ?? (await find()) ?? '';
    await this.head();
    return this.log;
  }

  private async begin(): Promise<void> {
    const { publicKey, privateKey } = generateKeyPairSync('ed25519');
    const genesis: Genesis = {
      log: newId(),
      created: new Date().toISOString(),
      ed25519_pub: publicKey.export({ format: 'der', type: 'spki' }).toString('base64'),
      format: FORMAT,
    };
    const signingKey = this.rootKey.wrap(
      privateKey.export({ format: 'der', type: 'pkcs8' }),
      'audit-signing-key',
    );
    await this.dataSource
      .query('SELECT audit_genesis($1, $2, $3, $4, $5, $6)', [
        genesis.log,
        genesis.created,
        genesis.format,
        genesis.ed25519_pub,
        signingKey,
        genesisHead(genesis),
      ])
      .catch(unavailable);
  }
}

function wireResolution(resolution: HoldResolution): object {
  if (resolution.kind !== 'settle') return { kind: resolution.kind, request_id: resolution.requestId };
  return {
    kind: 'settle',
    request_id: resolution.requestId,
    charge: resolution.chargeNano.toString(),
    writeoff: resolution.writeoffNano.toString(),
    tokens_in: resolution.tokensIn,
    tokens_out: resolution.tokensOut,
    usage_source: resolution.usageSource,
    entities: resolution.entities,
    reply: resolution.reply?.toString('base64') ?? null,
  };
}

function unavailable(cause: unknown): never {
  throw new AppError('audit_unavailable', { cause });
}

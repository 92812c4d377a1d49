import { createHash } from 'node:crypto';
import type { ConfigEpoch, GwConfig } from '@gw/platform';
import type { NewSurrogate, RowKey, StoredSurrogate, SurrogateRows } from './surrogate-rows';
import { SurrogateStore } from './surrogates';
import type { TenantKeys, TenantSecrets } from './tenant-secrets';
import type { DecidedSpan, DecidedText } from './draft';
import { Tokenizer } from './tokenizer';

/** The table of the token store in memory, with the same two unique keys. */
export class MemoryRows implements Pick<SurrogateRows, 'find' | 'insert' | 'remove'> {
  readonly rows = new Map<string, NewSurrogate & { readonly tenantId: string }>();
  private readonly surrogates = new Set<string>();
  failure: Error | undefined;

  async find(tenantId: string, keys: readonly RowKey[]): Promise<StoredSurrogate[]> {
    if (this.failure) throw this.failure;
    return keys.flatMap((key) => {
      const row = this.rows.get(nameOf(tenantId, key));
      return row
        ? [
            {
              entity_type: row.type,
              original_index: row.index,
              surrogate_sealed: row.surrogateSealed,
              key_version: row.keyVersion,
            },
          ]
        : [];
    });
  }

  async insert(tenantId: string, rows: readonly NewSurrogate[]): Promise<RowKey[]> {
    if (this.failure) throw this.failure;
    return rows.filter((row) => {
      const surrogate = `${tenantId}${row.surrogateIndex.toString('hex')}`;
      const name = nameOf(tenantId, row);
      if (this.rows.has(name) || this.surrogates.has(surrogate)) return false;
      if (this.rows.has(nameOf(tenantId, { type: row.type, index: row.lookalikeIndex }))) return false;
      this.rows.set(name, { ...row, tenantId });
      this.surrogates.add(surrogate);
      return true;
    });
  }

  async remove(tenantId: string, keys: readonly RowKey[]): Promise<number> {
    return keys.filter((key) => {
      const row = this.rows.get(nameOf(tenantId, key));
      if (row) this.surrogates.delete(`${tenantId}${row.surrogateIndex.toString('hex')}`);
      return this.rows.delete(nameOf(tenantId, key));
    }).length;
  }
}

function nameOf(tenantId: string, { type, index }: RowKey): string {
  return `${tenantId}|${type}|${index.toString('hex')}`;
}

/** Keys that depend on the tenant's name alone. */
export function tenantKeys(tenantId: string): TenantKeys {
  const key = (label: string) => createHash('sha256').update(`${tenantId}/${label}`).digest();
  return {
    tenantId,
    idx: key('idx'),
    sur: key('sur'),
    prf: key('prf'),
    data: new Map([[1, key('data')]]),
    dataVersion: 1,
  };
}

export interface TokenstoreFixture {
  readonly tokenizer: Tokenizer;
  readonly store: SurrogateStore;
  readonly rows: MemoryRows;
  readonly epoch: { current: bigint };
}

/** A tokenizer that needs no database. */
export function tokenstoreFixture(rows = new MemoryRows(), cacheEntriesMax = 100_000): TokenstoreFixture {
  const secrets = { keys: async (tenantId: string) => tenantKeys(tenantId) } as unknown as TenantSecrets;
  const epoch = { current: 1n };
  const config = { GW_SURROGATE_CACHE_ENTRIES_MAX: cacheEntriesMax } as GwConfig;
  const store = new SurrogateStore(rows as unknown as SurrogateRows, secrets, epoch as ConfigEpoch, config);
  return { tokenizer: new Tokenizer(secrets, store), store, rows, epoch };
}

/**
 * Reads `电话«CN_MOBILE:13812345678»，«PERSON/surname:王»总` into a text and its spans; an action stands after `!`, as in
 * `«CN_MOBILE!mask:13812345678»`.
 */
export function decided(marked: string): DecidedText {
  const spans: DecidedSpan[] = [];
  let text = '';
  let reached = 0;
  for (const match of marked.matchAll(/«([A-Z_]+)(\/surname)?(?:!([a-z]+))?:([^»]*)»/g)) {
    const [whole, type, surname, action, surface] = match as unknown as string[];
    text += marked.slice(reached, match.index);
    const start = text.length;
    text += surface;
    spans.push({
      type: type as string,
      start,
      end: text.length,
      action: (action ?? 'tokenize') as DecidedSpan['action'],
      ...(surname ? { form: 'surname' as const } : {}),
    });
    reached = match.index + (whole as string).length;
  }
  return { text: text + marked.slice(reached), spans };
}

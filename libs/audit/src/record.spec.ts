import { createHash } from 'node:crypto';
import { genesisHead, leafHash, nextHead, recordBytes, tenantCommitment } from './record';
import { ChainVerifier, type Link } from './verify';

const sha256 = (...parts: (string | Buffer)[]): Buffer =>
  parts.reduce((hash, part) => hash.update(part), createHash('sha256')).digest();
const genesis = { log: 'l', created: '2026-01-01T00:00:00.000Z', ed25519_pub: 'p', format: 'f' };

function chain(count: number): Link[] {
  let head = genesisHead(genesis);
  return Array.from({ length: count }, (_, index) => {
    const seq = BigInt(index + 1);
    const bytes = recordBytes({ kind: 'chat', request_id: `r${index}` }, 'l');
    head = nextHead(seq, head, leafHash(bytes));
    return { seq, bytes, leaf: leafHash(bytes), head };
  });
}

function firstBad(links: readonly Link[]): bigint | undefined {
  const verifier = new ChainVerifier(0n, genesisHead(genesis));
  for (const link of links) verifier.check(link);
  return verifier.firstBadSeq;
}

describe('the audit format', () => {
  it('hashes leaves, heads and genesis by the published formulas', () => {
    const head0 = sha256(
      'gw-audit-genesis/v1\n',
      '{"created":"2026-01-01T00:00:00.000Z","ed25519_pub":"p","format":"f","log":"l"}',
    );
    expect(genesisHead(genesis)).toEqual(head0);
    const leaf = sha256(Buffer.of(0), '{"a":1}');
    expect(leafHash('{"a":1}')).toEqual(leaf);
    expect(nextHead(258n, head0, leaf)).toEqual(
      sha256('gw-audit-chain/v1\n', Buffer.of(0, 0, 0, 0, 0, 0, 1, 2), head0, leaf),
    );
  });

  it('writes canonical JSON with a version, a time, the log and a salt', () => {
    const bytes = recordBytes({ kind: 'detect', request_id: 'r' }, 'l', new Date(0));
    expect(bytes).toMatch(
      /^\{"kind":"detect","log":"l","request_id":"r","salt":"[0-9a-f]{32}","ts":"1970-01-01T00:00:00.000Z","v":1\}$/,
    );
    expect(bytes).not.toBe(recordBytes({ kind: 'detect', request_id: 'r' }, 'l', new Date(0)));
  });

  it('commits to a body under the tenant’s key only', () => {
    expect(tenantCommitment(Buffer.alloc(32, 1), 'x')).toBe(tenantCommitment(Buffer.alloc(32, 1), 'x'));
    expect(tenantCommitment(Buffer.alloc(32, 1), 'x')).not.toBe(tenantCommitment(Buffer.alloc(32, 2), 'x'));
  });
});

describe('verification', () => {
  it('accepts an untouched chain', () => {
    expect(firstBad(chain(5))).toBeUndefined();
  });

  it.each<[string, (links: Link[]) => Link[], bigint]>([
    [
      'changed bytes',
      (l) => l.map((x, i) => (i === 2 ? { ...x, bytes: x.bytes!.replace('r2', 'r9') } : x)),
      3n,
    ],
    ['a changed leaf', (l) => l.map((x, i) => (i === 2 ? { ...x, leaf: Buffer.alloc(32) } : x)), 3n],
    ['a changed head', (l) => l.map((x, i) => (i === 2 ? { ...x, head: Buffer.alloc(32) } : x)), 3n],
    ['a deletion', (l) => l.filter((_, i) => i !== 2), 3n],
    ['an insertion', (l) => [...l.slice(0, 2), { ...l[0]!, seq: 3n }, ...l.slice(2)], 3n],
    ['a swap', (l) => [l[0]!, l[2]!, l[1]!, l[3]!, l[4]!], 2n],
    ['a duplicate', (l) => [l[0]!, l[0]!, ...l.slice(1)], 2n],
  ])('finds %s', (_, tamper, seq) => {
    expect(firstBad(tamper(chain(5)))).toBe(seq);
  });
});

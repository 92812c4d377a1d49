import { AuditChain } from '@gw/audit';
import { HoldReaper, Ledger, NANO_PER_CNY } from '@gw/billing';
import { newId } from '@gw/platform';
import { DataSource } from 'typeorm';
import type { INestApplicationContext } from '@nestjs/common';
import { loadConfig } from '@gw/platform';
import { openInstallation } from '../../apps/cli/src/installation/installation.module';
import { Factories } from '../support/factories';
import { freshDatabase, type FreshDatabase } from '../support/fresh-database';
import { testEnvironment } from '../support/test-config';

describe('the ledger', () => {
  let database: FreshDatabase;
  let installation: INestApplicationContext;
  let ledger: Ledger;
  let audit: AuditChain;
  let factories: Factories;
  let keyNumber: string;

  beforeAll(async () => {
    database = await freshDatabase();
    installation = await openInstallation(
      loadConfig(testEnvironment(database.appUrl, { GW_HOLD_LEASE_SECONDS: '1' })),
    );
    ledger = installation.get(Ledger);
    audit = installation.get(AuditChain);
    factories = new Factories(installation);
  });
  afterAll(async () => {
    await installation.close();
    await database.drop();
  });

  const tenant = async (credit: number): Promise<string> => {
    const made = await factories.tenant({ credit });
    keyNumber = made.number;
    return made.id;
  };
  const reserve = (tenantId: string, amountNano: bigint, more: object = {}) => {
    const requestId = newId();
    const context = { kind: 'chat', request_id: requestId, tenant: tenantId, outcome: 'interrupted' };
    return ledger
      .reserve({ requestId, tenantId, keyNumber, model: 'a/b', amountNano, priceId: null, context, ...more })
      .then((reserved) => ({ requestId, ...reserved }));
  };
  const settle = (requestId: string, tenantId: string, chargeNano: bigint, more: object = {}) =>
    audit.append(
      { kind: 'chat', request_id: requestId, tenant: tenantId, outcome: 'completed' },
      {
        kind: 'settle',
        requestId,
        chargeNano,
        writeoffNano: 0n,
        tokensIn: 1,
        tokensOut: 1,
        usageSource: 'upstream',
        entities: 0,
        ...more,
      },
    );
  /** Every transaction sums to zero, projections equal sums, nothing is negative. */
  const checkBooks = async (): Promise<void> => {
    const dataSource = installation.get(DataSource);
    expect(
      await dataSource.query('SELECT transaction_id FROM entry GROUP BY 1 HAVING sum(amount) <> 0'),
    ).toEqual([]);
    expect(
      await dataSource.query(`SELECT a.tenant_id FROM account a
        LEFT JOIN entry e ON e.account = 'tenant:' || a.tenant_id GROUP BY a.tenant_id, a.posted
        HAVING a.posted <> COALESCE(sum(e.amount), 0)`),
    ).toEqual([]);
    expect(
      await dataSource.query(`SELECT a.tenant_id FROM account a
        LEFT JOIN hold h ON h.tenant_id = a.tenant_id AND h.state = 'open' GROUP BY a.tenant_id, a.held
        HAVING a.held <> COALESCE(sum(h.amount), 0)`),
    ).toEqual([]);
  };
  afterEach(checkBooks);

  it('reserves exactly as often as the money lasts, however many ask at once', async () => {
    const id = await tenant(50);
    const all = await Promise.all(Array.from({ length: 500 }, () => reserve(id, NANO_PER_CNY)));
    const reserved = all.filter(({ outcome }) => outcome === 'reserved');
    expect(reserved).toHaveLength(50);
    expect(all.filter(({ outcome }) => outcome === 'insufficient')).toHaveLength(450);
    const settled = await Promise.all(reserved.map(({ requestId }) => settle(requestId, id, NANO_PER_CNY)));
    expect(settled.every(({ appended }) => appended)).toBe(true);
    expect(await ledger.account(id)).toEqual({ postedNano: 0n, heldNano: 0n });
  });

  it('resolves a hold once, whoever comes first', async () => {
    const id = await tenant(10);
    const { requestId } = await reserve(id, NANO_PER_CNY);
    const outcomes = await Promise.all([
      settle(requestId, id, 400_000_000n),
      audit.append({ kind: 'chat', request_id: requestId, tenant: id }, { kind: 'void', requestId }),
      settle(requestId, id, 400_000_000n),
    ]);
    expect(outcomes.filter(({ appended }) => appended)).toHaveLength(1);
    expect((await ledger.account(id)).heldNano).toBe(0n);
  });

  it('lets a free call pass where there never was any money', async () => {
    const id = await tenant(0);
    const { requestId, outcome } = await reserve(id, 0n);
    expect(outcome).toBe('reserved');
    expect((await settle(requestId, id, 0n)).appended).toBe(true);
    expect(await reserve(id, 1n)).toMatchObject({ outcome: 'insufficient', availableNano: 0n });
  });

  it('never charges more than the hold, and books the rest as the operator’s loss', async () => {
    const id = await tenant(10);
    const { requestId } = await reserve(id, NANO_PER_CNY);
    const { balanceNano } = await settle(requestId, id, NANO_PER_CNY, { writeoffNano: 5n });
    expect(balanceNano).toBe(9n * NANO_PER_CNY);
  });

  it('gives the money of a crashed call back, with one record that says interrupted', async () => {
    const id = await tenant(10);
    const { requestId } = await reserve(id, NANO_PER_CNY);
    const reaper = new HoldReaper(
      ledger,
      (hold) => audit.append(hold.context as never, { kind: 'expire', requestId: hold.request_id }),
      1_000,
    );
    expect(await reaper.sweep()).toBe(0);
    await new Promise((resolve) => setTimeout(resolve, 1_100));
    await Promise.all([reaper.sweep(), reaper.sweep()]);
    expect(await ledger.account(id)).toEqual({ postedNano: 10n * NANO_PER_CNY, heldNano: 0n });
    expect((await settle(requestId, id, 1n)).appended).toBe(false);
    const records = await installation
      .get(DataSource)
      .query('SELECT bytes FROM audit_record WHERE request_id = $1', [requestId]);
    expect(records).toHaveLength(1);
    expect(JSON.parse(records[0].bytes)).toMatchObject({ kind: 'chat', outcome: 'interrupted' });
  });

  it('keeps a hold whose lease is renewed', async () => {
    const id = await tenant(10);
    const { requestId } = await reserve(id, NANO_PER_CNY);
    await new Promise((resolve) => setTimeout(resolve, 700));
    await ledger.renew([requestId]);
    await new Promise((resolve) => setTimeout(resolve, 700));
    expect((await ledger.expired(10)).map((hold) => hold.request_id)).not.toContain(requestId);
    expect((await settle(requestId, id, 1n)).appended).toBe(true);
  });

  it('credits a reference once', async () => {
    const id = await tenant(0);
    const [first, second] = await Promise.all([
      ledger.credit(id, 5n * NANO_PER_CNY, 'invoice-1'),
      ledger.credit(id, 5n * NANO_PER_CNY, 'invoice-1'),
    ]);
    expect(first).toEqual(second);
    expect((await ledger.account(id)).postedNano).toBe(5n * NANO_PER_CNY);
    await expect(ledger.adjust(id, -6n * NANO_PER_CNY, 'fix', 'too much')).rejects.toMatchObject({
      code: 'conflict',
    });
    await expect(ledger.credit(id, 9_000_000n * NANO_PER_CNY, 'big')).rejects.toMatchObject({
      code: 'conflict',
    });
    const [newest] = await ledger.entries(id, null, 10);
    expect(newest).toMatchObject({ kind: 'credit', amountNano: 5n * NANO_PER_CNY, reference: 'invoice-1' });
  });

  it('recognizes a retry: in flight, another body, answered, and free again after a failure', async () => {
    const id = await tenant(10);
    const idempotency = { key: 'aa', fingerprint: 'bb' };
    const first = await reserve(id, 1_000n, { idempotency });
    expect(await reserve(id, 1_000n, { idempotency })).toMatchObject({ outcome: 'in_flight' });
    expect(await reserve(id, 1_000n, { idempotency: { ...idempotency, fingerprint: 'cc' } })).toMatchObject({
      outcome: 'mismatch',
    });
    const { seq, head } = await settle(first.requestId, id, 1_000n, { reply: Buffer.from('sealed') });
    expect(await reserve(id, 1_000n, { idempotency })).toMatchObject({
      outcome: 'replay',
      seq,
      head,
      reply: Buffer.from('sealed'),
      balanceNano: 10n * NANO_PER_CNY - 1_000n,
    });
    const other = { key: 'dd', fingerprint: 'bb' };
    const failed = await reserve(id, 1_000n, { idempotency: other });
    await audit.append(
      { kind: 'chat', request_id: failed.requestId, tenant: id },
      { kind: 'void', requestId: failed.requestId },
    );
    expect(await reserve(id, 1_000n, { idempotency: other })).toMatchObject({ outcome: 'reserved' });
  });
});

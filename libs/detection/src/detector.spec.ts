import fc from 'fast-check';
import { Detector } from './detector';
import type { Finding } from './entity-type';
import { entityType } from './entity-types';

const detector = new Detector();

/** `TYPE:surface` of the findings of 0.5 and above that are not persons. */
function read(text: string, key?: string): string[] {
  return surfaces(text, detector.detect([{ text, key }])[0]!);
}

function surfaces(text: string, findings: readonly Finding[]): string[] {
  return findings
    .filter(({ type, confidence }) => type !== 'PERSON' && confidence >= 0.5)
    .map(({ type, start, end }) => `${type}:${text.slice(start, end)}`);
}

describe('digits that have several readings', () => {
  it.each([
    ['邮编100020', []],
    ['验证码384756', []],
    ['股票600519', []],
    ['20240102', []],
    ['电话62345678', ['CN_LANDLINE:62345678']],
    ['141234567', []],
    ['护照141234567', ['CN_PASSPORT:141234567']],
    ['1700000000', []],
    ['13812345678', ['CN_MOBILE:13812345678']],
    ['订单号13812345678', []],
    ['QQ 13812345678', []],
    ['110105123456', []],
    ['1700000000000', []],
    ['9787111213826', []],
    ['20240102030405', []],
    ['110105491231002', []],
    ['身份证110105491231002', ['CN_ID_CARD:110105491231002']],
    ['IMEI 490154203237518', []],
    ['信用卡378282246310005', ['CN_BANK_CARD:378282246310005']],
    ['2088123456789012', []],
    ['20240102030405123', []],
    ['11010519491231002X', ['CN_ID_CARD:11010519491231002X']],
    ['440308199901101512', ['CN_ID_CARD:440308199901101512']],
    ['91110000600037341L', ['CN_USCC:91110000600037341L']],
    ['6217000012345678907', ['CN_BANK_CARD:6217000012345678907']],
    ['1745612345678901234', []],
    ['89860112345678901234', []],
    ['4200001234202401021234567890', []],
    ['税号11010519491231002X', ['CN_ID_CARD:11010519491231002X']],
    ['620102194912310021', ['CN_ID_CARD:620102194912310021']],
    ['13812345678@139.com', ['EMAIL_ADDRESS:13812345678@139.com']],
    ['3C:22:FB:4A:9D:10', ['MAC_ADDRESS:3C:22:FB:4A:9D:10']],
    ['+86 138 1234 5678', ['CN_MOBILE:+86 138 1234 5678']],
    ['京A12345 1M8GDM9AXKP042788', ['CN_LICENSE_PLATE:京A12345', 'VIN:1M8GDM9AXKP042788']],
  ])('%s', (text, expected) => expect(read(text)).toEqual(expected));
});

describe('Detector', () => {
  it('finds every kind in one text', () => {
    const text =
      '客户身份证：11010519491231002X，手机１３８-1234-5678，卡号6217 0000 1234 5678 907，邮箱zhang@163.com，' +
      '税号91350100M000100Y43，座机(010)62345678，护照E12345678，车牌京A12345，IP 203.0.113.42，MAC 3C-22-FB-4A-9D-10';
    expect(read(text).map((surface) => surface.split(':')[0])).toEqual([
      'CN_ID_CARD',
      'CN_MOBILE',
      'CN_BANK_CARD',
      'EMAIL_ADDRESS',
      'CN_USCC',
      'CN_LANDLINE',
      'CN_PASSPORT',
      'CN_LICENSE_PLATE',
      'IP_ADDRESS',
      'MAC_ADDRESS',
    ]);
  });

  it('counts astral characters in code units', () => {
    expect(detector.detect([{ text: '𠮷13812345678𠮷' }])[0]).toMatchObject([{ start: 2, end: 13 }]);
  });

  it('carries what is sure in one text to all texts of the request', () => {
    const [, second] = detector.detect([
      { text: '护照号E12345678' },
      { text: '他的 E 12345678 过期了，E87654321 没有' },
    ]);
    expect(surfaces('他的 E 12345678 过期了，E87654321 没有', second!)).toEqual(['CN_PASSPORT:E 12345678']);
  });

  it('gives the same findings whatever the order of the texts', () => {
    const texts = ['护照号E12345678', 'E12345678', '电话62345678', '6234-5678'].map((text) => ({ text }));
    expect(detector.detect([...texts].reverse()).reverse()).toEqual(detector.detect(texts));
  });

  it('reads the key a value stands under', () => {
    expect(read('62345678', 'tel')).toEqual(['CN_LANDLINE:62345678']);
    expect(read('13812345678', 'order_id')).toEqual([]);
  });

  it('reports weak findings for what they are', () => {
    expect(detector.detect([{ text: '订单号13812345678' }])[0]).toMatchObject([
      { type: 'CN_MOBILE', confidence: 0.3 },
    ]);
    expect(detector.detect([{ text: '62345678' }])[0]).toEqual([]);
  });

  it('has nothing to say of empty texts', () => expect(detector.detect([{ text: '' }])).toEqual([[]]));
});

describe('tenant additions', () => {
  const additions = {
    allowList: ['400-800-1234', '13812345678'],
    dictionaries: [{ entity_type: 'PROJECT', terms: ['昆仑计划', 'Alpha'], sensitivity: 'high' as const }],
    customRecognizers: [
      {
        name: 'employee',
        entity_type: 'EMPLOYEE_ID',
        pattern: 'E[0-9]{6}',
        context: ['工号'],
        score: 0.4,
        sensitivity: 'low' as const,
      },
    ],
  };
  const added = (text: string) => detector.detect([{ text }], additions)[0]!;

  it('lets allowed values through, in all their forms', () => {
    expect(added('手机138-1234-5678，１３８１２３４５６７８')).toEqual([]);
    expect(added('手机13812345679')).toHaveLength(1);
  });

  it('finds dictionary terms', () => {
    expect(added('昆仑计划与ＡＬＰＨＡ')).toMatchObject([
      { type: 'PROJECT', start: 0, end: 4, confidence: 1, sensitivity: 'high', secret: false },
      { type: 'PROJECT', start: 5, end: 10 },
    ]);
  });

  it('runs patterns with their context, never inside a longer word', () => {
    expect(added('工号E123456')).toMatchObject([
      { type: 'EMPLOYEE_ID', confidence: 0.75, sensitivity: 'low' },
    ]);
    expect(added('代码E123456')).toMatchObject([{ type: 'EMPLOYEE_ID', confidence: 0.4 }]);
    expect(added('工号E1234567')).toEqual([]);
    expect(added('工号Ｅ１２３４５６')).toHaveLength(1);
  });

  it('refuses a pattern that is not linear', () => {
    const customRecognizers = [{ ...additions.customRecognizers[0]!, pattern: '(a)\\1' }];
    expect(() => detector.detect([{ text: 'aa' }], { ...additions, customRecognizers })).toThrow();
  });
});

describe('any text', () => {
  const fragment = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 12 }),
    fc.string({ unit: fc.constantFrom(...'0123456789'), maxLength: 24 }),
    fc.string({
      unit: fc.constantFrom(...'0123456789abcxXEG -.:@()+/，。：\u200b１９ＡＸ京A𠮷\ud842\udfb7'),
      maxLength: 30,
    }),
    fc.constantFrom(
      '手机',
      '身份证',
      '订单',
      '13812345678',
      '11010519491231002X',
      '6217 0000 1234 5678 907',
      'zhang@163.com',
      '京A12345',
      '昆仑',
    ),
  );
  const text = fc.array(fragment, { maxLength: 12 }).map((fragments) => fragments.join(''));

  it('gives sorted, disjoint findings inside it, whole characters each', () => {
    fc.assert(
      fc.property(text, (input) => {
        let previous = 0;
        for (const { start, end, confidence } of detector.detect([{ text: input }])[0]!) {
          expect(start).toBeGreaterThanOrEqual(previous);
          expect(end).toBeGreaterThan(start);
          expect(end).toBeLessThanOrEqual(input.length);
          for (const edge of [start, end])
            expect(input.slice(edge - 1, edge + 1)).not.toMatch(/^[\ud800-\udbff][\udc00-\udfff]$/);
          expect(confidence).toBeGreaterThanOrEqual(0.3);
          expect(confidence).toBeLessThanOrEqual(1);
          previous = end;
        }
      }),
      { numRuns: 3000 },
    );
  });

  it('reads a finding, and its folded form, as one value', () => {
    fc.assert(
      fc.property(text, (input) => {
        for (const { type, start, end } of detector.detect([{ text: input }])[0]!) {
          if (type === 'PERSON') continue;
          const { canonical } = entityType(type);
          const value = canonical(input.slice(start, end));
          expect(value).not.toBe('');
          expect(canonical(value)).toBe(value);
        }
      }),
      { numRuns: 1000 },
    );
  });
});

describe('a megabyte', () => {
  it.each([
    '1',
    '1 ',
    '1.',
    '1-',
    'a:',
    'a@',
    'a@b.',
    '京A',
    '6217 0000 1234 5678 ',
    '1 3 8 1 2 3 4 5 6 7 8 ',
    '1\u200b',
    ':',
    '::',
    'aa-',
  ])('of %j is read in one pass', (unit) => {
    const findings = detector.detect([{ text: unit.repeat(1_000_000 / unit.length) }])[0]!;
    expect(findings.length).toBeLessThan(200_000);
  });
});

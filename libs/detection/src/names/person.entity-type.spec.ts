import * as fc from 'fast-check';
import { createHmac } from 'node:crypto';
import type { DrawSource } from '../entity-type';
import { person } from './person.entity-type';
import { isPublicFigure } from './stop-words';
import { surrogateSurname } from './surname-permutation';
import { COMPOUND_SURNAMES, SINGLE_SURNAMES, surnameOf } from './surnames';

/** A reproducible stream: the same key and attempt give the same draws; `fixed` does not depend on the attempt. */
class KeyedDraws implements DrawSource {
  private count = 0;

  constructor(
    private readonly key: string,
    private readonly label: string,
  ) {}

  int(n: number): number {
    const bytes = createHmac('sha256', this.key).update(`${this.label}|${this.count++}`).digest();
    return Number(bytes.readBigUInt64BE() % BigInt(n));
  }

  fixed(label: string): DrawSource {
    return new KeyedDraws(this.key, `fixed|${label}`);
  }
}

/** The first look-alike that a token store would accept. */
function lookalike(name: string, key = 'tenant'): string {
  for (let attempt = 0; attempt < 256; attempt++) {
    const drawn = person.draw(name, new KeyedDraws(key, `${name}|${attempt}`));
    if (drawn !== null && !person.tooClose(name, drawn)) return drawn;
  }
  throw new Error('no look-alike');
}

const hanName = fc
  .tuple(
    fc.constantFrom(...SINGLE_SURNAMES, ...COMPOUND_SURNAMES),
    fc.constantFrom('伟', '伟明', '小红', '娜', '建国', '梓涵'),
  )
  .map((parts) => parts.join(''));

describe('the surname permutation', () => {
  it.each([
    ['single', SINGLE_SURNAMES],
    ['compound', COMPOUND_SURNAMES],
  ])('is a bijection without fixed points on %s surnames', (_kind, surnames) => {
    const images = surnames.map((surname) => surrogateSurname(surname, new KeyedDraws('tenant', 'any')));
    expect(new Set(images)).toEqual(new Set(surnames));
    images.forEach((image, place) => expect(image).not.toBe(surnames[place]));
  });

  it('is the same at every attempt and another for another tenant', () => {
    const images = (key: string, label: string) =>
      [...'王李张刘陈'].map((surname) => surrogateSurname(surname, new KeyedDraws(key, label)));
    expect(images('a', '1')).toEqual(images('a', '2'));
    expect(images('a', '1')).not.toEqual(images('b', '1'));
  });
});

describe('PERSON', () => {
  it.each([
    ['张 伟明', '张伟明'],
    ['张\u3000伟', '张伟'],
    ['张\u200b伟明', '张伟明'],
    ['阿不都热依木•买买提', '阿不都热依木·买买提'],
    ['ZHANG  san', 'Zhang San'],
    ['Ｊｏｈｎ Smith', 'John Smith'],
  ])('takes %s for %s', (surface, canonical) => {
    expect(person.canonical(surface)).toBe(canonical);
  });

  it('keeps length and family, and shares no character of the given name', () => {
    fc.assert(
      fc.property(hanName, (name) => {
        const drawn = lookalike(name);
        expect(drawn).toHaveLength(name.length);
        expect(surnameOf(drawn)).toBe(surrogateSurname(surnameOf(name), new KeyedDraws('tenant', '')));
        expect(person.canonical(drawn)).toBe(drawn);
        for (const character of name.slice(surnameOf(name).length)) {
          expect(drawn.slice(surnameOf(drawn).length)).not.toContain(character);
        }
        expect(isPublicFigure(drawn)).toBe(false);
      }),
    );
  });

  it('gives a lone surname the one its family has', () => {
    expect(lookalike('王')).toBe(surnameOf(lookalike('王伟明')));
    expect(lookalike('欧阳')).toBe(surnameOf(lookalike('欧阳修远')));
  });

  it('keeps the lengths of the parts of a dotted name', () => {
    const drawn = lookalike('阿不都热依木·买买提');
    expect(drawn).toMatch(/^\p{Script=Han}{6}·\p{Script=Han}{3}$/u);
  });

  it('draws as many words for a Latin name', () => {
    expect(lookalike('Zhang San')).toMatch(/^[A-Z][a-z]+ [A-Z][a-z]+$/);
    expect(lookalike('John Ronald Smith').split(' ')).toHaveLength(3);
  });

  it('has room for ten thousand people of one surname', () => {
    const givenNames = Array.from({ length: 10_000 }, (_, i) =>
      String.fromCharCode(0x4e00 + (i % 100), 0x5000 + Math.floor(i / 100)),
    );
    const drawn = new Set<string>();
    for (const givenName of givenNames) {
      for (let attempt = 0; ; attempt++) {
        expect(attempt).toBeLessThan(256);
        const candidate = person.draw(`王${givenName}`, new KeyedDraws('tenant', `${givenName}|${attempt}`));
        if (candidate === null || drawn.has(candidate)) continue;
        drawn.add(candidate);
        break;
      }
    }
    expect(drawn.size).toBe(10_000);
  });

  it.each([
    ['李志远', '张伟明', '李志远'],
    ['李志远', '张 伟明', '李 志远'],
    ['李志', '张　伟', '李　志'],
    ['李志远', '张伟', '李志远'],
    ['巴图尔·买买提', '阿不都热依木•艾孜孜', '巴图尔·买买提'],
    ['巴图尔·买买提', '阿不都•买买孜', '巴图尔•买买提'],
    ['Wei Lin', 'ZHANG SAN', 'WEI LIN'],
    ['Wei Lin', 'zhang san', 'wei lin'],
    ['Wei Lin', 'ZHANG San', 'WEI Lin'],
  ])('dresses %s like %s', (value, surface, dressed) => {
    expect(person.dress(value, surface)).toBe(dressed);
  });

  it.each([
    ['张伟明', '李志明', true],
    ['张伟明', '李志远', false],
    ['张伟明', '张志远', false],
    ['王', '王', true],
    ['王', '李', false],
    ['John Smith', 'Weilin Smith', true],
    ['阿不都·买买提', '巴图尔·买买提', true],
  ])('finds whether %s and %s are too close', (original, drawn, isTooClose) => {
    expect(person.tooClose(original, drawn)).toBe(isTooClose);
  });
});

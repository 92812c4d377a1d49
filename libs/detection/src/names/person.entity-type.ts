import type { DrawSource, EntityType } from '../entity-type';
import { isDotted, TRANSLITERATION_CHARACTERS } from './foreign-names';
import { givenNamePool, sexOf } from './given-names';
import { LABELS, titles } from './name-context';
import { GIVEN_SYLLABLES, SURNAMES_IN_PINYIN } from './pinyin';
import { beginsWithStopWord, isPublicFigure } from './stop-words';
import { isListedSurname, surrogateSurname } from './surname-permutation';
import { SINGLE_SURNAMES, surnameOf } from './surnames';

const DOTS = /[·・•‧∙⋅･]/g;
const IGNORABLE = /[\u200b-\u200f\u2060-\u2064\ufe00-\ufe0f\ufeff\u00ad]/g;
const HAS_HAN = /\p{Script=Han}/u;
/** One draw in so many takes a rare character: what common ones cannot tell apart any more, rare ones can. */
const RARE_DRAW = 6;

/** Names of people: Han, minority and foreign ones written by sound, Latin ones, and a surname alone. */
export const person: EntityType = {
  name: 'PERSON',
  label: '姓名',
  sensitivity: 'medium',
  secret: false,
  reversible: true,
  example: '张伟明',
  context: { before: LABELS, after: titles.filter((title) => title.length > 1), keys: [], negative: [] },
  recognizers: [],
  canonical,
  draw: (value, random) => {
    if (!HAS_HAN.test(value)) return drawLatin(value, random);
    return isDotted(value) ? drawDotted(value, random) : drawHan(value, random);
  },
  dress,
  tooClose,
};

/** NFKC; no spaces in a Han name, one between the parts of a Latin one, each of which begins with a capital. */
function canonical(surface: string): string {
  const plain = surface.normalize('NFKC').replace(IGNORABLE, '').replace(DOTS, '·').trim();
  if (HAS_HAN.test(plain)) return plain.replace(/\s+/g, '');
  return plain
    .replace(/\s+/g, ' ')
    .replace(/[A-Za-z]+/g, (word) => word[0]!.toUpperCase() + word.slice(1).toLowerCase());
}

/** Surname by the tenant's permutation, given name of the same length and a plausible sex. */
function drawHan(name: string, random: DrawSource): string | null {
  const surname = surnameOf(name);
  const given = [...name.slice(surname.length)];
  if (given.length === 0 && !isListedSurname(surname))
    return SINGLE_SURNAMES[random.int(SINGLE_SURNAMES.length)]!;
  const drawnSurname = surrogateSurname(surname, random);
  if (given.length === 0) return drawnSurname;
  const pool = givenNamePool(random.int(RARE_DRAW) === 0 ? 'either' : sexOf(given.join('')));
  const lookalike = drawnSurname + given.map(() => pool[random.int(pool.length)]!).join('');
  return beginsWithStopWord(lookalike, 0) || isPublicFigure(lookalike) || repeatsItself(lookalike)
    ? null
    : lookalike;
}

/** 李李明 and 明明明 look made up. */
function repeatsItself(name: string): boolean {
  return [...name].some((character, place, all) => place > 0 && character === all[place - 1]);
}

/** Parts of the same lengths, written by sound. */
function drawDotted(name: string, random: DrawSource): string {
  return name.replace(
    /[^·]/gu,
    () => TRANSLITERATION_CHARACTERS[random.int(TRANSLITERATION_CHARACTERS.length)]!,
  );
}

/** As many words, in pinyin: a surname stays a surname's place, every other word becomes a given name. */
function drawLatin(name: string, random: DrawSource): string {
  const words = name.split(/[ -]/).length;
  const syllable = () => GIVEN_SYLLABLES[random.int(GIVEN_SYLLABLES.length)]!;
  const given = () => {
    const word = syllable() + syllable();
    return word[0]!.toUpperCase() + word.slice(1);
  };
  if (words === 1) return given();
  const surname = SURNAMES_IN_PINYIN[random.int(SURNAMES_IN_PINYIN.length)]!;
  const rest = Array.from({ length: words - 1 }, given);
  const isSurnameFirst = SURNAMES_IN_PINYIN.includes(name.split(/[ -]/)[0]!);
  return (isSurnameFirst ? [surname, ...rest] : [...rest, surname]).join(' ');
}

/** Gives a name the inner spaces, the kind of dot or the capitals of a surface form. */
function dress(canonicalValue: string, surface: string): string {
  if (HAS_HAN.test(canonicalValue)) return dressHan(canonicalValue, surface);
  const letters = surface.normalize('NFKC').replace(/[^A-Za-z]/g, '');
  if (letters === '') return canonicalValue;
  if (letters === letters.toUpperCase() && letters.length > 1) return canonicalValue.toUpperCase();
  if (letters === letters.toLowerCase()) return canonicalValue.toLowerCase();
  const parts = surface.trim().split(/\s+/);
  const words = canonicalValue.split(' ');
  if (parts.length !== words.length) return canonicalValue;
  return words
    .map((word, place) => (/^[A-Z]{2,}$/.test(parts[place]!) ? word.toUpperCase() : word))
    .join(' ');
}

function dressHan(canonicalValue: string, surface: string): string {
  const characters = [...canonicalValue];
  const places = [...surface.replace(IGNORABLE, '')];
  if (places.filter((place) => !/\s/.test(place)).length !== characters.length) return canonicalValue;
  let next = 0;
  return places
    .map((place) => {
      if (/\s/.test(place)) return place;
      const character = characters[next++]!;
      return character === '·' && place.replace(DOTS, '') === '' ? place : character;
    })
    .join('');
}

/** A look-alike must share no character of the given name, no part of a dotted or Latin name, nor be the original. */
function tooClose(original: string, lookalike: string): boolean {
  if (original === lookalike) return true;
  if (!HAS_HAN.test(original) || isDotted(original)) {
    const parts = new Set(original.split(/[ ·-]/));
    return lookalike.split(/[ ·-]/).some((part) => parts.has(part) && [...part].length > 1);
  }
  const given = new Set([...original].slice(surnameOf(original).length));
  return [...lookalike].slice(surnameOf(lookalike).length).some((character) => given.has(character));
}

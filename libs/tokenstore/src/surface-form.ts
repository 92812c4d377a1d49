import type { EntityType } from '@gw/detection';
import { isIgnorableCharacter, isValueCharacter } from './skeleton';

/** How many of its last letters a writing may change the case of to be told from another writing. */
const CASE_LETTERS_MAX = 10;

/** A value in canonical form and its look-alike. */
export interface Dressable {
  readonly original: string;
  readonly surrogate: string;
}

/**
 * A surrogate in the clothes of one surface form of its original, told apart from every other surface form in use
 * wherever the clothes allow it; otherwise the same as another one's.
 */
export function dressDistinctly(
  type: EntityType,
  { original, surrogate }: Dressable,
  surface: string,
  isFree: (written: string) => boolean,
): string {
  const dressed = type.dress(surrogate, surface);
  const inPlace = putInPlace(surrogate, surface);
  // Clothes the type does not know, such as marks nobody sees, are put on character by character.
  const isKnown = type.dress(original, surface) === surface;
  const choices = inPlace === null ? [dressed] : isKnown ? [dressed, inPlace] : [inPlace, dressed];
  for (const written of choices) if (isFree(written)) return written;
  for (const written of caseVariants(dressed)) if (isFree(written)) return written;
  return choices[0] as string;
}

/**
 * A value's characters in the places of a surface form's, everything between them kept, the invisible too; null when
 * the two have not the same number of places.
 */
export function putInPlace(value: string, surface: string): string | null {
  const characters = [...value].filter(isPlaced);
  const places = [...surface];
  if (places.filter(isPlaced).length !== characters.length) return null;
  let next = 0;
  return places
    .map((place) => (isPlaced(place) ? inWidthOf(characters[next++] as string, place) : place))
    .join('');
}

function isPlaced(character: string): boolean {
  return isValueCharacter(character) && !isIgnorableCharacter(character);
}

function inWidthOf(character: string, place: string): string {
  const isWide = place >= '\uff01' && place <= '\uff5e';
  return isWide && /[!-~]/.test(character)
    ? String.fromCharCode(character.charCodeAt(0) + 0xfee0)
    : character;
}

/** Writings that differ in the case of letters, from the end: case means nothing when a surrogate is looked for. */
function* caseVariants(written: string): Generator<string> {
  const letters = [...written.matchAll(/[A-Za-z]/g)].map(({ index }) => index).slice(-CASE_LETTERS_MAX);
  for (let choice = 1; choice < 1 << letters.length; choice++) {
    const units = [...written.split('')];
    letters.reverse().forEach((place, bit) => {
      if ((choice >> bit) & 1) units[place] = otherCase(units[place] as string);
    });
    letters.reverse();
    yield units.join('');
  }
}

function otherCase(letter: string): string {
  return letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase();
}

/** What a redacted value is replaced with: `[手机号]`. */
export function redactionLabel(type: EntityType): string {
  return `[${type.label}]`;
}

/** `138****5678`: keeps the ends, at most three characters before and four after; separators stay. */
export function partlyMasked(surface: string): string {
  const characters = [...surface];
  const places = characters.flatMap((character, place) => (isPlaced(character) ? [place] : []));
  const long = places.length >= 8;
  const head = long ? 3 : Math.min(1, places.length - 1);
  const tail = long ? 4 : places.length >= 4 ? 1 : 0;
  const hidden = new Set(places.slice(head, places.length - tail));
  return characters.map((character, place) => (hidden.has(place) ? '*' : character)).join('');
}

import { drawDigits, drawSameMask, sharesRun } from '../drawing';
import type { DrawSource, EntityType } from '../entity-type';
import { alphanumerics, dressLike } from '../surface';
import { foldText } from '../shadow';

/** Below this many characters a type has too few values to draw from. */
const LENGTH_MIN = 6;
const HAN = /\p{Script=Han}/u;

/** The format of a type that a tenant made: the same mask, a digit for a digit, a letter for a letter, a Han character for one. */
export function genericEntityType(name: string): EntityType {
  return {
    name,
    label: name,
    sensitivity: 'medium',
    secret: false,
    reversible: true,
    example: 'AB123456',
    context: { before: [], after: [], keys: [], negative: [] },
    recognizers: [],
    canonical: (surface) => foldText(surface).trim(),
    draw,
    dress: (canonicalValue, surface) =>
      !HAN.test(surface) && alphanumerics(surface).length === alphanumerics(canonicalValue).length
        ? dressLike(canonicalValue, surface)
        : canonicalValue,
    tooClose: (original, lookalike) => sharesRun(original, lookalike),
  };
}

function draw(canonical: string, random: DrawSource): string {
  const drawn = drawSameMask(canonical, random);
  return HAN.test(drawn) ? drawn : drawn + drawDigits(LENGTH_MIN - alphanumerics(drawn).length, random);
}

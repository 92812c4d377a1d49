import type { DrawSource } from '../entity-type';
import { COMPOUND_SURNAMES, isCompoundSurname, SINGLE_SURNAMES, surnameRank } from './surnames';

/** Surnames trade places within bands of like frequency, so that a surrogate is about as common as its original. */
const COMMON = 100;
const PERMUTATIONS_CACHED_MAX = 1_024;
/** Words of the keyed stream a permutation is cached under: 72 bits, so two tenants never meet. */
const FINGERPRINT_WORDS = 3;
const FINGERPRINT_WORD_RANGE = 0x1000000;

const permutations = new Map<string, ReadonlyMap<string, string>>();

/**
 * The surname that stands for another one: a permutation per tenant without a fixed point, so that 王 is always the same
 * 李 and 李 never comes from anybody else. A surname outside the lists gets one of them that its own spelling draws,
 * which is not unique: such a surname cannot be told from the look-alike alone.
 */
export function surrogateSurname(surname: string, random: DrawSource): string {
  const listed = permutationOf(random).get(surname);
  if (listed !== undefined) return listed;
  const stream = random.fixed(`surname/${surname}`);
  return SINGLE_SURNAMES[stream.int(COMMON)]!;
}

/** Whether a surname is one the permutation covers. */
export function isListedSurname(surname: string): boolean {
  return surnameRank(surname) !== undefined || isCompoundSurname(surname);
}

/** The tenant's permutation; the keyed stream's first words name it, so nothing has to be passed along. */
function permutationOf(random: DrawSource): ReadonlyMap<string, string> {
  const stream = random.fixed('surname');
  let fingerprint = '';
  for (let i = 0; i < FINGERPRINT_WORDS; i++) fingerprint += `${stream.int(FINGERPRINT_WORD_RANGE)}/`;
  let permutation = permutations.get(fingerprint);
  if (permutation) permutations.delete(fingerprint);
  else permutation = permute(stream);
  permutations.set(fingerprint, permutation);
  if (permutations.size > PERMUTATIONS_CACHED_MAX) permutations.delete(permutations.keys().next().value!);
  return permutation;
}

function permute(stream: DrawSource): ReadonlyMap<string, string> {
  const map = new Map<string, string>();
  for (const band of [SINGLE_SURNAMES.slice(0, COMMON), SINGLE_SURNAMES.slice(COMMON), COMPOUND_SURNAMES]) {
    const images = oneCycle(band, stream);
    band.forEach((surname, place) => map.set(surname, images[place]!));
  }
  return map;
}

/** Sattolo's algorithm: a uniformly drawn permutation that is one cycle, so nothing stays in its place. */
function oneCycle(items: readonly string[], stream: DrawSource): string[] {
  const images = [...items];
  for (let i = images.length - 1; i > 0; i--) {
    const j = stream.int(i);
    [images[i], images[j]] = [images[j]!, images[i]!];
  }
  return images;
}

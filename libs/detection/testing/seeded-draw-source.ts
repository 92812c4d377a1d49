import type { DrawSource } from '../src/entity-type';

/** A reproducible source for tests; the token store's own is keyed. */
export function seededDrawSource(seed: string): DrawSource {
  let state = 0x811c9dc5;
  for (const character of seed) state = Math.imul(state ^ character.codePointAt(0)!, 0x01000193) >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return (mixed ^ (mixed >>> 14)) >>> 0;
  };
  return {
    int: (n) => Math.floor((next() / 0x1_0000_0000) * n),
    // One tenant: the stream depends on the label alone.
    fixed: (label) => seededDrawSource(`fixed:${label}`),
  };
}

/** How a reading of a span is supported; a higher one wins. */
export const Evidence = { Pattern: 0, Context: 1, Verified: 2 } as const;
export type Evidence = (typeof Evidence)[keyof typeof Evidence];

/** The score from which a policy acts unless it says otherwise: a likelier reading is never covered by an unlikelier one. */
const LIKELY = 0.5;

/** One reading of a span, among others that may overlap it. */
export interface Reading {
  readonly start: number;
  readonly end: number;
  readonly score: number;
  readonly evidence: Evidence;
  /** Place of the type in the registry: the last word between equals. */
  readonly rank: number;
}

/**
 * The readings that stay when no two may overlap, sorted by start. Likely ones before unlikely ones; then the one that
 * contains the other; then verified before context before pattern; then the longer; then the type's rank. The outcome
 * does not depend on the order they come in.
 */
export function resolveOverlaps<R extends Reading>(readings: readonly R[]): R[] {
  const sorted = [...readings].sort(
    (a, b) => a.start - b.start || b.end - a.end || a.rank - b.rank || b.score - a.score,
  );
  const kept: R[] = [];
  let clusterStart = 0;
  let clusterEnd = -1;
  for (let i = 0; i <= sorted.length; i++) {
    const reading = sorted[i];
    if (reading && reading.start < clusterEnd) {
      clusterEnd = Math.max(clusterEnd, reading.end);
      continue;
    }
    if (i > clusterStart)
      for (const winner of resolveCluster(sorted.slice(clusterStart, i), clusterEnd)) kept.push(winner);
    clusterStart = i;
    clusterEnd = reading?.end ?? -1;
  }
  return kept;
}

/** Readings that hang together, sorted by start, the longer first. */
function resolveCluster<R extends Reading>(cluster: readonly R[], clusterEnd: number): R[] {
  if (cluster.length === 1) return [cluster[0]!];
  const offset = cluster[0]!.start;
  const strength = strengths(cluster);
  const order = cluster.map((_, i) => i);
  order.sort((a, b) => compare(cluster[a]!, strength[a]!, cluster[b]!, strength[b]!));
  const taken = new Uint8Array(clusterEnd - offset);
  const kept: R[] = [];
  for (const index of order) {
    const { start, end } = cluster[index]!;
    if (taken.subarray(start - offset, end - offset).includes(1)) continue;
    taken.fill(1, start - offset, end - offset);
    kept.push(cluster[index]!);
  }
  return kept.sort((a, b) => a.start - b.start);
}

/** The evidence of each reading, or that of the strongest equally likely one it contains. */
function strengths(cluster: readonly Reading[]): Evidence[] {
  const strength = cluster.map((reading) => reading.evidence);
  for (let outer = 0; outer < cluster.length; outer++) {
    const container = cluster[outer]!;
    for (let inner = outer + 1; inner < cluster.length && cluster[inner]!.start < container.end; inner++) {
      const contained = cluster[inner]!;
      const isStrictly = contained.end <= container.end && length(contained) < length(container);
      if (
        isStrictly &&
        isLikely(contained) === isLikely(container) &&
        contained.evidence > strength[outer]!
      ) {
        strength[outer] = contained.evidence;
      }
    }
  }
  return strength;
}

function compare(a: Reading, strengthA: Evidence, b: Reading, strengthB: Evidence): number {
  return (
    Number(isLikely(b)) - Number(isLikely(a)) ||
    strengthB - strengthA ||
    length(b) - length(a) ||
    a.rank - b.rank ||
    b.score - a.score ||
    a.start - b.start
  );
}

function isLikely(reading: Reading): boolean {
  return reading.score >= LIKELY;
}

function length(reading: Reading): number {
  return reading.end - reading.start;
}

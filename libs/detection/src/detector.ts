import { CompiledAdditions, type TenantAdditions } from './additions';
import { contextOf, scoreInContext } from './context';
import type { DetectionInput, EntityType, Finding, Sensitivity } from './entity-type';
import { entityType, entityTypes } from './entity-types';
import { recognizePersons } from './names/person.recognizer';
import { repeatNames } from './names/repeat-names';
import { Evidence, resolveOverlaps } from './overlap';
import { Scanner } from './scan';
import { Shadow } from './shadow';

/** Nothing below this is reported. */
export const SCORE_MIN = 0.3;
/** A value found this surely in one place is the same value wherever it stands in the request. */
const SCORE_SURE = 0.5;

interface Reading {
  readonly type: string;
  readonly sensitivity: Sensitivity;
  readonly secret: boolean;
  readonly start: number;
  readonly end: number;
  score: number;
  readonly evidence: Evidence;
  readonly rank: number;
}

/** Finds personal data in texts. Pure: the same inputs give the same findings. Time is linear in the texts. */
export class Detector {
  private readonly scanner = new Scanner(entityTypes);
  private readonly ranks = new Map(entityTypes.map((type, rank) => [type.name, rank]));
  private compiled: { key: string; additions: CompiledAdditions } | undefined;

  /**
   * Findings of each input, sorted by start, never overlapping, at 0.3 and above. The inputs are one request: what is
   * sure in one of them counts in all. Throws when an addition's pattern is not RE2.
   */
  detect(inputs: readonly DetectionInput[], additions?: TenantAdditions): Finding[][] {
    const added = additions && this.compile(additions);
    const shadows = inputs.map((input) => new Shadow(input.text));
    const readings = inputs.map((input, i) => this.read(shadows[i]!.compact(), input.key, added));
    liftRepeats(inputs, readings);
    const found = inputs.map(({ text, key }, i) => {
      const isAllowed = ({ type, start, end }: Finding) =>
        added?.isAllowed(type, text.slice(start, end)) === true;
      const structured = findings(readings[i]!).filter((finding) => !isAllowed(finding));
      const sure = structured.filter(({ confidence }) => confidence >= SCORE_SURE);
      const persons = recognizePersons(text, shadows[i]!.folded, sure, key).filter(
        (finding) => !isAllowed(finding),
      );
      return merge(merge(sure, persons), structured);
    });
    return repeatNames(inputs, found);
  }

  /** Everything that could be a value, in context; the offsets are those of the text. */
  private read(view: Shadow, key: string | undefined, added: CompiledAdditions | undefined): Reading[] {
    const readings: Reading[] = [];
    const keyView = key === undefined ? undefined : new Shadow(key).compact();
    this.scanner.scan(view, (type, match) => {
      const polarity = contextOf(type).polarity(view, match.start, match.end, keyView);
      readings.push({
        type: type.name,
        sensitivity: type.sensitivity,
        secret: type.secret,
        start: view.sourceStart(match.start),
        end: view.sourceEnd(match.end),
        score: scoreInContext(match, polarity),
        evidence: match.verified ? Evidence.Verified : polarity > 0 ? Evidence.Context : Evidence.Pattern,
        rank: this.rankOf(type),
      });
    });
    for (const reading of added?.find(view, keyView) ?? []) {
      const type = entityType(reading.type);
      readings.push({
        ...reading,
        start: view.sourceStart(reading.start),
        end: view.sourceEnd(reading.end),
        secret: type.secret,
        rank: this.rankOf(type),
      });
    }
    return readings;
  }

  private rankOf(type: EntityType): number {
    return this.ranks.get(type.name) ?? this.ranks.size;
  }

  private compile(additions: TenantAdditions): CompiledAdditions {
    const key = JSON.stringify(additions);
    if (this.compiled?.key !== key) this.compiled = { key, additions: new CompiledAdditions(additions) };
    return this.compiled.additions;
  }
}

/** Gives every occurrence of a value the best score that one of them has: masked in one place, it must not leave in another. */
function liftRepeats(inputs: readonly DetectionInput[], readings: readonly Reading[][]): void {
  const weakTypes = new Set<string>();
  for (const list of readings)
    for (const { type, score } of list) if (score < SCORE_SURE) weakTypes.add(type);
  if (weakTypes.size === 0) return;
  const best = new Map<string, number>();
  const visit = (visitor: (reading: Reading, value: string) => void) =>
    readings.forEach((list, i) => {
      for (const reading of list) {
        if (!weakTypes.has(reading.type)) continue;
        const surface = inputs[i]!.text.slice(reading.start, reading.end);
        visitor(reading, `${reading.type}:${entityType(reading.type).canonical(surface)}`);
      }
    });
  visit((reading, value) => {
    if (reading.score >= SCORE_SURE) best.set(value, Math.max(reading.score, best.get(value) ?? 0));
  });
  if (best.size > 0)
    visit((reading, value) => (reading.score = Math.max(reading.score, best.get(value) ?? 0)));
}

function findings(readings: readonly Reading[]): Finding[] {
  return resolveOverlaps(readings.filter(({ score }) => score >= SCORE_MIN)).map(
    ({ type, start, end, score, sensitivity, secret }) => ({
      type,
      start,
      end,
      confidence: score,
      sensitivity,
      secret,
    }),
  );
}

/** Both sorted lists in one; what overlaps a finding of the first gives way. */
function merge(first: readonly Finding[], second: readonly Finding[]): Finding[] {
  const merged: Finding[] = [];
  let next = 0;
  for (const finding of second) {
    while (next < first.length && first[next]!.end <= finding.start) merged.push(first[next++]!);
    if (next === first.length || first[next]!.start >= finding.end) merged.push(finding);
  }
  while (next < first.length) merged.push(first[next++]!);
  return merged;
}

import { Injectable } from '@nestjs/common';
import { surrogateSurname } from '@gw/detection';
import { AppError } from '@gw/platform';
import { Draft, type DecidedText } from './draft';
import { InboundTexts } from './inbound-texts';
import { keyOf, Masker } from './masker';
import type { MappedValue } from './patterns';
import { RequestMap } from './request-map';
import { findProblems, type Findings } from './self-check';
import { SurrogateStore, type Original } from './surrogates';
import { TenantSecrets, type TenantKeys } from './tenant-secrets';

/** The texts as they may leave, in the order they came, and the way back. */
export interface TokenizedRequest {
  readonly texts: string[];
  readonly map: RequestMap;
}

const CAPTURE_ROUNDS_MAX = 3;
const ROUNDS_MAX = 8;

/** Findings and decisions in; masked texts and this request's map out. */
@Injectable()
export class Tokenizer {
  constructor(
    private readonly secrets: TenantSecrets,
    private readonly store: SurrogateStore,
  ) {}

  /**
   * Masks the texts of one request. When it returns, every new mapping is committed, and restoring each masked text
   * gives what came in, with irreversible spans replaced: text that would not come back is mapped away in further
   * rounds, and so is an original that nobody had found.
   * @throws AppError tokenstore_unavailable; surrogate_conflict when the rounds do not suffice
   */
  async tokenize(tenantId: string, texts: readonly DecidedText[]): Promise<TokenizedRequest> {
    const drafts = texts.map(({ text, spans }) => new Draft(text, spans));
    if (drafts.every(({ edits }) => edits.length === 0)) {
      return { texts: texts.map(({ text }) => text), map: RequestMap.empty() };
    }
    const keys = await this.secrets.keys(tenantId);
    const inbound = new InboundTexts(texts.map(({ text }) => text));
    const blockedForms = new Set<string>();
    for (let round = 0, captureRounds = 0; round < ROUNDS_MAX; round++) {
      const masker = await this.masker(keys, drafts, inbound);
      const masked = drafts.map((draft) => masker.mask(draft));
      const map = masker.map(drafts, masked, blockedForms);
      const findings = masked.map((text, index) => findProblems(text, index, map, masker.surnameForms));
      if (findings.every(isClean)) return { texts: masked.map((text) => text.masked), map };
      if (findings.some(({ captures }) => captures.length > 0) && ++captureRounds > CAPTURE_ROUNDS_MAX) break;
      findings.forEach((found, index) => (drafts[index] as Draft).amend(found));
      for (const { blocked } of findings) for (const form of blocked) blockedForms.add(form);
    }
    throw new AppError('surrogate_conflict');
  }

  /** Looks up or draws what stands for each original of the drafts. */
  private async masker(keys: TenantKeys, drafts: readonly Draft[], inbound: InboundTexts): Promise<Masker> {
    const originals = new Map<string, Original>();
    for (const { edits } of drafts) {
      for (const { form, isReversible, original } of edits) {
        if (isReversible && form !== 'surname') originals.set(keyOf(original), original);
      }
    }
    const lookalikes = await this.store.resolve(keys, [...originals.values()], (drawn) => inbound.has(drawn));
    const values = new Map<string, MappedValue>(
      [...originals].map(([key, { type, canonical }], index) => [
        key,
        { type, original: canonical, surrogate: lookalikes[index] as string },
      ]),
    );
    return new Masker(values, (surname) =>
      surrogateSurname(surname, this.store.drawSource(keys, { type: 'PERSON', canonical: surname }, 0)),
    );
  }
}

function isClean({ captures, contexts, blocked }: Findings): boolean {
  return captures.length === 0 && contexts.length === 0 && blocked.length === 0;
}

import { titles } from '@gw/detection';
import type { SurfaceForm } from './request-map';

interface Span {
  readonly start: number;
  readonly end: number;
}

export interface WeakEdit extends Span {
  readonly text: string;
}

const MASKED_NUMBER = /(?<![0-9A-Za-z])(\d{3,10})[*＊•●xX]{2,15}(\d{2,6}[\dXx]?)(?![0-9A-Za-z*])/g;
const LAST_FOUR = /(?:尾号|末四位|后四位|后4位|最后四位)(?:是|为|:|：)?\s*(\d{3}[\dXx])(?![0-9A-Za-z])/g;

const words = new Intl.Segmenter('zh', { granularity: 'word' });

/**
 * Parts of a surrogate that still mean it: 李总, 老李, 164****7823, 尾号 7823. They are restored only when they can
 * mean one thing in this request, and never inside another word (行李总重 stays).
 */
export class WeakForms {
  private readonly surnameForm: RegExp | undefined;

  constructor(
    private readonly forms: readonly SurfaceForm[],
    private readonly surnames: ReadonlyMap<string, string>,
    private readonly residue: readonly string[],
  ) {
    const usable = [...surnames.keys()];
    if (usable.length > 0) {
      const surname = alternatives(usable);
      this.surnameForm = new RegExp(`[老小](${surname})|(${surname})(?:${alternatives(titles)})`, 'g');
    }
  }

  get isEmpty(): boolean {
    return this.surnameForm === undefined;
  }

  /** @param taken what is already restored in full */
  find(text: string, taken: readonly Span[]): WeakEdit[] {
    const edits = [
      ...this.surnameEdits(text),
      ...this.numberEdits(text, MASKED_NUMBER),
      ...this.lastFourEdits(text),
    ];
    const free = edits.filter(
      (edit) => !taken.some(({ start, end }) => edit.start < end && start < edit.end),
    );
    return free.filter(
      (edit, index) => !free.slice(0, index).some(({ start, end }) => edit.start < end && start < edit.end),
    );
  }

  private surnameEdits(text: string): WeakEdit[] {
    if (!this.surnameForm) return [];
    const matches = [...text.matchAll(this.surnameForm)];
    if (matches.length === 0) return [];
    const breaks = wordBreaks(text);
    return matches.flatMap((match) => {
      const [form, afterNickname, beforeTitle] = match;
      const surname = (afterNickname ?? beforeTitle) as string;
      const start = afterNickname ? match.index + 1 : match.index;
      if (!breaks.has(match.index) || !breaks.has(match.index + form.length)) return [];
      if (this.residue.some((literal) => literal.includes(form))) return [];
      return [{ start, end: start + surname.length, text: this.surnames.get(surname) as string }];
    });
  }

  /** Keeps the mask and its stars, and puts the original's own ends around them. */
  private numberEdits(text: string, pattern: RegExp): WeakEdit[] {
    return [...text.matchAll(pattern)].flatMap((match) => {
      const [whole, head, tail] = match as unknown as [string, string, string];
      const form = this.only(({ canonicalSurrogate: value }) => {
        return value.length >= head.length + tail.length && value.startsWith(head) && endsWith(value, tail);
      });
      if (!form || this.residue.some((literal) => literal.includes(whole))) return [];
      const original = form.canonicalOriginal;
      const masked =
        original.slice(0, head.length) +
        whole.slice(head.length, -tail.length) +
        original.slice(-tail.length);
      return [{ start: match.index, end: match.index + whole.length, text: masked }];
    });
  }

  private lastFourEdits(text: string): WeakEdit[] {
    return [...text.matchAll(LAST_FOUR)].flatMap((match) => {
      const [whole, tail] = match as unknown as [string, string];
      const form = this.only(({ canonicalSurrogate: value }) => value.length > 6 && endsWith(value, tail));
      if (!form || this.residue.some((literal) => literal.includes(whole))) return [];
      const end = match.index + whole.length;
      return [{ start: end - tail.length, end, text: form.canonicalOriginal.slice(-tail.length) }];
    });
  }

  /** The form whose value fits, if all that fit stand for one original. */
  private only(fits: (form: SurfaceForm) => boolean): SurfaceForm | undefined {
    const fitting = this.forms.filter(fits);
    const first = fitting[0];
    return first && fitting.every((form) => form.canonicalOriginal === first.canonicalOriginal)
      ? first
      : undefined;
  }
}

function endsWith(value: string, tail: string): boolean {
  return value.endsWith(tail.toUpperCase());
}

function wordBreaks(text: string): ReadonlySet<number> {
  const breaks = new Set<number>([text.length]);
  for (const { index } of words.segment(text)) breaks.add(index);
  return breaks;
}

function alternatives(choices: readonly string[]): string {
  return [...choices]
    .sort((a, b) => b.length - a.length)
    .map((choice) => choice.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
    .join('|');
}

import { entityTypes } from '@gw/detection';
import { invalidRequest } from '@gw/platform';
import { applyEdits, withoutEmphasis } from './request-map';
import { ValueSearch } from './value-search';

/**
 * Restores a text with the surrogate map a caller kept. Nothing is looked up. Full surrogates only; the type of a
 * reformatted one is told by its shape.
 * @throws AppError invalid_request when a surrogate is empty
 */
export function restoreWithMap(
  text: string,
  surrogates: Readonly<Record<string, string>>,
): { readonly text: string; readonly restored: number } {
  const entries = Object.entries(surrogates);
  if (entries.some(([surrogate]) => surrogate.trim() === '')) {
    throw invalidRequest({ path: 'surrogates.*', problem: 'must not have an empty key' });
  }
  const originals = new Map(entries);
  const found = new ValueSearch(entries.map(([surrogate]) => surrogate)).find(text);
  const edits = found.map(({ value, start, end }) => {
    const written = text.slice(start, end);
    const [surrogate, original] = entries[value] as [string, string];
    return { start, end, text: originals.get(written) ?? dressed(original, surrogate, written) };
  });
  return { text: applyEdits(text, edits), restored: edits.length };
}

/** Gives the original the clothes its surrogate came back in, where a type knows both. */
function dressed(original: string, surrogate: string, written: string): string {
  const plain = withoutEmphasis(written);
  for (const type of entityTypes) {
    const canonical = type.canonical(surrogate);
    if (canonical !== '' && canonical === type.canonical(plain) && type.canonical(original) !== '') {
      return type.dress(type.canonical(original), plain);
    }
  }
  return original;
}

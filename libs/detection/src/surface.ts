import { foldText, isAlphanumeric, Shadow } from './shadow';

/** Folded digits and letters of a surface form, letters in upper case. */
export function alphanumerics(surface: string): string {
  return foldText(surface)
    .replace(/[^0-9A-Za-z]/g, '')
    .toUpperCase();
}

/**
 * Puts the digits and letters of a canonical value in the place of those of a surface form, from the right: what the
 * surface has more of on its left (`+86`) stays. Separators, width and letter case are the surface's; ignorable
 * characters are dropped. A surface with fewer places gives the plain canonical value.
 */
export function dressLike(canonicalValue: string, surface: string): string {
  const value = canonicalValue.replace(/[^0-9A-Za-z]/g, '');
  const shadow = new Shadow(surface).compact();
  let places = 0;
  for (let i = 0; i < shadow.length; i++) if (isAlphanumeric(shadow.codes[i]!)) places++;
  let next = value.length - places;
  if (next > 0) return canonicalValue;
  const cased = /[a-z]/.test(shadow.folded) && !/[A-Z]/.test(shadow.folded) ? value.toLowerCase() : value;
  let dressed = '';
  for (let i = 0; i < shadow.length; i++) {
    const code = shadow.codes[i]!;
    if (!isAlphanumeric(code) || next++ < 0) dressed += shadow.text[i]!;
    else dressed += shadow.text.charCodeAt(i) >= 0xff00 ? widen(cased[next - 1]!) : cased[next - 1]!;
  }
  return dressed;
}

/** Printable ASCII in full width. */
export function widen(text: string): string {
  return text.replace(/[!-~]/g, (character) => String.fromCharCode(character.charCodeAt(0) + 0xfee0));
}

/** Whether a surface form is written in full width. */
export function isFullWidth(surface: string): boolean {
  return /[\uff10-\uff19\uff21-\uff3a\uff41-\uff5a]/.test(surface);
}

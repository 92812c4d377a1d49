import { isAlphanumeric, isLetter, Shadow } from './shadow';

const LABELS = new Set(
  'tel mob mobile phone cell call id no card vin vx wx qq sfz idcard idno ip passport mac'.split(' '),
);
const LABEL_MAX = 8;

/** Whether the letters before an offset are a label that people write without a space, as in `tel13812345678`. */
export function endsGluedLabel(shadow: Shadow, offset: number): boolean {
  let start = offset;
  while (offset - start <= LABEL_MAX && isLetter(shadow.at(start - 1))) start--;
  if (start === offset || offset - start > LABEL_MAX || isAlphanumeric(shadow.at(start - 1))) return false;
  return LABELS.has(shadow.slice(start, offset).toLowerCase());
}

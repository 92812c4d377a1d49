import { gb11714 } from '../checksums/gb11714';
import { gb32100, USCC_ALPHABET } from '../checksums/gb32100';
import { drawOne, sharesRun } from '../drawing';
import type { DrawSource, EntityType, Match } from '../entity-type';
import { isProvince, isRegion, MAINLAND_PROVINCES } from '../lists/lists';
import type { Run } from '../run';
import { alphanumerics, dressLike } from '../surface';

/** Registering department and kind of organization, the first two characters (GB 32100-2015, table 1). */
const CLASSES = /^(?:1[1239]|2[19]|3[1-59]|4[19]|5[1239]|6[129]|7[129]|8[19]|9[123]|A[19]|N[1239]|Y1)/;
const LETTERS = USCC_ALPHABET.slice(10);

/** Unified social credit code of an organization or a sole trader, 18 characters with two check characters (GB 32100-2015). */
export const cnUscc: EntityType = {
  name: 'CN_USCC',
  label: '统一社会信用代码',
  sensitivity: 'medium',
  secret: false,
  reversible: true,
  example: '91350100M000100Y43',
  context: {
    before:
      '统一社会信用代码 社会信用代码 信用代码 税号 纳税人识别号 营业执照 营业执照号 组织机构代码 开票信息'.split(
        ' ',
      ),
    after: [],
    keys: 'creditcode uscc unifiedsocialcreditcode socialcreditcode taxno taxid taxnumber licenseno nsrsbh'.split(
      ' ',
    ),
    negative: '订单 订单号 单号 流水号 序列号 激活码 license serial order orderno orderid token'.split(' '),
  },
  recognizers: [{ lengths: [18], letters: 'any', run: recognize }],
  canonical: alphanumerics,
  draw,
  dress: dressLike,
  tooClose: (original, lookalike) => sharesRun(original.slice(8), lookalike.slice(8)),
};

function recognize(run: Run): Match | null {
  if (run.isAmount) return null;
  const code = run.text;
  if (!CLASSES.test(code) || !/^\d{6}$/.test(code.slice(2, 8)) || !isKnownRegion(code.slice(2, 8)))
    return null;
  const isRight = gb32100(code) === code[17];
  const isOrganizationRight = isRight && gb11714(code.slice(8, 16)) === code[16];
  if (isOrganizationRight) return run.match({ score: 1, verified: true });
  if (run.cuts !== 0) return null;
  if (isRight) return run.match({ score: 0.95, verified: true });
  return gb32100(code) === null ? null : run.match({ score: 0.3 });
}

/** 100000 is the register of the state itself. */
function isKnownRegion(digits: string): boolean {
  return digits === '100000' || isRegion(digits) || (isProvince(digits.slice(0, 2)) && digits.endsWith('00'));
}

/** The class stays; the region is a province; the organization code has the same mask; both check characters are right. */
function draw(canonical: string, random: DrawSource): string {
  const region = `${MAINLAND_PROVINCES[random.int(MAINLAND_PROVINCES.length)]!}0000`;
  const organization = canonical
    .slice(8, 16)
    .replace(/\d|[A-Z]/g, (character) => drawOne(/\d/.test(character) ? '0123456789' : LETTERS, random));
  const body = canonical.slice(0, 2) + region + organization + gb11714(organization);
  return body + gb32100(body)!;
}

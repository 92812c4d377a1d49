import { vinCheckDigit } from '../checksums/vin-check';
import { drawSameMask, sharesRun } from '../drawing';
import type { DrawSource, EntityType, Match } from '../entity-type';
import type { Run } from '../run';
import { alphanumerics, dressLike } from '../surface';

const LETTERS = 'ABCDEFGHJKLMNPRSTUVWXYZ';

/** Vehicle identification number, 17 characters (GB 16735-2019, ISO 3779). Imported European ones need no right check digit. */
export const vin: EntityType = {
  name: 'VIN',
  label: '车架号',
  sensitivity: 'medium',
  secret: false,
  reversible: true,
  example: 'LSVAA4182E2184847',
  context: {
    before: '车架号 车架号码 车辆识别代号 车辆识别代码 车辆识别码 vin vin码 底盘号'.split(' '),
    after: '车架号'.split(' '),
    keys: 'vin vinno vincode vinnumber framenumber frameno chassisno cjh cjhm'.split(' '),
    negative: '订单 订单号 单号 流水号 token order orderno orderid session hash'.split(' '),
  },
  recognizers: [{ lengths: [17], letters: 'some', run: recognize }],
  canonical: alphanumerics,
  draw,
  dress: dressLike,
  tooClose: (original, lookalike) => sharesRun(original.slice(3), lookalike.slice(3)),
};

function recognize(run: Run): Match | null {
  const number = run.text;
  if (run.cuts !== 0 || !/^[A-HJ-NPR-Z0-9]{13}\d{4}$/.test(number)) return null;
  const isUpper = !/[a-z]/.test(run.shadow.slice(run.start, run.end));
  const isYear = /[A-HJ-NPR-TV-Y1-9]/.test(number[9]!);
  if (!isYear || vinCheckDigit(number) !== number[8]) return run.match({ score: 0.2, contextScore: 0.7 });
  return run.match({ score: isUpper ? 0.9 : 0.5, contextScore: 0.95, verified: isUpper });
}

/** The manufacturer (first three characters) and the model year (the tenth) stay; a wrong check digit stays wrong. */
function draw(canonical: string, random: DrawSource): string | null {
  const mask = drawSameMask(canonical, random, LETTERS);
  const drawn = canonical.slice(0, 3) + mask.slice(3, 9) + canonical[9]! + mask.slice(10);
  const check = vinCheckDigit(drawn);
  if (vinCheckDigit(canonical) !== canonical[8]) return check === drawn[8] ? null : drawn;
  return drawn.slice(0, 8) + check + drawn.slice(9);
}

/**
 * `npm run bench:linear`: time(2n) / time(n) of detection on pumped strings. About 2 is linear; the table marks what
 * is above 2.5. Small times are at the mercy of the machine, so each is the best of five.
 */
import { createRequire } from 'node:module';

const { Detector } = createRequire(import.meta.url)('../dist/libs/detection/src/index.js');

const UNITS = ['王李张', '阿·', '张伟明、', 'Zhang San ', '姓名', '老王', 'a', 'A1', 'name', '张 ', '1', '1 ', '1-', '13812345678', '@', 'a@b.', '京A', '::1', '1.', '，', '𠮷', '\u200b1']; // prettier-ignore
const LENGTH = 60_000;

const detector = new Detector();
const timeOf = (text) => {
  const times = Array.from({ length: 5 }, () => {
    const startedAt = performance.now();
    detector.detect([{ text }]);
    return performance.now() - startedAt;
  });
  return Math.min(...times);
};

for (const unit of UNITS) {
  const once = unit.repeat(Math.ceil(LENGTH / unit.length));
  timeOf(once);
  const [one, two] = [timeOf(once), timeOf(once + once)];
  const mark = two / one > 2.5 ? '  <-- not linear?' : '';
  console.log(
    `${JSON.stringify(unit).padEnd(16)} ${one.toFixed(2).padStart(9)} ms ${(two / one).toFixed(2).padStart(6)}${mark}`,
  );
}

/**
 * Mobile number blocks of mainland China by their first digits: MIIT, network codes and H0 assignment as of March 2023,
 * and libphonenumber metadata (Apache-2.0) of 2026-07-17.
 */
const ASSIGNED =
  '130 131 132 133 134 135 136 137 138 139 145 147 149 150 151 152 153 155 156 157 158 159 162 165 166 167 170 171 172 ' +
  '173 175 176 177 178 180 181 182 183 184 185 186 187 188 189 190 191 192 193 195 196 197 198 199 1610 1619 1740 1741 ' +
  '1742 1749';
/** Assigned, but used by things more than by people. */
const MACHINES = '146 148';
/** Never assigned, as of the same date. Nobody's phone rings at a look-alike drawn from these. */
const UNASSIGNED =
  '154 163 164 168 169 179 194 1611 1612 1613 1614 1615 1616 1617 1618 1743 1744 1745 1746 1747 1748';

/** Score of a bare number by its first four digits; 0 where no mobile number begins so. */
const scores = new Float64Array(10_000);
for (const [blocks, score] of [
  [ASSIGNED, 0.6],
  [MACHINES, 0.5],
  [UNASSIGNED, 0.5],
] as const) {
  for (const block of blocks.split(' ')) {
    const span = 10 ** (4 - block.length);
    scores.fill(score, Number(block) * span, (Number(block) + 1) * span);
  }
}

/** Score of a number by its block alone; 0 for digits that begin no mobile number. */
export function mobileBlockScore(firstFourDigits: number): number {
  return scores[firstFourDigits] ?? 0;
}

/** Every unassigned block as four digits, so that each has as many numbers as the next. */
export const UNASSIGNED_BLOCKS: readonly string[] = UNASSIGNED.split(' ').flatMap((block) =>
  block.length === 4 ? [block] : Array.from({ length: 10 }, (_, digit) => `${block}${digit}`),
);

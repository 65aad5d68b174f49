// How many dashes a browser draws of a line depends on its length. Browsers draw a line whole where it has more than a
// million, and half a hundred of such lines let a page stand still.

/** The most dashes that are drawn of one line, and as how many of them one counts whose scale nobody knows. */
const [MOST_DASHES, UNKNOWN] = [1_000_000, 250_000];

const number = /[-+]?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?/gi;
export const numbersIn = (text: string): number[] => (text.match(number) ?? []).map(Number);
export const sumOf = (numbers: readonly number[]): number => numbers.reduce((sum, each) => sum + Math.abs(each), 0);

/** The numbers that each command of a path takes. */
const taken: Readonly<Record<string, number>> = { m: 2, l: 2, t: 2, h: 1, v: 1, s: 4, q: 4, c: 6, a: 7 };

/** A path's length, at most: that of the lines between the points by which its curves are drawn, twice for those that are mirrored. */
function lengthOfPath(d: string): number {
  let [x, y, length] = [0, 0, 0];
  const goTo = (toX: number, toY: number) => {
    length += Math.abs(toX - x) + Math.abs(toY - y);
    [x, y] = [toX, toY];
  };
  for (const [, command = "", rest = ""] of d.matchAll(/([a-z])([^a-df-z]*)/gi)) {
    const name = command.toLowerCase();
    const each = taken[name];
    const numbers = numbersIn(rest);
    if (each === undefined) continue;
    const isOwn = command !== name;
    if (name === "a") {
      // Its two flags may be written without a space, so that nobody knows where it ends.
      length += 8 * sumOf(numbers) + (isOwn ? Math.abs(x) + Math.abs(y) : 0);
      if (isOwn) [x, y] = [0, 0];
      continue;
    }
    for (let at = 0; at + each <= numbers.length; at += each) {
      const [beginX, beginY] = isOwn ? [0, 0] : [x, y];
      if (name === "h") goTo(beginX + (numbers[at] ?? 0), y);
      else if (name === "v") goTo(x, beginY + (numbers[at] ?? 0));
      else
        for (let of = at; of < at + each; of += 2) goTo(beginX + (numbers[of] ?? 0), beginY + (numbers[of + 1] ?? 0));
    }
  }
  // A closed one goes back to where it began.
  return 2 * length * (/z/i.test(d) ? 2 : 1);
}

const sizes = "x y x1 y1 x2 y2 width height r rx ry points".split(" ");

/** The length of the lines around a shape, at most. */
export const lengthOf = (of: (name: string) => string): number =>
  lengthOfPath(of("d")) + 8 * sumOf(sizes.flatMap((name) => numbersIn(of(name)))) + sumOf(numbersIn(of("pathlength")));

/** The length of one round of dashes in a style; null where a line is whole. */
export function dashesIn(value: string): number | null {
  if (/^(?:none|inherit|initial|unset|revert)?$/i.test(value.trim())) return null;
  const round = sumOf(numbersIn(value));
  return round > 0 ? round : /[a-z(]/i.test(value) ? Number.MIN_VALUE : null;
}

/** The dashes of so many lines, which are so long together; `isScaled`: whatever the scale is, the dashes stay as long. */
export const dashesOf = (lines: number, length: number, round: number, isScaled: boolean): number =>
  isScaled ? lines * UNKNOWN : Math.min(lines * MOST_DASHES, length / round);

/** Whether a style has lines keep their widths, and their dashes, whatever the scale is. */
export const keepsScale = (style: string): boolean => /non-scaling/i.test(style);

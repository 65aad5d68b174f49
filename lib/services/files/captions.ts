import { AppError } from "../../core/errors";

// Browsers read the captions of a film (WebVTT) whatever type they are sent as, apply the style sheets in them whatever
// the page's policy says, and take time that grows with the square of those that are shown at once.

/** What a file may hold: captions and regions, captions at any one moment, and characters of each. */
const [MOST, MOST_AT_ONCE, LONGEST] = [5_000, 20, 1_000];

const tooMuch = () =>
  new AppError(
    "invalid",
    "A file of captions may hold at most 5,000 of them, 20 at any moment, with 1,000 characters each.",
    { reason: "captions_too_many" },
  );

const ARROW = "-->";
const time = String.raw`(?:(\d{2,6}):)?([0-5]\d):([0-5]\d)\.(\d{3})`;
const timing = new RegExp(String.raw`^[ \t]*${time}[ \t]*-->[ \t]*${time}((?:[ \t]+[\w:.,%-]+)*)[ \t]*$`);

const msOf = (hours = "0", minutes = "0", seconds = "0", ms = "0") =>
  ((Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds)) * 1_000 + Number(ms);

type Cue = { from: number; to: number; lines: string[] };

/** The first line and those that belong to it, up to a blank one or the times of the next caption. */
function* blocksOf(text: string): Generator<string[]> {
  let block: string[] = [];
  for (const line of text.split(/\r\n|\r|\n/)) {
    if (line === "") {
      if (block.length > 0) yield block;
      block = [];
    } else if (line.includes(ARROW) && (block.length > 1 || block[0]?.includes(ARROW))) {
      // A line right before the times may be the name of that caption, which nobody needs.
      yield block;
      block = [line];
    } else block.push(line);
  }
  if (block.length > 0) yield block;
}

function cueOf(block: readonly string[]): Cue | null {
  const at = block.findIndex((line) => line.includes(ARROW));
  const found = timing.exec(block[at] ?? "");
  if (!found) return null;
  const [, ...parts] = found;
  const settings = parts[8] ?? "";
  const [begin = "", end = ""] = (block[at] ?? "").split(ARROW);
  const times = `${begin.trim()} --> ${end.trim().split(/[ \t]/, 1)[0] ?? ""}${settings}`;
  return { from: msOf(...parts.slice(0, 4)), to: msOf(...parts.slice(4, 8)), lines: [times, ...block.slice(at + 1)] };
}

/** The most captions that are shown at any moment. */
function mostAtOnce(cues: readonly Cue[]): number {
  const ends = cues.map(({ from, to }) => Math.max(from, to)).sort((a, b) => a - b);
  const begins = cues.map(({ from }) => from).sort((a, b) => a - b);
  let [most, over] = [0, 0];
  for (const [index, begin] of begins.entries()) {
    while ((ends[over] ?? Infinity) < begin) over += 1;
    most = Math.max(most, index + 1 - over);
  }
  return most;
}

/** Whether a text is captions for every browser. */
export const isCaptions = (text: string): boolean => /^\uFEFF*WEBVTT(?:[ \t\r\n\0]|$)/.test(text);

/** The same captions, written anew: with their places and what they say, without style sheets and remarks. */
export function cleanCaptions(text: string): string {
  const cues: Cue[] = [];
  const regions: string[][] = [];
  for (const block of blocksOf(text)) {
    const cue = cueOf(block);
    if (cue) cues.push(cue);
    else if (/^REGION[ \t]*$/.test(block[0] ?? "") && cues.length === 0) regions.push(["REGION", ...block.slice(1)]);
    if (cues.length + regions.length > MOST) throw tooMuch();
  }
  const blocks = [
    ...regions.map((lines) => lines.filter((line) => /^[\w:.,%\- \t]+$/.test(line))),
    ...cues.map(({ lines }) => lines),
  ];
  if (mostAtOnce(cues) > MOST_AT_ONCE || blocks.some((lines) => lines.join("\n").length > LONGEST)) throw tooMuch();
  return `WEBVTT\n\n${blocks.map((lines) => `${lines.join("\n")}\n`).join("\n")}`;
}

import { AppError } from "../../../../core/errors";
import type { OpenSource, Reader, ReadingChoices } from "../../reading";
import { openMedia } from "../media/media-archive";
import { Decoder, encodingOf } from "./decoding";
import { openParts, type Part, startOf } from "./parts";
import { elementsOf, WordPressSource } from "./source";
import { Survey } from "./survey";
import { XmlFault } from "./xml-elements";

/** Bytes in which a file shows what it is: the comment at its head is long. */
const HEAD = 64 * 1024;

/** The version in the beginning of a WXR file; "" where it names none, null where it is none. */
function versionIn(head: string): string | null {
  const root = /<rss[\s>]/.exec(head);
  if (!root || !/wordpress\.org\/export\/|<wp:|<generator>https?:\/\/(?:wordpress\.org|www\.squarespace)/.test(head))
    return null;
  return /<wp:wxr_version>\s*(?:<!\[CDATA\[\s*)?([\d.]+)/.exec(head)?.[1] ?? /export\/(\d\.\d)\//.exec(head)?.[1] ?? "";
}

/** What a part is; null where it is no WXR. Refuses an encoding that is not read. */
async function wordsOf(part: Part): Promise<string | null> {
  const start = await startOf(part, HEAD);
  const version = versionIn(start.toString("latin1")) ?? versionIn(new TextDecoder(encodingOf(start)).decode(start));
  if (version === null) return null;
  return version === "" ? "a WordPress export (WXR)" : `a WordPress export (WXR ${version})`;
}

async function recognise(path: string): Promise<string | null> {
  const opened = await openParts(path).catch(() => null);
  if (!opened) return null;
  try {
    for (const part of opened.parts) {
      const words = await wordsOf(part).catch(() => null);
      if (words !== null) return words;
    }
    return null;
  } finally {
    opened.close();
  }
}

const noExport = () =>
  new AppError("invalid", "This is no WordPress export (WXR). Export the old site under Tools, Export, All content.", {
    reason: "wrong_kind",
  });

/** The first way through the files; how many control characters they had. */
async function look(parts: readonly Part[], survey: Survey): Promise<number> {
  let removed = 0;
  for (const part of parts) {
    const decoder = new Decoder();
    try {
      for await (const element of elementsOf(part, decoder)) await survey.take(element);
    } catch (error) {
      // The second way stops there and says so.
      if (!(error instanceof XmlFault)) throw error;
    }
    removed += decoder.removed;
  }
  survey.menus.leave(survey.left);
  return removed;
}

async function open(choices: ReadingChoices): Promise<OpenSource> {
  const opened = await openParts(choices.path);
  const survey = new Survey(choices);
  try {
    const parts: Part[] = [];
    for (const part of opened.parts) if ((await wordsOf(part)) !== null) parts.push(part);
    if (parts.length === 0) throw noExport();
    const removed = await look(parts, survey);
    const media = choices.media === null ? opened.media : await openMedia(choices.media);
    return new WordPressSource(parts, media, () => opened.close(), survey, choices, removed);
  } catch (error) {
    await survey.reusable.close();
    opened.close();
    throw error;
  }
}

/** Reads the exports of WordPress, and of others that write the same format. */
export const wordpressReader: Reader = { kind: "wordpress", recognise, open };

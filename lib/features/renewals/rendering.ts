import { isDeepStrictEqual } from "node:util";
import { slotsFor } from "../attachments/pictures";
import { commentHtml, renderContent } from "../../services/rendering/renderer";
import { AppError } from "../../core/errors";
import { engine } from "../../core/operation";
import { wordsAlone } from "../../text/markdown/words-alone";
import type { Rendered } from "../../text/markdown/source";
import type { Row } from "./queries";
import type { Rendering } from "./schema";
import type { Store, TextColumn } from "./stores";

/** `isForeign`: the stored HTML was not written by this site, so none of it may stay. */
type Course = { log: (line: string) => void; isForeign?: boolean };

/** Stored HTML, sanitised and written again, with its current pictures. */
const renewed = async (html: string) =>
  renderContent({
    editorType: "MARKDOWN",
    originalContent: "",
    content: html,
    keepRaw: true,
    isWritten: true,
    pictures: await slotsFor(engine().reader, [html]),
  });

const textIn = (row: Row, column: string): string => {
  const value = row[column];
  return typeof value === "string" ? value : "";
};

async function fromSource(row: Row, text: TextColumn) {
  const [html, source] = [textIn(row, text.html), textIn(row, text.source)];
  if (source === "" || text.keepRaw.map((name) => row[name]).find((value) => typeof value === "boolean") === true)
    return renewed(html);
  const own = text.html === "workingContent" ? (row.workingEditorType ?? row.editorType) : row.editorType;
  const editorType = own === "RICHTEXT" ? "RICHTEXT" : "MARKDOWN";
  return renderContent({
    editorType,
    originalContent: source,
    keepRaw: false,
    pictures: await slotsFor(engine().reader, [source]),
  });
}

const isInvalid = (error: unknown): error is AppError => error instanceof AppError && error.code === "invalid";

async function rendered(row: Row, text: TextColumn): Promise<Pick<Rendered, "html" | "addresses"> & Partial<Rendered>> {
  if (text.html === "html") return { html: await commentHtml(textIn(row, text.source)), addresses: [] };
  return fromSource(row, text).catch((error: unknown) => {
    // The source may have become too complex to render; its stored HTML is not.
    if (isInvalid(error)) return renewed(textIn(row, text.html));
    throw error;
  });
}

function renderingOf(row: Row, text: TextColumn, made: Awaited<ReturnType<typeof rendered>>): Rendering {
  const { html, addresses, toc, excerpt, wordCount, text: plainText } = made;
  const all: Record<string, unknown> = { toc, excerpt, wordCount, plainText };
  return {
    id: row.id,
    column: text.html,
    before: textIn(row, text.html),
    html,
    addresses,
    derived: Object.fromEntries(text.derived.map((name) => [name, all[name]])),
  };
}

const isSame = (row: Row, { before, html, derived = {} }: Rendering): boolean =>
  before === html && Object.entries(derived).every(([name, value]) => isDeepStrictEqual(row[name], value));

/**
 * The texts of these rows that would be stored differently today. One that cannot be rendered is logged: it stays as this
 * program wrote it once, and of one from elsewhere only the words stay.
 */
export async function renewedTexts(store: Store, rows: readonly Row[], course: Course): Promise<Rendering[]> {
  const items: Rendering[] = [];
  for (const row of rows)
    for (const text of store.texts.filter(({ html }) => typeof row[html] === "string")) {
      const made = await rendered(row, text).catch((error: unknown) => {
        if (!isInvalid(error)) throw error;
        course.log(`${store.name} ${row.id}, ${text.html}: ${error.message}`);
        return course.isForeign === true ? wordsAlone(textIn(row, text.html)) : null;
      });
      const rendering = made && renderingOf(row, text, made);
      if (rendering && !isSame(row, rendering)) items.push(rendering);
    }
  return items;
}

/** The same texts with their current pictures, otherwise unchanged. */
export async function withPresentPictures(store: Store, rows: readonly Row[]): Promise<Rendering[]> {
  const items: Rendering[] = [];
  for (const row of rows)
    for (const { html: column } of store.texts) {
      const before = row[column];
      if (typeof before !== "string") continue;
      const { html, addresses } = await renewed(before);
      if (html !== before) items.push({ id: row.id, column, before, html, addresses });
    }
  return items;
}

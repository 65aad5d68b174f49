import { AppError } from "../../../../core/errors";
import type { Archive } from "../../../../services/archives/reading";
import type { ForeignRecord, RecordKind, Unread } from "../../records";
import type { LeftOut, MediaFinder, OpenSource, Reader } from "../../reading";
import { comment, targetOf } from "./comments";
import { type Line, LinesBelow, linesOf } from "./lines";
import { exportInWords, openExport } from "./opening";
import { rowKinds } from "./rows";
import type { ExportManifest } from "./schema";
import { readText } from "./texts";
import { BadLine } from "./values";

type Records = AsyncGenerator<ForeignRecord | Unread>;

/** Settings that decide which files may be uploaded; they come before the files. */
const aboutFiles = ["attachment_max_size", "attachment_allowed_types"];

/** The first of these values that names something. */
const firstOf = (...values: unknown[]): string =>
  String(values.find((value) => typeof value === "string" || typeof value === "number") ?? "");

/** What a line becomes, or why it becomes nothing. */
async function readOr<T extends ForeignRecord>(
  kind: RecordKind,
  line: Line | null,
  read: (line: Line) => T | Promise<T>,
): Promise<T | Unread> {
  const source = firstOf(line?.id, line?.key);
  const title = firstOf(line?.name, line?.title, line?.file, line?.username, source).slice(0, 255);
  const about = { kind, source, title, warnings: [] };
  try {
    if (line === null) throw new BadLine("its line is not a JSON object");
    return await read(line);
  } catch (error) {
    if (error instanceof RangeError) return { ...about, failed: "it is nested too deeply to be read" };
    // A file in the archive may be damaged.
    if (!(error instanceof BadLine) && !(error instanceof AppError)) throw error;
    return { ...about, failed: error.message };
  }
}

/** Paths of old sites that lead to a record, by its kind and number; of texts they are many, of others few. */
class OldAddresses {
  readonly #byKind = new Map<string, LinesBelow>();

  constructor(private readonly archive: Archive) {}

  of(kind: RecordKind, id: number): Promise<Line[]> {
    const lines =
      this.#byKind.get(kind) ??
      new LinesBelow(this.archive, "redirects", (line) => line.kind === kind && "path" in line, "id");
    this.#byKind.set(kind, lines);
    return lines.all(id);
  }

  async close(): Promise<void> {
    for (const lines of this.#byKind.values()) await lines.close();
  }
}

/** The lines about texts of one kind. */
type Below = Record<"kept" | "revisions" | "comments" | "slugs", LinesBelow>;

/** The records of an export, each file read as it goes. */
class ExportRecords {
  readonly #addresses: OldAddresses;

  constructor(private readonly archive: Archive) {
    this.#addresses = new OldAddresses(archive);
  }

  async *#rows(kind: keyof typeof rowKinds, isWanted: (line: Line | null) => boolean = () => true): Records {
    const { file, read } = rowKinds[kind];
    for await (const line of linesOf(this.archive, file)) {
      if (!isWanted(line)) continue;
      const record = await readOr<ForeignRecord>(kind, line, read);
      if ("oldAddresses" in record && kind !== "option")
        for (const { path } of await this.#addresses.of(kind, Number(record.source)))
          if (typeof path === "string") record.oldAddresses.push(path);
      yield record;
    }
  }

  #commentsOn(kind: "post" | "sheet" | "journal"): LinesBelow {
    return new LinesBelow(this.archive, "comments", (line) => targetOf(line) === kind, `${kind}Id`);
  }

  async *#withComments(below: LinesBelow, kind: "post" | "sheet" | "journal", source: string): Records {
    for await (const line of below.of(Number(source)))
      yield await readOr("comment", line, (each) => comment(each, { kind, source }));
  }

  async *#texts(kind: "post" | "sheet"): Records {
    const { archive } = this;
    const isOf = (line: Line) => line.kind === kind;
    const [kept, revisions, comments] = [
      new LinesBelow(archive, "kept", isOf, "id"),
      new LinesBelow(archive, "revisions", isOf, "postId"),
      this.#commentsOn(kind),
    ];
    const slugs = new LinesBelow(archive, "redirects", (line) => line.kind === kind && "slug" in line, "id");
    const open = [kept, revisions, comments, slugs];
    try {
      yield* this.#textsOf(kind, { kept, revisions, comments, slugs });
    } finally {
      for (const lines of open) await lines.close();
    }
  }

  async *#textsOf(kind: "post" | "sheet", { kept, revisions, comments, slugs }: Below): Records {
    const { archive } = this;
    for await (const line of linesOf(archive, "texts")) {
      if (line && line.kind !== kind) continue;
      // An unreadable line may be of either kind, so it is reported once.
      if (line === null && kind === "sheet") continue;
      const id = Number(line?.id);
      const lines = {
        kept: (await kept.all(id))[0],
        slugs: await slugs.all(id),
        revisions: await revisions.all(id),
        addresses: await this.#addresses.of(kind, id),
      };
      yield await readOr<ForeignRecord>(kind, line, (each) => readText(archive, kind, { line: each, ...lines }));
      yield* this.#withComments(comments, kind, String(id));
    }
  }

  async *#journals(): Records {
    const comments = this.#commentsOn("journal");
    try {
      for await (const record of this.#rows("journal")) {
        yield record;
        yield* this.#withComments(comments, "journal", record.source);
      }
    } finally {
      await comments.close();
    }
  }

  async *all(): Records {
    const isAboutFiles = (line: Line | null) => aboutFiles.includes(String(line?.key));
    try {
      yield* this.#inOrder(isAboutFiles);
    } finally {
      await this.#addresses.close();
    }
  }

  async *#inOrder(isAboutFiles: (line: Line | null) => boolean): Records {
    yield* this.#rows("option", isAboutFiles);
    for (const kind of ["user", "category", "tag", "attachment"] as const) yield* this.#rows(kind);
    yield* this.#texts("post");
    yield* this.#texts("sheet");
    yield* this.#journals();
    for (const kind of ["link", "photo", "menu", "redirect"] as const) yield* this.#rows(kind);
    yield* this.#rows("option", (line) => !isAboutFiles(line));
  }
}

/** The uploaded files of the export, by the address that they had. */
const filesIn = (archive: Archive): MediaFinder => ({
  find: async (address) => {
    const path = decodeURI(address.split(/[?#]/)[0] ?? "").replace(/^\//, "");
    const file = path.startsWith("uploads/") ? archive.files.get(path) : undefined;
    if (!file) return null;
    return { name: path.split("/").at(-1) ?? "", size: file.size, open: () => archive.read(path) };
  },
  close: async () => undefined,
});

const knownFiles = new Set(
  [
    ...Object.values(rowKinds).map(({ file }) => file),
    "texts",
    "comments",
    "kept",
    "revisions",
    "redirects",
    "imports",
  ].map((name) => `data/${name}.jsonl`),
);

const countedFiles = [...Object.values(rowKinds).map(({ file }) => file), "texts", "comments"];

async function countLines(archive: Archive, name: string): Promise<number> {
  let count = 0;
  for await (const _line of linesOf(archive, name)) count += 1;
  return count;
}

async function leftIn(archive: Archive, { files }: ExportManifest): Promise<LeftOut[]> {
  const imports = await countLines(archive, "imports");
  const said = new Set(files.map(({ path }) => path));
  const unknown = [...said].filter((name) => name.startsWith("data/") && !knownFiles.has(name));
  const others = [...archive.files.keys()].filter((name) => !said.has(name) && name !== "manifest.json");
  return [
    ...(imports > 0
      ? [
          {
            what: "imports",
            kind: null,
            count: imports,
            why: "what they made is in the rest; their memory is of the other site",
          },
        ]
      : []),
    ...unknown.map((what) => ({ what, kind: null, count: 1, why: "this version of the program does not know it" })),
    ...(others.length > 0
      ? [{ what: "other files", kind: null, count: others.length, why: "the export's manifest does not name them" }]
      : []),
  ];
}

/** Reads what `export` has written. */
export const broadsheetReader: Reader = {
  kind: "broadsheet",
  recognise: exportInWords,
  open: async ({ path }): Promise<OpenSource> => {
    const { archive, manifest } = await openExport(path);
    let total = 0;
    for (const name of countedFiles) total += await countLines(archive, name);
    const left = await leftIn(archive, manifest);
    return {
      kind: "broadsheet",
      site: manifest.site,
      hosts: { site: [], files: [] },
      version: manifest.program,
      total,
      exportTime: new Date(manifest.createTime),
      records: () => new ExportRecords(archive).all(),
      left: () => left,
      suggestions: () => [],
      media: filesIn(archive),
      close: async () => archive.close(),
    };
  },
};

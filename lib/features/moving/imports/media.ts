import { breathing } from "../../../core/giving-way";
import { createHash } from "node:crypto";
import { createWriteStream } from "node:fs";
import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { join } from "node:path";
import { Readable, Transform } from "node:stream";
import { pipeline } from "node:stream/promises";
import { AppError } from "../../../core/errors";
import { IncomingFile } from "../../../core/incoming-file";
import { readOption } from "../../../services/settings/reading";
import { incomingRoot } from "../../../services/files/storage";
import {
  attachmentByDigest,
  attachmentById,
  insertAttachment,
  keepFile,
  removeKept,
} from "../../attachments/importing";
import type { MediaFile } from "../reading";
import { oldPath } from "../addresses/old-path";
import { Fetcher } from "./fetching";
import { ledFrom, type Remembered } from "./memory";
import type { OldSite, Place } from "./old-site";
import type { Run } from "./run";
import type { Writer } from "./writer";

/** A file of the old site: an attachment here, or why it is none; in a dry run only that it would be one. */
export type Taken =
  | { url: string; id: number; mediaType: string; isMade: boolean }
  | { found: true }
  | { missing: true }
  /** It could not be fetched. */
  | { unfetched: string }
  | { reason: string };

export type Words = {
  isPicture?: boolean;
  name?: string;
  team?: string;
  altText?: string;
  caption?: string;
  createTime?: Date | null;
};

/** What a file is remembered by, and its address at the old site; null where it had none that leads here. */
type Named = { key: string; address: string | null };

/** Addresses whose results are kept in memory, and the longest that may lead to a file, in characters. */
const [MOST_KEPT, LONGEST_PATH] = [20_000, 2000];

/** Finds, fetches and attaches files of the old site: each content once, however often it is named. */
export class Media {
  readonly #known = new Map<string, Taken>();
  readonly #fetcher: Fetcher;

  constructor(
    private readonly run: Run,
    private readonly site: OldSite,
    private readonly writer: Writer,
  ) {
    this.#fetcher = new Fetcher(run.facts, site);
  }

  /** The attachment of an address at the old site; a new one is stored at once, before the text that shows it. */
  async take(at: Place, words: Words = {}): Promise<Taken> {
    const path = this.site.below(at.path);
    if (path.length > LONGEST_PATH) return { missing: true };
    const key = keyOf(path);
    const before = this.#known.get(key);
    if (before && !("reason" in before && !words.isPicture)) return before;
    const taken = await this.#find(key, { ...at, path }, words);
    if (this.#known.size >= MOST_KEPT) this.#known.delete(this.#known.keys().next().value ?? "");
    this.#known.set(key, taken);
    return taken;
  }

  /** Says which files are asked for next, so that they can be fetched before. */
  async expect(places: readonly Place[]): Promise<void> {
    const { choices, dryRun } = this.run.facts;
    if (!choices.fetchMedia || dryRun) return;
    const wanted = new Map<string, string>();
    const breathe = breathing();
    for (const { path, absolute } of places) {
      await breathe();
      const key = keyOf(path);
      if (absolute === null || path.length > LONGEST_PATH || wanted.has(key) || this.#known.has(key)) continue;
      const { there, file } = await this.#here(key, path);
      if (!there && !file) wanted.set(key, absolute);
    }
    this.#fetcher.expect([...wanted.values()]);
  }

  /** Ends what is on its way. */
  close(): void {
    this.#fetcher.close();
  }

  /** What of an address is here already: an attachment, and a file that somebody has given. */
  async #here(key: string, path: string) {
    const db = this.run.reader();
    const remembered = await this.run.recall(db, "file", key);
    const led = remembered?.recordId ?? (await this.#led(key));
    const there = led === null ? null : await attachmentById(db, led);
    return { there, remembered, file: await this.#look(path) };
  }

  /** Whether this import made a file, before it was stopped. */
  #isOwn = (remembered: Remembered | null): boolean =>
    remembered !== null && remembered.madeBy !== null && remembered.madeBy === this.run.facts.id;

  async #find(key: string, at: Place, words: Words): Promise<Taken> {
    const { path, absolute } = at;
    const { dryRun } = this.run.facts;
    const { there, remembered, file } = await this.#here(key, path);
    // Another file may be at the same address by now.
    if (there && !file) return { ...there, isMade: this.#isOwn(remembered) };
    if (!file && !this.run.facts.choices.fetchMedia) return { missing: true };
    if (dryRun) {
      if (!file) return { missing: true };
      // The address of a record's own file is counted with the record.
      if (words.name === undefined && this.site.fileAddress(at) !== null) this.run.tally.redirects += 1;
      const isSame = there && remembered?.recordId === there.id && remembered.hash === (await digestOf(file));
      return isSame ? { ...there, isMade: false } : { found: true };
    }
    return this.#bring({ key, address: this.site.fileAddress(at) }, absolute, file, words);
  }

  async #led(key: string): Promise<number | null> {
    const found = (await ledFrom(this.run.reader(), this.run.facts.origin, [key])).get(key);
    return found?.kind === "attachment" ? found.id : null;
  }

  async #look(path: string): Promise<MediaFile | null> {
    return (await this.run.facts.source.media?.find(path)) ?? null;
  }

  /** Copies or fetches a file into a folder of its own, and attaches it. */
  async #bring(named: Named, absolute: string | null, file: MediaFile | null, words: Words): Promise<Taken> {
    await mkdir(incomingRoot(), { recursive: true, mode: 0o700 });
    const folder = await mkdtemp(join(incomingRoot(), `${process.pid}-`));
    try {
      const content = file
        ? { name: file.name, stream: Readable.from(await file.open()) }
        : absolute === null
          ? null
          : await this.#fetcher.fetch(absolute);
      if (content === null) return { missing: true };
      if ("unfetched" in content) return content;
      const most = await readOption(this.run.reader(), "attachment_max_size");
      const sent = await received(join(folder, "sent"), content.stream, most);
      return await this.#attach(
        named,
        new IncomingFile(
          sent.path,
          words.name ? withEnding(words.name, content.name) : content.name,
          sent.size,
          sent.digest,
        ),
        words,
      );
    } catch (error) {
      if (error instanceof AppError && error.code !== "storage_full" && error.code !== "unavailable")
        return { reason: error.message };
      throw error;
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  }

  async #attach({ key, address }: Named, file: IncomingFile, words: Words): Promise<Taken> {
    const { author, startTime } = this.run.facts;
    const there = await attachmentByDigest(this.run.reader(), file.digest);
    const remembered = await this.run.recall(this.run.reader(), "file", key);
    // As it was taken in before; an import that was stopped comes here again.
    if (there && remembered?.recordId === there.id && remembered.hash === file.digest)
      return { url: there.url, id: there.id, mediaType: there.mediaType, isMade: this.#isOwn(remembered) };
    const said = words.createTime ?? startTime;
    // That of a text which is planned tells nobody when.
    const createTime = said < startTime ? said : startTime;
    const kept = there ? null : await keepFile(file, createTime);
    if (kept && words.isPicture && !kept.columns.mediaType.startsWith("image/")) {
      await removeKept([kept.folder]);
      return { reason: "this is not a picture" };
    }
    try {
      let made = there;
      await this.writer.commit(async (context) => {
        const { db } = context;
        if (kept) {
          const id = await insertAttachment(db, kept, {
            name: kept.name,
            team: words.team ?? "",
            altText: words.altText ?? "",
            caption: words.caption ?? "",
            uploaderId: author.id,
            createTime,
            updateTime: createTime,
          });
          made = await attachmentById(db, id);
        }
        if (!made) throw new Error("the attachment is gone");
        const isMade = kept !== null;
        await this.run.note(
          context,
          {
            kind: "file",
            source: key,
            outcome: isMade ? "imported" : "unchanged",
            title: made.name,
            recordId: made.id,
            isMade,
            warnings: [],
          },
          {
            memory: {
              hash: file.digest,
              given: {},
              recordKind: "attachment",
              recordId: made.id,
              mark: made.updateTime.toISOString(),
              madeBy: isMade ? this.run.facts.id : null,
            },
          },
        );
        if (address !== null) await this.run.leadToFile(db, address, made.id);
        return { what: "a file", cacheKeys: [] };
      });
      if (!made) throw new Error("the attachment is gone");
      return { url: made.url, id: made.id, mediaType: made.mediaType, isMade: kept !== null };
    } catch (error) {
      if (kept) await removeKept([kept.folder]);
      throw error;
    }
  }
}

async function digestOf(file: MediaFile): Promise<string> {
  const hash = createHash("sha256");
  for await (const piece of await file.open()) hash.update(piece as Buffer);
  return hash.digest("hex");
}

const keyOf = (path: string): string => oldPath(path.split(/[?#]/)[0] ?? "") ?? path;

/** A title of the old site with the ending of its file. */
const withEnding = (name: string, file: string): string => {
  const ending = /\.[a-z0-9]{1,8}$/i.exec(file)?.[0] ?? "";
  return name.toLowerCase().endsWith(ending.toLowerCase()) ? name : name + ending;
};

export async function received(
  path: string,
  stream: Readable,
  most: number,
): Promise<{ path: string; size: number; digest: string }> {
  const hash = createHash("sha256");
  let size = 0;
  const counted = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      size += chunk.byteLength;
      hash.update(chunk);
      if (size > most)
        done(new AppError("too_large", `The file is larger than ${most} bytes, the most that this site takes.`));
      else done(null, chunk);
    },
  });
  await pipeline(stream, counted, createWriteStream(path, { flags: "wx", mode: 0o600 }));
  return { path, size, digest: hash.digest("hex") };
}

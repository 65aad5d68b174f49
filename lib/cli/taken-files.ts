import { createHash } from "node:crypto";
import { constants, createReadStream } from "node:fs";
import { copyFile, lstat, mkdir, mkdtemp, realpath, rm } from "node:fs/promises";
import { basename, join } from "node:path";
import { createAttachments, deleteAttachment } from "../features/attachments/mutations";
import { findByDigest } from "../features/attachments/queries";
import { incomingRoot } from "../services/files/storage";
import type { Actor } from "../core/access";
import { IncomingFile } from "../core/incoming-file";
import { relinked } from "../text/markdown/relink";
import { attempt } from "../doors/command";
import { fileBeside, type Place } from "./references";

type Taken = { url: string } | { reason: string };

async function digestOf(path: string): Promise<string> {
  const hash = createHash("sha256");
  for await (const chunk of createReadStream(path)) hash.update(chunk as Buffer);
  return hash.digest("hex");
}

/** Attaches the files that imported texts point to: each content once, however often it is named or imported. */
export class TakenFiles {
  readonly #actor: Actor;
  readonly #known = new Map<string, Taken>();

  constructor(actor: Actor) {
    this.#actor = actor;
  }

  /**
   * Replaces addresses of files beside a text by those of attachments, and makes missing ones unless only `known` ones
   * are wanted. Adds a remark for each file that failed.
   */
  async relink(markdown: string, place: Place, known = false): Promise<{ text: string; warnings: string[] }> {
    const wanted = new Map<string, "image" | "link">();
    relinked(markdown, (address, kind) => {
      if (fileBeside(address, place) !== null) wanted.set(address, wanted.get(address) === "image" ? "image" : kind);
      return undefined;
    });
    const urls = new Map<string, string>();
    const warnings: string[] = [];
    for (const [address, kind] of wanted) {
      const taken = await this.take(address, kind, place, known);
      if ("url" in taken) urls.set(address, taken.url);
      else if (!known) warnings.push(`${kind} ${address}: ${taken.reason}`);
    }
    return { text: urls.size === 0 ? markdown : relinked(markdown, (address) => urls.get(address)), warnings };
  }

  /** The address of the attachment for a file beside a text, or why there is none. */
  async take(address: string, kind: "image" | "link", place: Place, known = false): Promise<Taken> {
    const path = fileBeside(address, place);
    if (path === null) return { reason: "there is no such file" };
    const key = `${kind} ${path}`;
    const before = this.#known.get(key);
    if (before) return before;
    const done = await attempt(() => this.#find(path, kind, place, known));
    const taken = done.ok ? done.value : { reason: done.refusal.message };
    if (!known || "url" in taken) this.#known.set(key, taken);
    return taken;
  }

  async #find(path: string, kind: "image" | "link", place: Place, known: boolean): Promise<Taken> {
    // A symbolic link could lead out of the folder.
    if ((await realpath(path)) !== join(await realpath(place.root), path.slice(place.root.length + 1)))
      return { reason: "symbolic links are not followed" };
    const digest = await digestOf(path);
    const there = await findByDigest(this.#actor, { digest });
    if (there)
      return kind === "image" && !there.mediaType.startsWith("image/")
        ? { reason: "this is no picture" }
        : { url: there.url };
    return known ? { reason: "it is not among the attachments" } : this.#create(path, kind, digest);
  }

  async #create(path: string, kind: "image" | "link", digest: string): Promise<Taken> {
    await mkdir(incomingRoot(), { recursive: true, mode: 0o700 });
    const folder = await mkdtemp(join(incomingRoot(), `${process.pid}-`));
    try {
      const copy = join(folder, "sent");
      await copyFile(path, copy, constants.COPYFILE_EXCL);
      const [made] = await createAttachments(this.#actor, {
        files: [new IncomingFile(copy, basename(path), (await lstat(copy)).size, digest)],
      });
      if (!made) throw new Error("no attachment was made");
      if (kind === "link" || made.mediaType.startsWith("image/")) return { url: made.url };
      await deleteAttachment(this.#actor, { attachmentId: made.id, force: true });
      return { reason: "this is no picture" };
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  }
}

import type { Result } from "../../lib/doors/result";
import type { Attachment } from "../../lib/features/attachments/schema";

/**
 * `waiting` for its turn, `sending`, `reading`: all of it is there and the server looks at it, `done`, `refused` by the
 * server or before it travelled, `lost`: the connection ended.
 */
type UploadState = "waiting" | "sending" | "reading" | "done" | "refused" | "lost";

export type Upload = {
  id: number;
  name: string;
  size: number;
  state: UploadState;
  /** Bytes that have travelled. */
  sent: number;
  /** Why it was refused, in a sentence. */
  message: string;
  made: Attachment | null;
};

/** One file on its way: the same key again is stored once, however often the connection ends. */
export type Parcel = { file: File; key: string; team: string };

/** Sends a file; rejects where no answer came. */
export type Send = (
  parcel: Parcel,
  onProgress: (sent: number) => void,
  signal: AbortSignal,
) => Promise<Result<Attachment>>;

type Wiring = {
  send: Send;
  /** Bytes; larger files are refused here. */
  limit: number;
  tooLarge: (file: File) => string;
  /** Files that travel at the same time. */
  atOnce?: number;
};

type Kept = Upload & { parcel: Parcel; stop: AbortController | null };

const isOpen = ({ state }: Upload) => state === "waiting" || state === "sending" || state === "reading";

/** 128 bits; `crypto.randomUUID` is missing where a site is not served over https. */
const newKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");

/**
 * Uploads files, few at the same time. When the connection ends, nothing more is begun until somebody says so, or the
 * browser is online again.
 */
export class UploadQueue {
  readonly #wiring: Required<Wiring>;
  #all: Kept[] = [];
  #shown: readonly Upload[] = [];
  #watching = new Set<() => void>();
  #lastId = 0;
  #isHeld = false;

  constructor(wiring: Wiring) {
    this.#wiring = { atOnce: 2, ...wiring };
  }

  /** The uploads, first come first; the same array until something changes. */
  readonly list = (): readonly Upload[] => this.#shown;

  readonly watch = (changed: () => void): (() => void) => {
    this.#watching.add(changed);
    return () => void this.#watching.delete(changed);
  };

  get isOpen(): boolean {
    return this.#all.some(isOpen);
  }

  /** Adds files and returns their ids. */
  add(files: Iterable<File>, team = ""): number[] {
    const added = [...files].map((file): Kept => {
      const isTooLarge = file.size > this.#wiring.limit;
      return {
        id: (this.#lastId += 1),
        name: file.name,
        size: file.size,
        state: isTooLarge ? "refused" : "waiting",
        sent: 0,
        message: isTooLarge ? this.#wiring.tooLarge(file) : "",
        made: null,
        parcel: { file, key: newKey(), team },
        stop: null,
      };
    });
    this.#all.push(...added);
    this.#next();
    return added.map(({ id }) => id);
  }

  /** Ends an upload and forgets it. */
  cancel(id: number): void {
    const upload = this.#all.find((each) => each.id === id);
    this.#all = this.#all.filter((each) => each !== upload);
    upload?.stop?.abort();
    this.#next();
  }

  /** Forgets what has not been sent yet. */
  readonly cancelWaiting = (): void => {
    this.#all = this.#all.filter(({ state }) => state !== "waiting" && state !== "lost");
    this.#isHeld = false;
    this.#next();
  };

  /** Whether sending a file again may help: never where it is over the limit. */
  mayRetry(id: number): boolean {
    const { size = Infinity, state } = this.#all.find((each) => each.id === id) ?? {};
    return size <= this.#wiring.limit && (state === "refused" || state === "lost");
  }

  /** Sends a file again that was refused or lost. */
  retry(id: number): void {
    const upload = this.#all.find((each) => each.id === id);
    if (!upload || !this.mayRetry(id)) return;
    this.#put(upload, { state: "waiting", sent: 0, message: "" });
    this.#isHeld = false;
    this.#next();
  }

  /** Goes on after the connection was lost. */
  readonly goOn = (): void => {
    for (const upload of this.#all)
      if (upload.state === "lost") this.#put(upload, { state: "waiting", sent: 0, message: "" });
    this.#isHeld = false;
    this.#next();
  };

  /** Forgets what has ended. */
  clear(): void {
    this.#all = this.#all.filter(isOpen);
    this.#tell();
  }

  #put(upload: Kept, change: Partial<Kept>): void {
    Object.assign(upload, change);
  }

  #tell(): void {
    this.#shown = this.#all.map(({ parcel: _parcel, stop: _stop, ...upload }) => upload);
    for (const changed of this.#watching) changed();
  }

  #next(): void {
    for (const upload of this.#all) {
      const travelling = this.#all.filter(({ state }) => state === "sending" || state === "reading").length;
      if (this.#isHeld || travelling >= this.#wiring.atOnce) break;
      if (upload.state === "waiting") void this.#send(upload);
    }
    this.#tell();
  }

  async #send(upload: Kept): Promise<void> {
    const stop = new AbortController();
    this.#put(upload, { state: "sending", stop });
    try {
      const answer = await this.#wiring.send(upload.parcel, (sent) => this.#progress(upload, sent), stop.signal);
      this.#put(
        upload,
        answer.ok
          ? { state: "done", sent: upload.size, made: answer.data }
          : { state: "refused", message: answer.error.message },
      );
    } catch {
      if (stop.signal.aborted) return;
      this.#put(upload, { state: "lost" });
      this.#isHeld = true;
    } finally {
      this.#put(upload, { stop: null });
      this.#next();
    }
  }

  #progress(upload: Kept, sent: number): void {
    if (upload.state !== "sending") return;
    this.#put(upload, { sent, state: sent >= upload.size ? "reading" : "sending" });
    this.#tell();
  }
}

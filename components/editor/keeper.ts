import type { Clock } from "./clock";
import { type Edits, sameFields, sameTexts } from "./edits";
import { type Copy, newName, type Shelf } from "./shelf";

/** The edits on screen, with their post and version. */
export type Written = Pick<Copy, "kind" | "postId" | "edits" | "baseVersion">;

/** Milliseconds from a change to the copy on this device, so that a 200 KB text is not copied at each key. */
export const SOON = 250;

export const sameEdits = (a: Edits, b: Edits): boolean => sameTexts(a, b) && sameFields(a, b);

export const isBlank = ({ title, originalContent }: Edits): boolean =>
  title.trim() === "" && originalContent.trim() === "";

type Given = {
  shelf: Shelf;
  clock: Clock;
  userId: number;
  /** The edits at the start, where the server has them. */
  acknowledged: Edits | null;
  /** The device began or stopped refusing copies. */
  refused?: (refused: boolean) => void;
};

/**
 * Keeps the edits on screen on this device. A copy is removed in two cases only: the server has acknowledged exactly
 * its text, or somebody has decided.
 */
export class Keeper {
  readonly holder = newName();
  #id = newName();
  #cancel: (() => void) | null = null;
  #read: (() => Written) | null = null;
  /** The device's copy of the screen. */
  #own: Copy | null = null;
  /** The edits that the server acknowledged last. */
  #acknowledged: Edits | null;
  /** Changes run in sequence, so that a late one does not restore an old text. */
  #last: Promise<unknown> = Promise.resolve();
  #time = 0;

  constructor(private readonly given: Given) {
    this.#acknowledged = given.acknowledged;
  }

  /** Copies the edits soon, as they are then. */
  keep(read: () => Written): void {
    this.#read = read;
    this.#cancel ??= this.given.clock.after(SOON, () => void this.now());
  }

  /** Copies pending edits at once; returns whether this device has them. */
  now(): Promise<boolean> {
    const read = this.#read;
    this.#wait();
    if (read) {
      const written = read();
      return this.#then(() => this.#write(written, this.holder));
    }
    return this.#then(async () => this.#own !== null);
  }

  /** The server has acknowledged all of `sent`. Where the screen shows the same, the copy is removed. */
  landed(sent: Edits, read: () => Written): Promise<unknown> {
    this.#acknowledged = sent;
    if (!sameEdits(read().edits, sent)) {
      this.keep(read);
      return this.#last;
    }
    this.#wait();
    return this.#then(async () => {
      const own = this.#own;
      this.#own = null;
      if (own) await this.given.shelf.drop(own);
    });
  }

  /**
   * Another text comes on screen. The current one becomes a copy of its own, unless the server has acknowledged it;
   * returns that copy, or null.
   */
  leave(written: Written, always = false): Promise<Copy | null> {
    const { edits } = written;
    const isOnServer = this.isAcknowledged(edits);
    this.#wait();
    return this.#then(async () => {
      const own = this.#own;
      const isNeeded = !isBlank(edits) && (always || !isOnServer);
      const isAside = isNeeded && (await this.#write(written, null));
      const aside = this.#own;
      this.#own = null;
      if (isAside) {
        this.#id = newName();
        return aside;
      }
      // A copy that the device refused to replace stays as it was.
      if (isNeeded) this.#id = newName();
      else if (own) await this.given.shelf.drop(own);
      return null;
    });
  }

  /** Whether these are the edits that the server acknowledged last. */
  isAcknowledged(edits: Edits): boolean {
    return this.#acknowledged !== null && sameEdits(edits, this.#acknowledged);
  }

  /** The screen shows the server's text. */
  shows(edits: Edits): void {
    this.#wait();
    this.#acknowledged = edits;
  }

  /** A copy is on screen: this editor keeps it from now on. */
  async takeUp(copy: Copy, read: () => Written): Promise<void> {
    this.keep(read);
    if (await this.now()) await this.given.shelf.drop(copy);
  }

  #wait(): void {
    this.#cancel?.();
    this.#cancel = null;
    this.#read = null;
  }

  #then<T>(work: () => Promise<T>): Promise<T> {
    const done = this.#last.then(work);
    this.#last = done.catch(() => undefined);
    return done;
  }

  async #write(written: Written, holder: string | null): Promise<boolean> {
    this.#time = Math.max(this.given.clock.now(), this.#time + 1);
    const copy: Copy = {
      ...written,
      id: this.#id,
      userId: this.given.userId,
      holder,
      asked: holder === null,
      time: this.#time,
    };
    const isKept = await this.given.shelf.put(copy);
    if (isKept) this.#own = copy;
    this.given.refused?.(!isKept);
    return isKept;
  }
}

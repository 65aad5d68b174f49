import type { Clock } from "./clock";
import { type Edits, sameFields } from "./edits";
import { type Copy, newName, type Shelf } from "./shelf";

/** What is on screen, and what it is a text of. */
export type Written = Pick<Copy, "postId" | "edits" | "baseVersion">;

/** From a change to the copy on this device, in milliseconds: a 200 KB text is not copied at each key. */
export const SOON = 250;

export const sameEdits = (a: Edits, b: Edits): boolean => a.originalContent === b.originalContent && sameFields(a, b);

export const isBlank = ({ title, originalContent }: Edits): boolean =>
  title.trim() === "" && originalContent.trim() === "";

type Given = {
  shelf: Shelf;
  clock: Clock;
  userId: number;
  /** What the screen begins with, where the server has it. */
  acknowledged: Edits | null;
  /** The device began or ceased to refuse copies. */
  refused?: (refused: boolean) => void;
};

/**
 * Keeps what is on screen on this device. A copy goes in two cases only: the server has acknowledged
 * exactly its text, or somebody has decided about it.
 */
export class Keeper {
  readonly holder = newName();
  #id = newName();
  #cancel: (() => void) | null = null;
  #read: (() => Written) | null = null;
  /** The copy of the screen as this device has it. */
  #own: Copy | null = null;
  /** The text that the server acknowledged last. */
  #acknowledged: Edits | null;
  /** Changes go one after the other, so that a late one cannot bring an old text back. */
  #last: Promise<unknown> = Promise.resolve();
  #time = 0;

  constructor(private readonly given: Given) {
    this.#acknowledged = given.acknowledged;
  }

  /** Something was written: copied soon, with what is on screen then. */
  keep(read: () => Written): void {
    this.#read = read;
    this.#cancel ??= this.given.clock.after(SOON, () => void this.now());
  }

  /** Copies what waits at once; whether this device has it. */
  now(): Promise<boolean> {
    const read = this.#read;
    this.#wait();
    if (read) {
      const written = read();
      return this.#then(() => this.#write(written, this.holder));
    }
    return this.#then(async () => this.#own !== null);
  }

  /** The server has acknowledged `sent`, all of it. Where the screen says the same, the copy has done its work. */
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
   * Another text comes on screen. What is there now becomes a copy of its own, unless the server has
   * acknowledged it; answers that copy, or null.
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
      // What the device refused to copy anew stays as it was.
      if (isNeeded) this.#id = newName();
      else if (own) await this.given.shelf.drop(own);
      return null;
    });
  }

  /** Whether the server has acknowledged exactly this text last. */
  isAcknowledged(edits: Edits): boolean {
    return this.#acknowledged !== null && sameEdits(edits, this.#acknowledged);
  }

  /** The screen shows what the server holds. */
  shows(edits: Edits): void {
    this.#wait();
    this.#acknowledged = edits;
  }

  /** A copy is on screen now: this editor keeps it from here on. */
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

import { createStore, del, get, set } from "idb-keyval";
import type { Post } from "../../lib/posts/schema";
import { type Draft, fieldsOf, sameFields } from "./draft";

/** What this device keeps of a text that the server may not have yet. */
export type LocalCopy = {
  draft: Draft;
  /** The post's version it is based on; null before there is one. */
  baseVersion: number | null;
  /** Epoch milliseconds. */
  time: number;
};

/** Key of a post's copy; of one that is not on the server yet, "new". */
export const copyKey = (postId: number | null): string => (postId === null ? "new" : `post:${postId}`);
/** Key of the text that was put aside when somebody else's was taken. */
export const asideKey = (postId: number): string => `${copyKey(postId)}:aside`;

const store = () => createStore("broadsheet-editor", "drafts");

/** Private windows and full disks refuse storage: writing goes on without it. */
const orNothing = <T>(work: Promise<T>): Promise<T | undefined> => work.catch(() => undefined);

export const readCopy = (key: string): Promise<LocalCopy | undefined> => orNothing(get<LocalCopy>(key, store()));
export const keepCopy = (key: string, copy: LocalCopy): Promise<void> => orNothing(set(key, copy, store())) as Promise<void>;
export const dropCopy = (key: string): Promise<void> => orNothing(del(key, store())) as Promise<void>;

/** From a change to the copy on this device, in milliseconds: a 200 KB text is not copied at each key. */
const SOON = 250;

/** Keeps the latest text on this device: soon after each change, at once when the page goes away. */
export class Keeper {
  #timer: ReturnType<typeof setTimeout> | undefined;
  #read: (() => { key: string; copy: LocalCopy }) | null = null;
  /** Writes go one after the other, so that a late one cannot bring an old text back. */
  #last: Promise<void> = Promise.resolve();

  keep(read: () => { key: string; copy: LocalCopy }): void {
    this.#read = read;
    this.#timer ??= setTimeout(() => void this.now(), SOON);
  }

  now(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const read = this.#read;
    this.#read = null;
    if (read) {
      const { key, copy } = read();
      this.#last = this.#last.then(() => keepCopy(key, copy));
    }
    return this.#last;
  }

  /** Forgets what has reached the server. */
  forget(...keys: string[]): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#read = null;
    this.#last = this.#last.then(async () => void (await Promise.all(keys.map(dropCopy))));
    return this.#last;
  }
}

/** What this device kept of a post, when it says something else than the server. */
export async function unsavedCopy(post: Post | null, untitled: string): Promise<LocalCopy | null> {
  const key = copyKey(post?.id ?? null);
  const copy = (await readCopy(key)) ?? (post ? await readCopy(asideKey(post.id)) : undefined);
  if (!copy) return null;
  const isSame = copy.draft.originalContent === (post?.originalContent ?? "") && (post === null ? copy.draft.title === "" : sameFields(copy.draft, fieldsOf(post, untitled)));
  if (!isSame) return copy;
  await dropCopy(key);
  return null;
}

/** Puts a text aside until the next save. */
export const putAside = (post: Post, draft: Draft): Promise<void> => keepCopy(asideKey(post.id), { draft, baseVersion: post.version, time: Date.now() });

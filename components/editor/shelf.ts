import { createStore, entries, set, type UseStore } from "idb-keyval";
import type { Draft } from "./draft";

/** A text that this device keeps until the server has it or somebody decides. */
export type Copy = {
  id: string;
  /** Whose writing it is; null in copies from before that was noted. */
  userId: number | null;
  /** The post it belongs to; null before there is one. */
  postId: number | null;
  /** The open editor that writes it; null once it is nobody's. */
  holder: string | null;
  /** Whether somebody was asked about it and left it for later. */
  asked: boolean;
  draft: Draft;
  /** The post's version it is based on. */
  baseVersion: number | null;
  /** Epoch milliseconds; later for each text of the same copy. */
  time: number;
};

/** Where copies are kept. */
export type Shelf = {
  all: () => Promise<Copy[]>;
  /** Whether it is kept now: private windows and full disks refuse. */
  put: (copy: Copy) => Promise<boolean>;
  /** Takes a copy away while it still says what was read of it. */
  drop: (copy: Copy) => Promise<void>;
};

/** Copies of the first version: their key told the post, and they were nobody's. */
function readEntry([key, value]: [string, Partial<Copy> & Pick<Copy, "draft" | "time">]): Copy {
  const [, postId] = /^post:(\d+)/.exec(key) ?? [];
  return {
    userId: null,
    postId: postId === undefined ? null : Number(postId),
    holder: null,
    asked: key.endsWith(":aside"),
    baseVersion: null,
    ...value,
    id: key,
  };
}

let opened: UseStore | undefined;
const store = () => (opened ??= createStore("broadsheet-editor", "drafts"));

const finished = (transaction: IDBTransaction) =>
  new Promise<void>((resolve, reject) => {
    transaction.addEventListener("complete", () => resolve());
    transaction.addEventListener("abort", () => reject(transaction.error ?? new Error("aborted")));
  });

/** Comparing and changing are one transaction, so that a text written between them stays. */
const ifUnchanged = ({ id, time }: Copy, change: (drafts: IDBObjectStore) => void) =>
  store()("readwrite", (drafts) => {
    const reading = drafts.get(id);
    reading.addEventListener("success", () => {
      if ((reading.result as { time?: number } | undefined)?.time === time) change(drafts);
    });
    return finished(drafts.transaction);
  }).catch(() => undefined);

/** The copies in this browser's database. */
export const deviceShelf: Shelf = {
  all: async () => (await entries<string, Copy>(store()).catch(() => [])).map(readEntry),
  put: (copy) =>
    set(copy.id, copy, store()).then(
      () => true,
      () => false,
    ),
  drop: (copy) => ifUnchanged(copy, (drafts) => void drafts.delete(copy.id)),
};

/** Somebody was asked about a copy and left it for later. */
export const noteAsked = (copy: Copy): Promise<void> =>
  ifUnchanged(copy, (drafts) => void drafts.put({ ...copy, holder: null, asked: true }, copy.id));

/** A name that nothing else has; `randomUUID` is missing where the site is not served over https. */
export const newName = (): string =>
  [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");

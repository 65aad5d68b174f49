import { createStore, entries, set, type UseStore } from "idb-keyval";
import type { Edits } from "./edits";

/** Edits that this device keeps until the server has them or somebody decides. */
export type Copy = {
  id: string;
  /** Their author; null in copies of an earlier version. */
  userId: number | null;
  /** Absent in copies of posts. */
  kind?: "sheet";
  /** Their post; null before there is one. */
  postId: number | null;
  /** The open editor that writes it; null without one. */
  holder: string | null;
  /** Whether somebody was asked about it and left it for later. */
  asked: boolean;
  edits: Edits;
  /** The post's version they are based on. */
  baseVersion: number | null;
  /** Epoch milliseconds; later for each change of the same copy. */
  time: number;
};

/** The storage of copies. */
export type Shelf = {
  all: () => Promise<Copy[]>;
  /** Returns whether it is stored: private windows and full disks refuse. */
  put: (copy: Copy) => Promise<boolean>;
  /** Removes a copy unless it has changed since it was read. */
  drop: (copy: Copy) => Promise<void>;
};

/** A copy in the browser's database, where the edits are called `draft`. */
type StoredCopy = Omit<Copy, "edits"> & { draft: Edits };
/** Copies of earlier versions did not say what their source is; nearly all were Markdown. */
type OlderEdits = Omit<Edits, "editorType"> & Partial<Pick<Edits, "editorType">>;

const stored = ({ edits, ...copy }: Copy): StoredCopy => ({ ...copy, draft: edits });

/** Reads a copy. Those of the first version have these two fields only, and a key that names the post. */
function readEntry([key, { draft, ...value }]: [
  string,
  Partial<Omit<StoredCopy, "draft">> & Pick<StoredCopy, "time"> & { draft: OlderEdits },
]): Copy {
  const [, postId] = /^post:(\d+)/.exec(key) ?? [];
  return {
    userId: null,
    postId: postId === undefined ? null : Number(postId),
    holder: null,
    asked: key.endsWith(":aside"),
    baseVersion: null,
    ...value,
    edits: { editorType: "MARKDOWN", ...draft },
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

/** Compares and changes in one transaction, so that a text written meanwhile stays. */
const ifUnchanged = ({ id, time }: Copy, change: (copies: IDBObjectStore) => void) =>
  store()("readwrite", (copies) => {
    const reading = copies.get(id);
    reading.addEventListener("success", () => {
      if ((reading.result as { time?: number } | undefined)?.time === time) change(copies);
    });
    return finished(copies.transaction);
  }).catch(() => undefined);

/** The copies in this browser's database. */
export const deviceShelf: Shelf = {
  all: async () => (await entries<string, StoredCopy>(store()).catch(() => [])).map(readEntry),
  put: (copy) =>
    set(copy.id, stored(copy), store()).then(
      () => true,
      () => false,
    ),
  drop: (copy) => ifUnchanged(copy, (copies) => void copies.delete(copy.id)),
};

/** Somebody was asked about a copy and left it for later. */
export const noteAsked = (copy: Copy): Promise<void> =>
  ifUnchanged(copy, (copies) => void copies.put(stored({ ...copy, holder: null, asked: true }), copy.id));

/** A unique name; `randomUUID` is missing where the site is not served over https. */
export const newName = (): string =>
  [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");

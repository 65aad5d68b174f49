"use client";
import { useCallback } from "react";
import type { Post } from "../../lib/features/writing/schema";
import type { Autosave } from "./autosave";
import { type Edits, type Fields, isLive } from "./edits";
import type { Keeper, Written } from "./keeper";
import { type FieldErrors, putWorkingTextAway, saveOver } from "./saving";
import { type Copy, deviceShelf } from "./shelf";
import type { Outcome } from "./snapshot";
import { sayShelf } from "./use-copies";

type Given = {
  autosave: Autosave<() => Edits, Post>;
  keeper: Keeper;
  /** The post as the server has it, and a function that sets it. */
  current: () => Post | null;
  basedOn: (post: Post) => void;
  /** The screen: its edits, and a function that replaces them. */
  read: () => Edits;
  written: () => Written;
  show: (fields: Fields, text: string) => void;
  landed: (saved: Post, edits: Edits) => void;
  fieldsChanged: () => void;
  fieldErrors: (errors: FieldErrors) => void;
  untitled: string;
};

/** Replaces one text by another without losing either. */
export function useReplacing({
  autosave,
  keeper,
  current,
  basedOn,
  read,
  written,
  landed,
  show,
  untitled,
  fieldErrors,
  fieldsChanged,
}: Given) {
  /** Makes the working text of a live post a revision; the public text stays. */
  const saveLive = useCallback(
    async (live: Post): Promise<Outcome<Post>> => {
      const kept = await putWorkingTextAway(live);
      if (kept.kind !== "saved") return kept;
      basedOn(kept.saved);
      autosave.adopt(kept.version, read);
      return kept;
    },
    [autosave, basedOn, read],
  );

  /** Saves a draft deliberately, which keeps the server's text as a revision. */
  const saveDraft = useCallback(
    async (post: Post): Promise<Outcome<Post>> => {
      const edits = read();
      autosave.adopt(post.version);
      const saved = await autosave.deliberately((at) =>
        saveOver(edits, post, at ?? post.version, { untitled, fields: fieldErrors }),
      );
      if (saved.kind === "saved") landed(saved.saved, edits);
      return saved;
    },
    [autosave, fieldErrors, landed, read, untitled],
  );

  /** Saves the screen over the server's text, which becomes a revision; returns whether it worked. */
  const overwrite = useCallback(
    async (post: Post): Promise<Outcome<Post>> => {
      const before = { post: current(), version: autosave.version };
      basedOn(post);
      const outcome = await (isLive(post) ? saveLive(post) : saveDraft(post)).catch((): Outcome<Post> => ({
        kind: "offline",
      }));
      if (outcome.kind === "saved" || outcome.kind === "stale") return outcome;
      // The replaced text is no revision yet, so the next save must ask again.
      if (before.post && before.version !== null && before.version !== post.version) {
        basedOn(before.post);
        autosave.adopt(before.version);
      }
      autosave.edited(read);
      return outcome;
    },
    [autosave, basedOn, current, read, saveDraft, saveLive],
  );

  /**
   * Puts a copy of this device on screen. The replaced text stays on this device until the server keeps it as a
   * revision.
   */
  const restore = useCallback(
    async (copy: Copy): Promise<void> => {
      await autosave.flush();
      const post = current();
      const before = read();
      const isSaved = keeper.isAcknowledged(before);
      const { originalContent, ...fields } = copy.edits;
      const leaving = keeper.leave(written(), originalContent !== before.originalContent);
      show(fields, originalContent);
      fieldsChanged();
      const aside = await leaving;
      await keeper.takeUp(copy, written);
      const isText = originalContent !== post?.originalContent;
      if (post === null) autosave.edited(read);
      else if (isText || !isLive(post)) {
        const outcome = await overwrite(post);
        if (outcome.kind === "saved" && isSaved && aside) await deviceShelf.drop(aside);
      } else if (isSaved && aside) await deviceShelf.drop(aside);
      sayShelf();
    },
    [autosave, current, fieldsChanged, keeper, overwrite, read, show, written],
  );

  return { overwrite, restore };
}

"use client";
import { useCallback } from "react";
import type { Post } from "../../lib/features/writing/schema";
import type { Autosave } from "./autosave";
import { type Edits, type Fields, isLive, sameTexts, type Text } from "./edits";
import type { Kind } from "./kind";
import { isBlank, type Keeper, type Written } from "./keeper";
import { type FieldErrors, putWorkingTextAway, saveOver } from "./saving";
import { type Copy, deviceShelf } from "./shelf";
import type { Outcome } from "./snapshot";
import { sayShelf } from "./use-copies";

type Given = {
  kind: Kind;
  autosave: Autosave<() => Edits, Post>;
  keeper: Keeper;
  /** The post as the server has it, and a function that sets it. */
  current: () => Post | null;
  basedOn: (post: Post) => void;
  /** The screen: its edits, and a function that replaces them. */
  read: () => Edits;
  written: () => Written;
  show: (fields: Fields, text: Text) => void;
  landed: (saved: Post, edits: Edits) => void;
  fieldsChanged: () => void;
  fieldErrors: (errors: FieldErrors) => void;
  untitled: string;
};

/** Replaces one text by another without losing either. */
export function useReplacing({
  kind,
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
      const kept = await putWorkingTextAway(live, kind);
      if (kept.kind !== "saved") return kept;
      basedOn(kept.saved);
      autosave.adopt(kept.version, read);
      return kept;
    },
    [autosave, basedOn, kind, read],
  );

  /** Saves a draft deliberately, which keeps the server's text as a revision. */
  const saveDraft = useCallback(
    async (post: Post): Promise<Outcome<Post>> => {
      const edits = read();
      autosave.adopt(post.version);
      const saved = await autosave.deliberately((at) =>
        saveOver(edits, post, at ?? post.version, { kind, untitled, fields: fieldErrors }),
      );
      if (saved.kind === "saved") landed(saved.saved, edits);
      return saved;
    },
    [autosave, fieldErrors, kind, landed, read, untitled],
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
      const { originalContent, editorType, ...fields } = copy.edits;
      const leaving = keeper.leave(written(), !sameTexts(copy.edits, before));
      show(fields, { originalContent, editorType });
      fieldsChanged();
      const aside = await leaving;
      await keeper.takeUp(copy, written);
      const isText = post === null || !sameTexts(copy.edits, post);
      if (post === null) autosave.edited(read);
      else if (isText || !isLive(post)) {
        const outcome = await overwrite(post);
        if (outcome.kind === "saved" && isSaved && aside) await deviceShelf.drop(aside);
      } else if (isSaved && aside) await deviceShelf.drop(aside);
      sayShelf();
    },
    [autosave, current, fieldsChanged, keeper, overwrite, read, show, written],
  );

  /**
   * Puts another form of the same text on screen. The one that leaves becomes a revision, or stays on this device where
   * there is no post yet.
   */
  const replaceText = useCallback(
    async (text: Text): Promise<void> => {
      await autosave.flush();
      const post = current();
      const { originalContent: _text, editorType: _type, ...fields } = read();
      const leaving = post === null ? null : keeper.leave(written(), true);
      show(fields, text);
      const aside = await leaving;
      // An empty text that nobody has begun is no draft yet.
      if (post === null && isBlank(read())) return;
      keeper.keep(written);
      if (post === null) return autosave.edited(read);
      const outcome = await overwrite(post);
      if (outcome.kind === "saved" && aside) await deviceShelf.drop(aside);
      sayShelf();
    },
    [autosave, current, keeper, overwrite, read, show, written],
  );

  return { overwrite, restore, replaceText };
}

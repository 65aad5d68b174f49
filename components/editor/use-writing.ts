"use client";
import { useCallback, useEffect, useRef, useState } from "react";
import type { UseFormReturn } from "react-hook-form";
import type { BlankPost } from "../../lib/features/writing/revision-schema";
import type { Post } from "../../lib/features/writing/schema";
import { Autosave } from "./autosave";
import { type Outcome, sameSnapshot, type Snapshot, wellSaved } from "./snapshot";
import { realClock } from "./clock";
import { type Edits, type Fields, fieldsOf, isLive, sameFields, sameTexts, type Text } from "./edits";
import { useKind } from "./kind";
import { isBlank, Keeper, sameEdits, type Written } from "./keeper";
import { autosavePost, FirstSave, publishPost } from "./saving";
import { type Copy, deviceShelf } from "./shelf";
import { sayShelf } from "./use-copies";
import { useLeaving } from "./use-leaving";
import { useRefusedFields } from "./use-refused-fields";
import { useReplacing } from "./use-replacing";

type Given = {
  initial: Post | null;
  userId: number;
  blank: BlankPost;
  form: UseFormReturn<Fields>;
  untitled: string;
  /** The text on screen. */
  readText: () => Text;
  /** Replaces the text on screen. */
  writeText: (text: Text) => void;
};

const editsFrom = (fields: Fields, { originalContent, editorType }: Text): Edits => ({
  ...fields,
  originalContent,
  editorType,
});

/** Connects the screen, this device's copies and the server. */
export function useWriting({ initial, blank, userId, form, untitled, readText, writeText }: Given) {
  const kind = useKind();
  const [post, setPost] = useState(initial);
  const [snapshot, setSnapshot] = useState<Snapshot<Post>>(wellSaved);
  const [fieldsWait, setFieldsWait] = useState(false);
  const [deviceRefuses, setDeviceRefuses] = useState(false);
  const latest = useRef(initial);
  /** The fields of a live post as the server has them. */
  const base = useRef(form.getValues());
  const { fieldsRefused, fieldErrors, refusedNow, fieldChanged } = useRefusedFields(form);
  const [keeper] = useState(
    () =>
      new Keeper({
        shelf: deviceShelf,
        clock: realClock,
        userId,
        acknowledged: initial && editsFrom(form.getValues(), initial),
        refused: setDeviceRefuses,
      }),
  );
  const [first] = useState(() => new FirstSave(kind));
  /** Texts that the program puts on screen do not count as edits. */
  const quiet = useRef(false);
  /** Whether the editor is still mounted: a save may end after that. */
  const shown = useRef(true);
  const setShown = useCallback((is: boolean) => void (shown.current = is), []);

  const read = useCallback((): Edits => editsFrom(form.getValues(), readText()), [form, readText]);
  const waits = useCallback(() => isLive(latest.current) && !sameFields(form.getValues(), base.current), [form]);

  /** The autosave tracks the version that the text on screen is based on. */
  const version = useRef(initial?.version ?? null);
  const written = useCallback(
    (): Written => ({
      postId: latest.current?.id ?? null,
      edits: read(),
      baseVersion: version.current,
      ...(kind.name === "sheet" && { kind: "sheet" as const }),
    }),
    [kind, read],
  );

  /** The server has it, so the copy is removed, unless fields were refused or wait, or there are newer edits. */
  const landed = useCallback(
    (saved: Post, edits: Edits) => {
      const before = latest.current;
      latest.current = saved;
      version.current = saved.version;
      setPost(saved);
      if (before === null && shown.current) window.history.replaceState(null, "", `${kind.path}/${saved.id}`);
      const wait = waits();
      setFieldsWait(wait);
      const isWhole = refusedNow().length === 0 && !wait && sameTexts(saved, edits);
      if (isWhole) void keeper.landed(edits, written);
      else keeper.keep(written);
    },
    [keeper, kind, refusedNow, waits, written],
  );

  const [autosave] = useState(
    // oxlint-disable-next-line react/refs -- read when something is saved, never while rendering
    () =>
      new Autosave<() => Edits, Post>(
        {
          clock: realClock,
          changed: (next) => setSnapshot((before) => (sameSnapshot(before, next) ? before : next)),
          send: async (readEdits, version) => {
            const edits = readEdits();
            const outcome = await autosavePost(edits, latest.current, version, {
              kind,
              untitled,
              fields: fieldErrors,
              first,
            });
            if (outcome.kind === "saved") landed(outcome.saved, edits);
            return outcome;
          },
        },
        initial?.version ?? null,
      ),
  );

  /** Notes edits: kept on this device at once, sent when writing pauses. Fields of a live post wait for "Update". */
  const changed = useCallback(
    (what: "text" | "fields") => {
      if (quiet.current) return;
      if (latest.current === null && isBlank(read())) return;
      keeper.keep(written);
      if (what === "fields" && isLive(latest.current)) setFieldsWait(waits());
      else autosave.edited(read);
    },
    [autosave, keeper, read, waits, written],
  );

  const show = useCallback(
    (fields: Fields, text: Text) => {
      quiet.current = true;
      form.reset(fields);
      writeText(text);
      quiet.current = false;
    },
    [form, writeText],
  );

  /** Shows the server's text. Unacknowledged edits that leave the screen become a copy on this device. */
  const take = useCallback(
    async (saved: Post, acknowledged?: Edits): Promise<Copy | null> => {
      if (acknowledged && sameEdits(acknowledged, read())) keeper.shows(acknowledged);
      const leaving = keeper.leave(written());
      latest.current = saved;
      version.current = saved.version;
      base.current = fieldsOf(saved, { blank, untitled });
      setPost(saved);
      setFieldsWait(false);
      fieldErrors({});
      show(base.current, saved);
      keeper.shows(editsFrom(base.current, saved));
      autosave.adopt(saved.version);
      const aside = await leaving;
      sayShelf();
      return aside;
    },
    [autosave, blank, fieldErrors, keeper, read, show, untitled, written],
  );

  /** Publishes everything on screen. */
  const publish = useCallback(async (): Promise<Outcome<Post>> => {
    const edits = read();
    const outcome = await autosave.deliberately((version) =>
      publishPost(edits, latest.current, version, { kind, fields: fieldErrors, first }),
    );
    if (outcome.kind === "saved") {
      base.current = fieldsOf(outcome.saved, { blank, untitled });
      if (sameFields(form.getValues(), edits)) show(base.current, readText());
      landed(outcome.saved, editsFrom(base.current, edits));
    }
    return outcome;
  }, [autosave, blank, fieldErrors, first, form, kind, landed, read, readText, show, untitled]);

  const current = useCallback(() => latest.current, []);
  const basedOn = useCallback((post: Post) => {
    latest.current = post;
    version.current = post.version;
  }, []);
  const { overwrite, restore, replaceText } = useReplacing({
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
    fieldsChanged: useCallback(() => setFieldsWait(waits()), [waits]),
  });

  useEffect(() => {
    const subscription = form.watch((_, { name }) => {
      fieldChanged(name);
      changed("fields");
    });
    return () => subscription.unsubscribe();
  }, [form, changed, fieldChanged]);

  useLeaving(autosave, keeper, setShown, initial === null);

  return {
    kind,
    post,
    snapshot,
    fieldsWait,
    fieldsRefused,
    deviceRefuses,
    holder: keeper.holder,
    refusedNow,
    autosave,
    read,
    changed,
    take,
    publish,
    overwrite,
    restore,
    replaceText,
  };
}

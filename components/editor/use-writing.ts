"use client";
import { useCallback, useEffect, useRef, useState } from "react";
import type { UseFormReturn } from "react-hook-form";
import type { Post } from "../../lib/posts/schema";
import { Autosave, type Outcome, realClock, type Snapshot } from "./autosave";
import { type Draft, type Fields, fieldsOf, isLive, sameFields } from "./draft";
import { asideKey, copyKey, dropCopy, Keeper, type LocalCopy } from "./local-copy";
import { autosavePost, type FieldErrors, FirstSave, publishPost, saveOver } from "./saving";

type Given = {
  initial: Post | null;
  form: UseFormReturn<Fields>;
  untitled: string;
  /** The text on screen. */
  readText: () => string;
  /** Puts another text on screen. */
  writeText: (text: string) => void;
};

/** The field that an error's name is about: items of a list are named by place, and places move. */
const fieldOf = (name: string) => name.split(".", 1)[0] as keyof Fields;

const same = (a: Snapshot<Post>, b: Snapshot<Post>) => a.state === b.state && a.savedAt === b.savedAt && a.current === b.current && a.message === b.message;

/** Everything between what is on screen, what this device keeps and what the server holds. */
export function useWriting({ initial, form, untitled, readText, writeText }: Given) {
  const [post, setPost] = useState(initial);
  const [snapshot, setSnapshot] = useState<Snapshot<Post>>({ state: "saved", savedAt: null, current: null, message: null });
  const [fieldsWait, setFieldsWait] = useState(false);
  const [fieldsRefused, setFieldsRefused] = useState(false);
  const latest = useRef(initial);
  /** The fields as the server holds them, of a live post. */
  const base = useRef(form.getValues());
  /** Names of the fields that the server refused last. */
  const refused = useRef<string[]>([]);
  const [keeper] = useState(() => new Keeper());
  const [first] = useState(() => new FirstSave());
  /** While a text is put on screen by the program nothing has been written. */
  const quiet = useRef(false);

  const read = useCallback((): Draft => ({ ...form.getValues(), originalContent: readText() }), [form, readText]);
  /** What the server says of the fields; none says that it has taken them all. */
  const fieldErrors = useCallback(
    (errors: FieldErrors) => {
      form.clearErrors(refused.current.map(fieldOf));
      for (const [name, message] of Object.entries(errors)) form.setError(name as keyof Fields, { message });
      refused.current = Object.keys(errors);
      setFieldsRefused(refused.current.length > 0);
    },
    [form],
  );

  const waits = useCallback(() => isLive(latest.current) && !sameFields(form.getValues(), base.current), [form]);

  /** The server has it: what this device kept for that is no longer needed, unless fields were refused or more was written since. */
  const landed = useCallback(
    (saved: Post, draft: Draft) => {
      const before = latest.current;
      latest.current = saved;
      setPost(saved);
      if (before === null) window.history.replaceState(null, "", `/admin/posts/${saved.id}`);
      const now = read();
      const wait = waits();
      setFieldsWait(wait);
      const older = before === null ? [copyKey(null)] : [];
      if (refused.current.length === 0 && now.originalContent === draft.originalContent && sameFields(now, draft) && !wait) void keeper.forget(copyKey(saved.id), asideKey(saved.id), ...older);
      else {
        for (const key of older) void dropCopy(key);
        keeper.keep(() => ({ key: copyKey(saved.id), copy: { draft: read(), baseVersion: saved.version, time: Date.now() } }));
      }
    },
    [keeper, read, waits],
  );

  const [autosave] = useState(
    // oxlint-disable-next-line react/refs -- read when something is saved, never while rendering
    () =>
      new Autosave<() => Draft, Post>(
        {
          clock: realClock,
          changed: (next) => setSnapshot((before) => (same(before, next) ? before : next)),
          send: async (readDraft, version) => {
            const draft = readDraft();
            const outcome = await autosavePost(draft, latest.current, version, { untitled, fields: fieldErrors, first });
            if (outcome.kind === "saved") landed(outcome.saved, draft);
            return outcome;
          },
        },
        initial?.version ?? null,
      ),
  );

  const refusedNow = useCallback((): readonly string[] => refused.current, []);

  /** Something was written: kept here at once, sent when it is quiet. Fields of a live post wait for "Update". */
  const changed = useCallback(
    (what: "text" | "fields") => {
      if (quiet.current) return;
      if (latest.current === null && readText().trim() === "" && form.getValues("title").trim() === "") return;
      keeper.keep(() => ({ key: copyKey(latest.current?.id ?? null), copy: { draft: read(), baseVersion: autosave.version, time: Date.now() } }));
      if (what === "fields") setFieldsRefused(false);
      if (what === "fields" && isLive(latest.current)) setFieldsWait(waits());
      else autosave.edited(read);
    },
    [autosave, form, keeper, read, readText, waits],
  );

  const show = useCallback(
    (fields: Fields, text: string) => {
      quiet.current = true;
      form.reset(fields);
      writeText(text);
      quiet.current = false;
    },
    [form, writeText],
  );

  /** Shows what the server holds, as it was read or saved on purpose. */
  const take = useCallback(
    (saved: Post) => {
      latest.current = saved;
      base.current = fieldsOf(saved, untitled);
      setPost(saved);
      setFieldsWait(false);
      fieldErrors({});
      show(base.current, saved.originalContent);
      autosave.adopt(saved.version);
      void keeper.forget(copyKey(saved.id));
    },
    [autosave, fieldErrors, keeper, show, untitled],
  );

  /** Brings everything on screen out to the readers. */
  const publish = useCallback(async (): Promise<Outcome<Post>> => {
    const draft = read();
    const outcome = await autosave.deliberately((version) => publishPost(draft, latest.current, version, { fields: fieldErrors, first }));
    if (outcome.kind === "saved") {
      base.current = fieldsOf(outcome.saved, untitled);
      if (sameFields(form.getValues(), draft)) show(base.current, readText());
      landed(outcome.saved, { ...base.current, originalContent: draft.originalContent });
    }
    return outcome;
  }, [autosave, fieldErrors, first, form, landed, read, readText, show, untitled]);

  /** Saves a draft over somebody else's save, which is kept as a revision. */
  const overwrite = useCallback(
    async (current: Post): Promise<void> => {
      const draft = read();
      autosave.adopt(current.version);
      latest.current = current;
      const outcome = await autosave.deliberately((version) => saveOver(draft, current, version ?? current.version, { untitled, fields: fieldErrors }));
      if (outcome.kind === "saved") landed(outcome.saved, draft);
      else autosave.edited(read);
    },
    [autosave, fieldErrors, landed, read, untitled],
  );

  /** Puts a draft on screen that this device kept. */
  const restore = useCallback(
    ({ draft: { originalContent, ...fields } }: LocalCopy) => {
      show(fields, originalContent);
      changed("text");
      setFieldsWait(waits());
    },
    [changed, show, waits],
  );

  useEffect(() => {
    const subscription = form.watch((_, { name }) => {
      if (name !== undefined && refused.current.some((each) => fieldOf(each) === fieldOf(name))) form.clearErrors(fieldOf(name));
      changed("fields");
    });
    return () => subscription.unsubscribe();
  }, [form, changed]);

  useEffect(() => {
    const leave = (event: BeforeUnloadEvent) => {
      void keeper.now();
      if (autosave.unsaved) event.preventDefault();
    };
    const hide = () => void keeper.now();
    const online = () => autosave.retry();
    window.addEventListener("beforeunload", leave);
    window.addEventListener("pagehide", hide);
    document.addEventListener("visibilitychange", hide);
    window.addEventListener("online", online);
    return () => {
      window.removeEventListener("beforeunload", leave);
      window.removeEventListener("pagehide", hide);
      document.removeEventListener("visibilitychange", hide);
      window.removeEventListener("online", online);
      // Leaving by a link inside the dashboard: what is waiting goes now.
      void keeper.now();
      void autosave.flush();
    };
  }, [autosave, keeper]);

  return { post, snapshot, fieldsWait, fieldsRefused, refusedNow, autosave, read, changed, take, publish, overwrite, restore };
}

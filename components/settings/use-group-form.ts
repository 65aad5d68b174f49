"use client";
import { useTranslations } from "next-intl";
import { useEffect, useEffectEvent } from "react";
import { setOptionsAction } from "../../app/admin/options/actions";
import type { Result } from "../../lib/doors/result";
import type { Option } from "../../lib/features/options/schema";
import { sayDone, sayFailed } from "../ui/toaster";
import { useOperationForm } from "../ui/use-operation-form";
import type { Group, ShownSetting } from "./shown-setting";
import { inSession } from "../ui/session";
import { useFreshPage } from "../ui/use-fresh-page";

export type Values = Record<string, string>;
type Saved = { items: Option[]; before: Values };

const valuesOf = (settings: readonly ShownSetting[]): Values =>
  Object.fromEntries(settings.filter(({ secret }) => !secret).map(({ key, value }) => [key, value]));

/** Errors of items as errors of their fields. */
function byKey<T>(answer: Result<T>, keys: readonly string[]): Result<T> {
  if (answer.ok) return answer;
  const fields = Object.entries(answer.error.fields).map(([name, words]): [string, string] => {
    const [, index] = /^items\.(\d+)\./.exec(name) ?? [];
    return [keys[Number(index)] ?? name, words];
  });
  return { ok: false, error: { ...answer.error, fields: Object.fromEntries<string>(fields) } };
}

const set = (values: Values, asRead?: Values) =>
  setOptionsAction({ items: Object.entries(values).map(([key, value]) => ({ key, value })) }, asRead);

/** Whether changes may be sent: what would have to be agreed to first. A refusal is returned. */
type Agreed = (changed: Values) => Promise<boolean | Extract<Result<never>, { ok: false }>>;

/** The form of a group of settings: what changed is saved together, and can be undone together. */
export function useGroupForm(group: Group, settings: readonly ShownSetting[], agreed?: Agreed) {
  const t = useTranslations("settings");
  const ui = useTranslations("ui");
  const list = useTranslations("list");
  const refresh = useFreshPage();
  const stored = valuesOf(settings);
  const storedText = JSON.stringify(stored);

  const changedIn = (values: Values): Values =>
    Object.fromEntries(Object.entries(values).filter(([key, value]) => value !== stored[key]));

  const form = useOperationForm<Values, Saved>({
    schema: async () => (await import("../../lib/features/options/schema")).groupValues(group),
    values: stored,
    record: stored,
    send: async (values, asRead) => {
      const changed = changedIn(values);
      const may = (await agreed?.(changed)) ?? true;
      if (may === false) return null;
      if (may !== true) return may;
      const keys = Object.keys(changed);
      const read = asRead as Values | undefined;
      const before = Object.fromEntries(keys.map((key) => [key, read?.[key] ?? stored[key] ?? ""]));
      const answer = byKey(await set(changed, before), keys);
      return answer.ok ? { ok: true, data: { items: answer.data, before } } : answer;
    },
    loaded: () => void refresh(),
    done: ({ items, before }) => {
      const saved = Object.fromEntries(items.map(({ key, value }) => [key, value]));
      form.refill(saved);
      sayDone(t("saved", { group: t(`group.${group}`) }), { label: ui("undo"), run: () => void undo(before, saved) });
      void refresh();
    },
  });
  // What is stored now, except where something was typed.
  const refill = useEffectEvent((text: string) => form.refill(JSON.parse(text) as Values));
  useEffect(() => refill(storedText), [storedText]);

  async function undo(before: Values, saved: Values): Promise<void> {
    const answer = await inSession(() => set(before, saved));
    if (answer?.ok) sayDone(t("undone", { group: t(`group.${group}`) }));
    else sayFailed(answer?.error.message ?? list("failed"));
    await refresh();
  }

  const values = form.watch();
  const changed = changedIn(values);
  const bar = {
    failure: form.failure,
    meanwhile: form.meanwhile,
    labelOf: (key: string) => settings.find((each) => each.key === key)?.label ?? key,
    unsaved: Object.keys(changed).length,
    isSubmitting: form.isSubmitting,
    onDiscard: () => form.reset(stored, { keepFieldsRef: true }),
  };
  return { form, values, changed, bar };
}

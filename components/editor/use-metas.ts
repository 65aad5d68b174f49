"use client";
import { useFormContext, useWatch } from "react-hook-form";
import { metaNames } from "../site/pieces/text-metas";
import type { Fields } from "./edits";

type Name = keyof typeof metaNames;

/** The own fields of the text that mean something to its page, each with a field of its own in the settings. */
export function useMetas() {
  const { control, setValue } = useFormContext<Fields>();
  const metas = useWatch({ control, name: "metas" });
  const valueOf = (name: Name) => metas.find(({ key }) => key === metaNames[name])?.value ?? "";
  const put = (name: Name, value: string) => {
    const key = metaNames[name];
    const others = metas.filter((meta) => meta.key !== key);
    const isThere = others.length < metas.length;
    const next = isThere ? metas.map((meta) => (meta.key === key ? { key, value } : meta)) : [...metas, { key, value }];
    setValue("metas", value === "" ? others : next, { shouldDirty: true });
  };
  /** The value, and how to change it, of a field of one line or more. */
  const field = (name: Name) => ({
    value: valueOf(name),
    autoComplete: "off",
    onChange: ({ target }: { target: { value: string } }) => put(name, target.value),
  });
  return { metas, put, valueOf, field };
}

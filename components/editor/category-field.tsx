"use client";
import { useTranslations } from "next-intl";
import { useId } from "react";
import type { ManagedCategory } from "../../lib/categories/schema";

type Props = { categories: ManagedCategory[]; value: number[]; error?: string; refused: number[]; onChange: (ids: number[]) => void };

const indents = ["", "pl-4", "pl-8", "pl-12", "pl-16", "pl-20", "pl-24"];

/** The tree of categories with a box before each; the first one ticked is the one shown above the title. */
export function CategoryField({ categories, value, error, refused, onChange }: Props) {
  const t = useTranslations("editor.settings");
  const id = useId();
  const toggle = (each: number, on: boolean) => onChange(on ? [...value, each] : value.filter((other) => other !== each));
  const known = categories.map(({ id: of, name, fullPath }) => ({ of, name, depth: Math.min(fullPath.split("/").length - 1, 6) }));
  // One that was deleted meanwhile is shown, so that it can be taken away.
  const gone = value.filter((each) => !categories.some((category) => category.id === each)).map((of) => ({ of, name: t("goneCategory", { id: of }), depth: 0 }));
  return (
    <fieldset>
      <legend className="mb-1.5 text-[0.82rem] font-[540]">{t("categories")}</legend>
      {categories.length === 0 && <p className="text-[0.82rem] text-soft">{t("noCategories")}</p>}
      <ul className="max-h-52 overflow-y-auto rounded-md border px-1 py-1 empty:hidden">
        {[...gone, ...known].map(({ of, name, depth }) => (
          <li key={of} className={indents[depth]}>
            <label className="flex items-center gap-2 rounded px-2 py-1 text-[0.88rem] hover:bg-ink/5">
              <input
                type="checkbox"
                checked={value.includes(of)}
                aria-invalid={refused.includes(of) ? true : undefined}
                aria-describedby={refused.includes(of) ? `${id}-error` : undefined}
                onChange={(event) => toggle(of, event.target.checked)}
              />
              <span className={refused.includes(of) ? "truncate text-wrong" : "truncate"}>{name}</span>
            </label>
          </li>
        ))}
      </ul>
      {error && (
        <p id={`${id}-error`} role="alert" className="mt-1 text-[0.82rem] text-wrong">
          {error}
        </p>
      )}
    </fieldset>
  );
}

"use client";
import { useTranslations } from "next-intl";
import type { ManagedCategory } from "../../lib/categories/schema";

type Props = { categories: ManagedCategory[]; value: number[]; onChange: (ids: number[]) => void };

/** The tree of categories with a box before each; the first one ticked is the one shown above the title. */
export function CategoryField({ categories, value, onChange }: Props) {
  const t = useTranslations("editor.settings");
  const depth = ({ fullPath }: ManagedCategory) => Math.min(fullPath.split("/").length - 1, 6);
  const toggle = (id: number, on: boolean) => onChange(on ? [...value, id] : value.filter((each) => each !== id));
  return (
    <fieldset>
      <legend className="mb-1.5 text-[0.82rem] font-[540]">{t("categories")}</legend>
      {categories.length === 0 && <p className="text-[0.82rem] text-soft">{t("noCategories")}</p>}
      <ul className="max-h-52 overflow-y-auto rounded-md border px-1 py-1 empty:hidden">
        {categories.map((category) => (
          <li key={category.id} className={["", "pl-4", "pl-8", "pl-12", "pl-16", "pl-20", "pl-24"][depth(category)]}>
            <label className="flex items-center gap-2 rounded px-2 py-1 text-[0.88rem] hover:bg-ink/5">
              <input type="checkbox" checked={value.includes(category.id)} onChange={(event) => toggle(category.id, event.target.checked)} />
              <span className="truncate">{category.name}</span>
            </label>
          </li>
        ))}
      </ul>
    </fieldset>
  );
}

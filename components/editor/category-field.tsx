"use client";
import { Plus } from "lucide-react";
import { useTranslations } from "next-intl";
import { useId, useState } from "react";
import { Button } from "../ui/button";
import { FieldError } from "../ui/field";
import { late } from "../ui/late";
import type { CategoryChoice } from "./settings";

const NewCategory = late(async () => (await import("./new-category")).NewCategory);

/** `refused` are the ticked ones that cannot be saved. */
type Props = {
  categories: CategoryChoice[];
  mayCreate: boolean;
  onMade: (category: CategoryChoice) => void;
  value: number[];
  error?: string;
  refused: number[];
  onChange: (ids: number[]) => void;
};
type Shown = Pick<CategoryChoice, "id" | "name" | "fullPath">;

/** The tree of categories with checkboxes; the first ticked one is shown above the title. */
export function CategoryField({ categories, mayCreate, onMade, value, error, refused, onChange }: Props) {
  const t = useTranslations("editor.settings");
  const errorId = useId();
  const [isMaking, setMaking] = useState(false);
  const depth = ({ fullPath }: Shown) => Math.min(fullPath.split("/").length - 1, 6);
  const toggle = (id: number, on: boolean) => onChange(on ? [...value, id] : value.filter((each) => each !== id));
  // A category that was deleted meanwhile is shown, so that it can be unticked.
  const gone: Shown[] = value
    .filter((id) => !categories.some((category) => category.id === id))
    .map((id) => ({ id, name: t("goneCategory", { id }), fullPath: "" }));
  return (
    <fieldset className="grid grid-cols-1 gap-1.5">
      <legend className="mb-1.5 text-[0.82rem] font-[540]">{t("categories")}</legend>
      {categories.length === 0 && !mayCreate && <p className="text-[0.82rem] text-soft">{t("noCategories")}</p>}
      <ul className="max-h-52 overflow-y-auto rounded-md border px-1 py-1 empty:hidden">
        {[...gone, ...categories].map((category) => {
          const wrong = refused.includes(category.id);
          return (
            <li key={category.id} className={["", "pl-4", "pl-8", "pl-12", "pl-16", "pl-20", "pl-24"][depth(category)]}>
              <label className="flex items-center gap-2 rounded px-2 py-1 text-[0.88rem] hover:bg-ink/5">
                <input
                  type="checkbox"
                  checked={value.includes(category.id)}
                  aria-invalid={wrong || undefined}
                  aria-describedby={wrong ? errorId : undefined}
                  onChange={(event) => toggle(category.id, event.target.checked)}
                />
                <span className={wrong ? "truncate text-wrong" : "truncate"}>{category.name}</span>
              </label>
            </li>
          );
        })}
      </ul>
      <FieldError id={errorId} error={error} />
      {mayCreate && (
        <Button
          look="quiet"
          size="small"
          className="-ml-1.5 justify-self-start"
          aria-expanded={isMaking}
          onClick={() => setMaking(true)}
          {...NewCategory.opener}
        >
          <Plus aria-hidden />
          {t("newCategory")}
        </Button>
      )}
      {isMaking && (
        <NewCategory
          categories={categories}
          onClose={() => setMaking(false)}
          onMade={(category) => {
            onMade(category);
            toggle(category.id, true);
          }}
        />
      )}
    </fieldset>
  );
}

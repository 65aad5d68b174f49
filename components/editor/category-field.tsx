"use client";
import { Plus } from "lucide-react";
import { useTranslations } from "next-intl";
import { useId, useState } from "react";
import type { CategoryChoice } from "../../lib/features/taxonomy/categories/schema";
import { Button } from "../ui/button";
import { FieldError } from "../ui/field";
import { Input } from "../ui/input";
import { Clipped } from "../ui/clipped";
import { late } from "../ui/late";
import { useFound } from "../ui/use-found";
import { useNamed } from "./use-named";

const NewCategory = late(async () => (await import("./new-category")).NewCategory);

const path = "/admin/find/categories";
/** More categories than this are searched. */
const FEW = 10;

/** `refused` are the ticked ones that cannot be saved. */
type Props = {
  categories: CategoryChoice[];
  mayCreate: boolean;
  onKnown: (category: CategoryChoice) => void;
  value: number[];
  error?: string;
  refused: number[];
  onChange: (ids: number[]) => void;
};

const indents = ["", "pl-4", "pl-8", "pl-12", "pl-16", "pl-20", "pl-24"];

/** The tree of categories with checkboxes; the first ticked one is shown above the title. */
export function CategoryField({ categories, mayCreate, onKnown, value, error, refused, onChange }: Props) {
  const t = useTranslations("editor.settings");
  const errorId = useId();
  const [isMaking, setMaking] = useState(false);
  const [typed, setTyped] = useState("");
  const isSearching = typed.trim() !== "";
  const found = useFound<CategoryChoice>(path, typed, 1);
  const { named, isSure } = useNamed(path, value, categories);
  const toggle = (category: CategoryChoice, on: boolean) => {
    if (on && !categories.some(({ id }) => id === category.id)) onKnown(category);
    onChange(on ? [...value, category.id] : value.filter((each) => each !== category.id));
  };
  // Ticked ones that are not in the list: further down the tree, or deleted meanwhile, which can be unticked.
  const others = value
    .filter((id) => !categories.some((category) => category.id === id))
    .map(
      (id) =>
        named.find((category) => category.id === id) ?? {
          id,
          name: isSure ? t("goneCategory", { id }) : "…",
          parentId: null,
          fullPath: "",
          depth: 0,
        },
    );
  // Until an answer comes, the tree stays, so that nothing jumps.
  const shown = isSearching && found ? found : [...others, ...categories];
  return (
    <fieldset className="grid grid-cols-1 gap-1.5">
      <legend className="mb-1.5 text-[0.82rem] font-[540]">{t("categories")}</legend>
      {categories.length === 0 && !mayCreate && <p className="text-[0.82rem] text-soft">{t("noCategories")}</p>}
      {categories.length > FEW && (
        <Input
          type="search"
          aria-label={t("findCategory")}
          placeholder={t("findCategory")}
          maxLength={100}
          autoComplete="off"
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
      )}
      <ul className="max-h-52 overflow-y-auto rounded-md border px-1 py-1 empty:hidden">
        {shown.map((category) => {
          const { id, name, depth } = category;
          const wrong = refused.includes(id);
          return (
            <li key={id} className={indents[Math.min(depth, indents.length - 1)]}>
              <label className="flex items-center gap-2 rounded px-2 py-1 text-[0.88rem] hover:bg-ink/5">
                <input
                  type="checkbox"
                  checked={value.includes(id)}
                  aria-invalid={wrong || undefined}
                  aria-describedby={wrong ? errorId : undefined}
                  onChange={(event) => toggle(category, event.target.checked)}
                />
                <Clipped {...(wrong && { className: "text-wrong" })}>{name}</Clipped>
              </label>
            </li>
          );
        })}
        {isSearching && found?.length === 0 && (
          <li className="px-2 py-1 text-[0.82rem] text-soft">{t("noSuchCategory")}</li>
        )}
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
            onKnown(category);
            onChange([...value, category.id]);
          }}
        />
      )}
    </fieldset>
  );
}

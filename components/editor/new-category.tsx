"use client";
import { useTranslations } from "next-intl";
import { type KeyboardEvent, useId, useState } from "react";
import { createCategoryAction } from "../../app/admin/categories/actions";
import { Button } from "../ui/button";
import { FieldError } from "../ui/field";
import { Input } from "../ui/input";
import { Select } from "../ui/select";
import { inSession } from "../ui/session";
import type { CategoryChoice } from "../../lib/features/taxonomy/categories/schema";

type Props = { categories: CategoryChoice[]; onClose: () => void; onMade: (category: CategoryChoice) => void };

/** Makes a category from the editor. */
export function NewCategory({ categories, onClose, onMade }: Props) {
  const t = useTranslations("editor.settings");
  const errorId = useId();
  const [name, setName] = useState("");
  const [parent, setParent] = useState("");
  const [failed, setFailed] = useState("");
  const [isBusy, setBusy] = useState(false);
  const create = async () => {
    if (isBusy || name.trim() === "") return;
    setBusy(true);
    const answer = await inSession(() =>
      createCategoryAction({
        name: name.trim(),
        ...(parent !== "" && { parentId: Number(parent) }),
      }),
    );
    setBusy(false);
    if (!answer?.ok) return setFailed(answer?.error.message ?? t("offline"));
    onMade({ ...answer.data, depth: 0 });
    onClose();
  };
  const keys = (event: KeyboardEvent) => {
    if (event.key !== "Enter" && event.key !== "Escape") return;
    // Escape would close the drawer around it.
    event.preventDefault();
    event.stopPropagation();
    if (event.key === "Escape") onClose();
    else if (!event.nativeEvent.isComposing) void create();
  };
  return (
    <div className="grid gap-2 rounded-md border p-2.5" role="group" aria-label={t("newCategory")}>
      <Input
        autoFocus
        aria-label={t("categoryName")}
        placeholder={t("categoryName")}
        autoComplete="off"
        value={name}
        aria-invalid={failed ? true : undefined}
        aria-describedby={failed ? errorId : undefined}
        onChange={(event) => setName(event.target.value)}
        onKeyDown={keys}
      />
      {categories.length > 0 && (
        <Select aria-label={t("categoryParent")} value={parent} onChange={(event) => setParent(event.target.value)}>
          <option value="">{t("categoryAtTop")}</option>
          {categories.map(({ id, name: shown, depth }) => (
            <option key={id} value={id}>
              {"\u2003".repeat(depth)}
              {shown}
            </option>
          ))}
        </Select>
      )}
      <FieldError id={errorId} error={failed} />
      <div className="flex gap-2">
        <Button size="small" disabled={isBusy || name.trim() === ""} onClick={() => void create()}>
          {t("createCategory")}
        </Button>
        <Button look="quiet" size="small" onClick={onClose}>
          {t("cancel")}
        </Button>
      </div>
    </div>
  );
}

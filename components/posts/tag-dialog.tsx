"use client";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { Swatch } from "../ui/badge";
import { Button } from "../ui/button";
import { Dialog, DialogActions, DialogClose, DialogContent } from "../ui/dialog";
import { Input } from "../ui/input";
import { Select } from "../ui/select";
import type { TagChoice } from "../editor/listed-post";

type Props = {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  count: number;
  tags: TagChoice[];
  onSave: (add: number[], remove: number[]) => void;
};
type Wish = "add" | "remove";

/** Adds tags to the selected posts and removes others; the rest stay. */
export function TagDialog({ open, onOpenChange, count, tags, onSave }: Props) {
  const t = useTranslations("posts");
  const ui = useTranslations("ui");
  const [wishes, setWishes] = useState<Record<number, Wish>>({});
  const [text, setText] = useState("");
  const shown = tags.filter((tag) => tag.name.toLowerCase().includes(text.trim().toLowerCase()));
  const idsFor = (wish: Wish) => tags.filter((tag) => wishes[tag.id] === wish).map((tag) => tag.id);
  const change = (next: boolean) => {
    setWishes({});
    setText("");
    onOpenChange(next);
  };
  const save = () => {
    onSave(idsFor("add"), idsFor("remove"));
    change(false);
  };
  return (
    <Dialog open={open} onOpenChange={change}>
      <DialogContent title={t("tagDialog.title", { count })} description={t("tagDialog.text")}>
        {tags.length === 0 ? (
          <p className="text-soft">{t("tagDialog.none")}</p>
        ) : (
          <>
            <Input
              type="search"
              value={text}
              onChange={(event) => setText(event.target.value)}
              placeholder={t("tagDialog.find")}
              aria-label={t("tagDialog.find")}
            />
            <ul className="mt-2 max-h-72 divide-y overflow-y-auto rounded-md border">
              {shown.map((tag) => (
                <li key={tag.id} className="flex items-center gap-2.5 px-3 py-1.5">
                  <Swatch color={tag.color} />
                  <span className="mr-auto truncate">{tag.name}</span>
                  <Select
                    className="w-32"
                    aria-label={tag.name}
                    value={wishes[tag.id] ?? ""}
                    onChange={({ target: { value } }) =>
                      setWishes(({ [tag.id]: _before, ...rest }) =>
                        value === "add" || value === "remove" ? { ...rest, [tag.id]: value } : rest,
                      )
                    }
                  >
                    <option value="">{t("tagDialog.keep")}</option>
                    <option value="add">{t("tagDialog.add")}</option>
                    <option value="remove">{t("tagDialog.remove")}</option>
                  </Select>
                </li>
              ))}
            </ul>
          </>
        )}
        <DialogActions>
          <DialogClose asChild>
            <Button>{ui("cancel")}</Button>
          </DialogClose>
          <Button look="strong" onClick={save} disabled={Object.keys(wishes).length === 0}>
            {ui("save")}
          </Button>
        </DialogActions>
      </DialogContent>
    </Dialog>
  );
}

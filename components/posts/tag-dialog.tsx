"use client";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { Swatch } from "../ui/badge";
import { Button } from "../ui/button";
import { Dialog, DialogActions, DialogClose, DialogContent } from "../ui/dialog";
import { Input } from "../ui/input";
import { Select } from "../ui/select";
import { useFound } from "../ui/use-found";
import { setPostsTagsAction, tagPostsAction } from "../../app/admin/posts/actions";
import type { TagChoice } from "../../lib/features/taxonomy/tags/schema";
import type { ActionDialog } from "../resource/resource";
import { atOnce } from "../resource/sending";
import type { ListedPost } from "./list";

type Wish = "add" | "remove";
type Wished = { tag: TagChoice; wish: Wish };

/** Adds tags to the selected posts and removes others; the rest stay. */
export const TagDialog: ActionDialog<ListedPost> = ({ ids, onClose, run }) => {
  const t = useTranslations("posts");
  const ui = useTranslations("ui");
  const [wishes, setWishes] = useState<readonly Wished[]>([]);
  const [text, setText] = useState("");
  const found = useFound<TagChoice>("/admin/find/tags", text, 0);
  const count = ids.length;
  const wishFor = (id: number) => wishes.find(({ tag }) => tag.id === id)?.wish;
  // What was decided stays in sight.
  const shown = [...wishes.map(({ tag }) => tag), ...(found ?? []).filter(({ id }) => !wishFor(id))];
  const idsFor = (wished: Wish) => wishes.filter(({ wish }) => wish === wished).map(({ tag }) => tag.id);
  const save = () => {
    const [add, remove] = [idsFor("add"), idsFor("remove")];
    run(
      atOnce(
        (items) => tagPostsAction({ items, add, remove }),
        ({ before }) => setPostsTagsAction({ items: before }),
      ),
      "tagged",
    );
    onClose();
  };
  return (
    <Dialog open onOpenChange={onClose}>
      <DialogContent title={t("tagDialog.title", { count })} description={t("tagDialog.text")}>
        {found?.length === 0 && text.trim() === "" && wishes.length === 0 ? (
          <p className="text-soft">{t("tagDialog.none")}</p>
        ) : (
          <>
            <Input
              type="search"
              value={text}
              maxLength={100}
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
                    value={wishFor(tag.id) ?? ""}
                    onChange={({ target: { value } }) =>
                      setWishes((all) => [
                        ...all.filter((each) => each.tag.id !== tag.id),
                        ...(value === "add" || value === "remove" ? [{ tag, wish: value } as const] : []),
                      ])
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
          <Button look="strong" onClick={save} disabled={wishes.length === 0}>
            {ui("save")}
          </Button>
        </DialogActions>
      </DialogContent>
    </Dialog>
  );
};

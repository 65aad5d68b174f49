"use client";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { Swatch } from "../ui/badge";
import { Button } from "../ui/button";
import { Dialog, DialogActions, DialogClose, DialogContent } from "../ui/dialog";
import { Input } from "../ui/input";
import { Select } from "../ui/select";
import { useFound } from "../ui/use-found";
import {
  categorizePostsAction,
  setPostsCategoriesAction,
  setPostsTagsAction,
  tagPostsAction,
} from "../../app/admin/posts/actions";
import type { CategoryChoice } from "../../lib/features/taxonomy/categories/schema";
import type { TagChoice } from "../../lib/features/taxonomy/tags/schema";
import type { ActionDialog, Send } from "../resource/resource";
import { atOnce } from "../resource/sending";
import type { ListedPost } from "./list";

type Wish = "add" | "remove";
/** A tag or a category. */
type Choice = Pick<TagChoice, "id" | "name"> & Partial<Pick<TagChoice, "color"> & Pick<CategoryChoice, "fullPath">>;
type Wished = { choice: Choice; wish: Wish };
/** `words` is the group of its words, `path` where the choices are found. */
type Given = {
  words: "tagDialog" | "categoryDialog";
  path: string;
  done: string;
  send: (add: number[], remove: number[]) => Send;
};

/** Adds tags or categories to the selected posts and removes others; the rest stay. */
const filingDialog = ({ words, path, done, send }: Given): ActionDialog<ListedPost> =>
  function FilingDialog({ ids, onClose, run }) {
    const t = useTranslations(`posts.${words}`);
    const wish = useTranslations("posts.wishes");
    const list = useTranslations("list");
    const ui = useTranslations("ui");
    const [wishes, setWishes] = useState<readonly Wished[]>([]);
    const [text, setText] = useState("");
    const found = useFound<Choice>(path, text, 0);
    const wishFor = (id: number) => wishes.find(({ choice }) => choice.id === id)?.wish;
    // What was decided stays in sight.
    const shown = [...wishes.map(({ choice }) => choice), ...(found ?? []).filter(({ id }) => !wishFor(id))];
    const idsFor = (wished: Wish) => wishes.filter((each) => each.wish === wished).map(({ choice }) => choice.id);
    const save = () => {
      run(send(idsFor("add"), idsFor("remove")), done);
      onClose();
    };
    return (
      <Dialog open onOpenChange={onClose}>
        <DialogContent title={t("title", { count: ids.length })} description={t("text")}>
          {found?.length === 0 && text.trim() === "" && wishes.length === 0 ? (
            <p className="text-soft">{t("none")}</p>
          ) : (
            <>
              <Input
                type="search"
                value={text}
                maxLength={100}
                onChange={(event) => setText(event.target.value)}
                placeholder={t("find")}
                aria-label={t("find")}
              />
              {found?.length === 0 && <p className="mt-2 text-soft">{list("noChoice")}</p>}
              <ul className="mt-2 max-h-72 divide-y overflow-y-auto rounded-md border empty:hidden">
                {shown.map((choice) => (
                  <li key={choice.id} className="flex items-center gap-2.5 px-3 py-1.5">
                    {choice.color !== undefined && <Swatch color={choice.color} />}
                    <span className="mr-auto min-w-0">
                      <span className="block truncate">{choice.name}</span>
                      {choice.fullPath !== undefined && choice.fullPath !== choice.name && (
                        <span className="block truncate text-[0.78rem] text-soft">{choice.fullPath}</span>
                      )}
                    </span>
                    <Select
                      className="w-32 shrink-0"
                      aria-label={choice.name}
                      value={wishFor(choice.id) ?? ""}
                      onChange={({ target: { value } }) =>
                        setWishes((all) => [
                          ...all.filter((each) => each.choice.id !== choice.id),
                          ...(value === "add" || value === "remove" ? [{ choice, wish: value } as const] : []),
                        ])
                      }
                    >
                      <option value="">{wish("keep")}</option>
                      <option value="add">{wish("add")}</option>
                      <option value="remove">{wish("remove")}</option>
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

export const TagDialog = filingDialog({
  words: "tagDialog",
  path: "/admin/find/tags",
  done: "tagged",
  send: (add, remove) =>
    atOnce(
      (items) => tagPostsAction({ items, add, remove }),
      ({ before }) => setPostsTagsAction({ items: before }),
    ),
});

export const CategoryDialog = filingDialog({
  words: "categoryDialog",
  path: "/admin/find/categories",
  done: "categorized",
  send: (add, remove) =>
    atOnce(
      (items) => categorizePostsAction({ items, add, remove }),
      ({ before }) => setPostsCategoriesAction({ items: before }),
    ),
});

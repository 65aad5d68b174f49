"use client";
import { Plus } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { createCategoryAction } from "../../app/admin/categories/actions";
import { createTagAction } from "../../app/admin/tags/actions";
import type { Result } from "../../lib/doors/result";
import { useDesk } from "../admin/desk";
import { Swatch } from "../ui/badge";
import { Button } from "../ui/button";
import { Dialog, DialogActions, DialogClose, DialogContent } from "../ui/dialog";
import { Input } from "../ui/input";
import { Select } from "../ui/select";
import { inSession } from "../ui/session";
import { sayFailed } from "../ui/toaster";
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
  create: (name: string) => Promise<Result<Choice>>;
  send: (add: number[], remove: number[]) => Send;
};

/** Adds tags or categories to the selected posts and removes others; the rest stay. */
const filingDialog = ({ words, path, done, create, send }: Given): ActionDialog<ListedPost> =>
  function FilingDialog({ ids, onClose, run }) {
    const t = useTranslations(`posts.${words}`);
    const wish = useTranslations("posts.wishes");
    const list = useTranslations("list");
    const ui = useTranslations("ui");
    const { may } = useDesk();
    const [wishes, setWishes] = useState<readonly Wished[]>([]);
    const [text, setText] = useState("");
    const found = useFound<Choice>(path, text, 0);
    const wishFor = (id: number) => wishes.find(({ choice }) => choice.id === id)?.wish;
    // What was decided stays in sight.
    const shown = [...wishes.map(({ choice }) => choice), ...(found ?? []).filter(({ id }) => !wishFor(id))];
    const idsFor = (wished: Wish) => wishes.filter((each) => each.wish === wished).map(({ choice }) => choice.id);
    const wanted = text.trim();
    const isNamed = ({ name }: Choice) => name.toLowerCase() === wanted.toLowerCase();
    const isNew =
      wanted !== "" && found !== null && !found.some(isNamed) && !wishes.some(({ choice }) => isNamed(choice));
    const make = async () => {
      const answer = await inSession(() => create(wanted));
      if (!answer?.ok) return sayFailed(answer?.error.message ?? list("failed"));
      const { data: choice } = answer;
      setWishes((all) => [...all, { choice, wish: "add" }]);
      setText("");
    };
    const save = () => {
      run(send(idsFor("add"), idsFor("remove")), done);
      onClose();
    };
    return (
      <Dialog open onOpenChange={onClose}>
        <DialogContent title={t("title", { count: ids.length })} description={t("text")}>
          {found?.length === 0 && wanted === "" && wishes.length === 0 && !may("manage taxonomy") ? (
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
              {isNew && may("manage taxonomy") && (
                <Button className="mt-2" onClick={() => void make()}>
                  <Plus aria-hidden />
                  <span className="truncate">{wish("create", { name: wanted })}</span>
                </Button>
              )}
              <ul className="mt-2 max-h-72 divide-y overflow-y-auto rounded-md border empty:hidden">
                {shown.map((choice) => (
                  <li key={choice.id} className="flex items-center gap-2.5 px-3 py-1.5">
                    {choice.color !== undefined && <Swatch color={choice.color} />}
                    <span className="mr-auto min-w-0">
                      <span className="block truncate">{choice.name}</span>
                      {choice.fullPath?.includes("/") && (
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
  create: (name) => createTagAction({ name }),
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
  create: (name) => createCategoryAction({ name }),
  send: (add, remove) =>
    atOnce(
      (items) => categorizePostsAction({ items, add, remove }),
      ({ before }) => setPostsCategoriesAction({ items: before }),
    ),
});

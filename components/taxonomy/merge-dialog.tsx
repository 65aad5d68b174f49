"use client";
import { useTranslations } from "next-intl";
import { type ComponentProps, useEffect, useState } from "react";
import { mergeTagsAction, searchTagsAction } from "../../app/admin/tags/actions";
import type { ActionDialog } from "../resource/resource";
import { Swatch } from "../ui/badge";
import { Button } from "../ui/button";
import { Dialog, DialogActions, DialogClose, DialogContent } from "../ui/dialog";
import { Input } from "../ui/input";
import { inSession } from "../ui/session";
import { useAction } from "../ui/use-action";
import type { ListedTag } from "./tag-list";

/** Tags offered at once; a word of the name finds others. */
const MOST_OFFERED = 50;
/** Milliseconds without a key before the server is asked. */
const PAUSE = 200;

/** Chooses the tags to merge into this one. */
export function MergeDialog({ row: into, onClose }: ComponentProps<ActionDialog<ListedTag>>) {
  const t = useTranslations("taxonomy.tags");
  const ui = useTranslations("ui");
  const [chosen, setChosen] = useState<readonly ListedTag[]>([]);
  const [text, setText] = useState("");
  const [found, setFound] = useState<readonly ListedTag[]>([]);
  const { run } = useAction();
  useEffect(() => {
    let isOver = false;
    const asking = setTimeout(
      () =>
        void inSession(() => searchTagsAction({ keyword: text.trim(), size: MOST_OFFERED })).then((answer) => {
          if (answer?.ok && !isOver) setFound(answer.data.items);
        }),
      text === "" ? 0 : PAUSE,
    );
    return () => {
      isOver = true;
      clearTimeout(asking);
    };
  }, [text]);
  if (!into) return null;
  const isChosen = (id: number) => chosen.some((tag) => tag.id === id);
  const others = [...chosen, ...found.filter(({ id }) => id !== into.id && !isChosen(id))];
  const toggle = (tag: ListedTag) =>
    setChosen((all) => (all.some(({ id }) => id === tag.id) ? all.filter(({ id }) => id !== tag.id) : [...all, tag]));
  const merge = () => {
    run(
      () => mergeTagsAction({ tagId: into.id, items: chosen.map(({ id }) => id) }),
      t("merged", { count: chosen.length, name: into.name }),
    );
    onClose();
  };
  return (
    <Dialog open onOpenChange={onClose}>
      <DialogContent title={t("mergeTitle", { name: into.name })} description={t("mergeText", { name: into.name })}>
        <Input
          type="search"
          value={text}
          maxLength={100}
          onChange={(event) => setText(event.target.value)}
          placeholder={t("find")}
          aria-label={t("find")}
        />
        <ul className="mt-2 max-h-72 divide-y overflow-y-auto rounded-md border">
          {others.map((tag) => (
            <li key={tag.id}>
              <label className="flex items-center gap-2.5 px-3 py-2">
                <input type="checkbox" checked={isChosen(tag.id)} onChange={() => toggle(tag)} />
                <Swatch color={tag.color} />
                <span className="mr-auto truncate">{tag.name}</span>
                <span className="text-soft">{tag.postCount}</span>
              </label>
            </li>
          ))}
        </ul>
        <DialogActions>
          <DialogClose asChild>
            <Button>{ui("cancel")}</Button>
          </DialogClose>
          <Button look="strong" onClick={merge} disabled={chosen.length === 0}>
            {t("mergeAction", { count: chosen.length })}
          </Button>
        </DialogActions>
      </DialogContent>
    </Dialog>
  );
}

"use client";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { mergeTagsAction } from "../../app/admin/tags/actions";
import type { Tag } from "../../lib/features/taxonomy/tags/schema";
import { Swatch } from "../ui/badge";
import { Button } from "../ui/button";
import { Dialog, DialogActions, DialogClose, DialogContent } from "../ui/dialog";
import { Input } from "../ui/input";
import { useAction } from "../ui/use-action";

/** Chooses the tags to merge into this one. */
export function MergeDialog({ into, tags, onClose }: { into: Tag; tags: Tag[]; onClose: () => void }) {
  const t = useTranslations("taxonomy.tags");
  const ui = useTranslations("ui");
  const [chosen, setChosen] = useState<number[]>([]);
  const [text, setText] = useState("");
  const { run } = useAction();
  const others = tags.filter((tag) => tag.id !== into.id && tag.name.toLowerCase().includes(text.trim().toLowerCase()));
  const toggle = (id: number) =>
    setChosen((ids) => (ids.includes(id) ? ids.filter((each) => each !== id) : [...ids, id]));
  const merge = () => {
    run(
      () => mergeTagsAction({ tagId: into.id, items: chosen }),
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
          onChange={(event) => setText(event.target.value)}
          placeholder={t("find")}
          aria-label={t("find")}
        />
        <ul className="mt-2 max-h-72 divide-y overflow-y-auto rounded-md border">
          {others.map((tag) => (
            <li key={tag.id}>
              <label className="flex items-center gap-2.5 px-3 py-2">
                <input type="checkbox" checked={chosen.includes(tag.id)} onChange={() => toggle(tag.id)} />
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

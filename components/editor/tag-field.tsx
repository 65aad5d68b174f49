"use client";
import { clsx } from "clsx";
import { X } from "lucide-react";
import { useTranslations } from "next-intl";
import { type KeyboardEvent, useId, useState } from "react";
import { createTagAction } from "../../app/admin/tags/actions";
import type { Tag } from "../../lib/features/taxonomy/tags/schema";
import { Badge } from "../ui/badge";
import { FieldError } from "../ui/field";
import { inputLook } from "../ui/input";
import { inSession } from "../ui/session";

const MOST_OFFERED = 8;

type Props = {
  tags: Tag[];
  mayCreate: boolean;
  value: number[];
  error?: string;
  onMade: (tag: Tag) => void;
  onChange: (ids: number[]) => void;
};

/** Tags, found by typing; those who may manage them make new ones here. */
export function TagField({ tags, mayCreate, value, error: refused, onMade, onChange }: Props) {
  const t = useTranslations("editor.settings");
  const id = useId();
  const [typed, setTyped] = useState("");
  const [open, setOpen] = useState(false);
  const [active, setActive] = useState(0);
  const [failed, setFailed] = useState("");
  const error = failed || refused;
  const wanted = typed.trim().toLowerCase();
  const found = tags
    .filter((tag) => !value.includes(tag.id) && tag.name.toLowerCase().includes(wanted))
    .slice(0, MOST_OFFERED);
  const isNew = mayCreate && wanted !== "" && !tags.some((tag) => tag.name.toLowerCase() === wanted);
  const options = found.length + (isNew ? 1 : 0);

  const add = (tag: Tag) => {
    if (!value.includes(tag.id)) onChange([...value, tag.id]);
    setTyped("");
    setActive(0);
  };
  const create = async () => {
    const answer = await inSession(() => createTagAction({ name: typed.trim() })).catch(() => null);
    if (!answer?.ok) return setFailed(answer?.error.message ?? t("offline"));
    onMade(answer.data);
    add(answer.data);
  };
  const choose = (at: number) => {
    const tag = found[at];
    setFailed("");
    if (tag) add(tag);
    else if (isNew) void create();
  };
  const keys = (event: KeyboardEvent) => {
    if (event.key === "Backspace" && typed === "") return onChange(value.slice(0, -1));
    if (event.key === "Escape" && open) {
      event.stopPropagation();
      return setOpen(false);
    }
    if (event.key === "Enter") {
      event.preventDefault();
      if (open && options > 0 && (wanted !== "" || active > 0)) choose(active);
      return;
    }
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    setOpen(true);
    setActive((active + step + options) % Math.max(1, options));
  };
  const optionLook = (at: number) =>
    clsx("cursor-pointer rounded px-2.5 py-1.5 text-[0.88rem]", at === active && "bg-ink/7");

  return (
    <div className="relative grid gap-1.5">
      <label htmlFor={id} className="text-[0.82rem] font-[540]">
        {t("tags")}
      </label>
      {value.length > 0 && (
        <ul className="flex flex-wrap gap-1">
          {value
            .map(
              (each) =>
                tags.find((tag) => tag.id === each) ?? { id: each, name: t("goneTag", { id: each }), color: undefined },
            )
            .map((tag) => (
              <li key={tag.id}>
                <Badge color={tag.color}>
                  {tag.name}
                  <button
                    type="button"
                    className="-mr-1 ml-1 inline-grid size-5 place-items-center align-middle"
                    aria-label={t("removeTag", { name: tag.name })}
                    onClick={() => onChange(value.filter((other) => other !== tag.id))}
                  >
                    <X aria-hidden className="size-3" />
                  </button>
                </Badge>
              </li>
            ))}
        </ul>
      )}
      <input
        id={id}
        role="combobox"
        aria-expanded={open && options > 0}
        aria-controls={`${id}-list`}
        aria-activedescendant={open && options > 0 ? `${id}-${active}` : undefined}
        aria-autocomplete="list"
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? `${id}-error` : undefined}
        autoComplete="off"
        className={inputLook}
        placeholder={t("addTag")}
        value={typed}
        onChange={(event) => {
          setTyped(event.target.value);
          setActive(0);
          setOpen(true);
        }}
        onFocus={() => setOpen(true)}
        onBlur={() => setOpen(false)}
        onKeyDown={keys}
      />
      <ul
        id={`${id}-list`}
        role="listbox"
        aria-label={t("tags")}
        hidden={!open || options === 0}
        className="absolute top-full right-0 left-0 z-20 mt-1 rounded-lg border bg-raised p-1 shadow-xl"
        onMouseDown={(event) => event.preventDefault()}
      >
        {found.map((tag, at) => (
          // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the keys are the input's
          <li
            key={tag.id}
            id={`${id}-${at}`}
            role="option"
            aria-selected={at === active}
            className={optionLook(at)}
            onClick={() => choose(at)}
          >
            {tag.name}
          </li>
        ))}
        {isNew && (
          // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the keys are the input's
          <li
            id={`${id}-${found.length}`}
            role="option"
            aria-selected={active === found.length}
            className={optionLook(found.length)}
            onClick={() => choose(found.length)}
          >
            {t("createTag", { name: typed.trim() })}
          </li>
        )}
      </ul>
      <FieldError id={`${id}-error`} error={error} />
    </div>
  );
}

"use client";
import { clsx } from "clsx";
import { X } from "lucide-react";
import { useTranslations } from "next-intl";
import { type KeyboardEvent, useId, useState } from "react";
import { createTagAction } from "../../app/admin/tags/actions";
import type { TagChoice } from "../../lib/features/taxonomy/tags/schema";
import { Badge } from "../ui/badge";
import { FieldError } from "../ui/field";
import { inputLook } from "../ui/input";
import { inSession } from "../ui/session";
import { useCombobox } from "../ui/use-combobox";
import { findAt, useFound } from "../ui/use-found";
import { useNamed } from "./use-named";

type Props = {
  /** Those whose names are known: the chosen ones, and those that were chosen here before. */
  known: readonly TagChoice[];
  mayCreate: boolean;
  value: number[];
  error?: string;
  onKnown: (tag: TagChoice) => void;
  onChange: (ids: number[]) => void;
};

const path = "/admin/find/tags";
const isNamed = (name: string) => (tag: TagChoice) => tag.name.toLowerCase() === name.toLowerCase();

/** Tags, found by typing; those who may manage them make new ones here. */
export function TagField({ known, mayCreate, value, error: refused, onKnown, onChange }: Props) {
  const t = useTranslations("editor.settings");
  const id = useId();
  const [typed, setTyped] = useState("");
  const [isAsked, setAsked] = useState(false);
  const [failed, setFailed] = useState("");
  const error = failed || refused;
  const wanted = typed.trim();
  const { named } = useNamed(path, value, known);
  const found = useFound<TagChoice>(path, typed, isAsked ? 0 : Infinity);
  const offered = (found ?? []).filter((tag) => !value.includes(tag.id));
  const exists = (found ?? []).some(isNamed(wanted)) || known.some(isNamed(wanted));
  const isNew = mayCreate && found !== null && isAsked && wanted !== "" && !exists;

  const write = (text: string) => {
    setTyped(text);
    combobox.typed();
  };
  const add = (tag: TagChoice) => {
    onKnown(tag);
    if (!value.includes(tag.id)) onChange([...value, tag.id]);
    write("");
  };
  const create = async () => {
    const answer = await inSession(() => createTagAction({ name: wanted }));
    if (!answer?.ok) return setFailed(answer?.error.message ?? t("offline"));
    const { id: made, name, color } = answer.data;
    add({ id: made, name, color });
  };
  const choose = (at: number) => {
    const tag = offered[at];
    setFailed("");
    if (tag) add(tag);
    else if (isNew) void create();
  };
  const combobox = useCombobox({
    count: offered.length + (isNew ? 1 : 0),
    choose,
    first: wanted === "" ? -1 : 0,
  });
  /** Takes exactly what was typed, where Enter is pressed before anything was offered. */
  const takeTyped = async () => {
    const answer = await findAt<TagChoice>(path, wanted).catch(() => null);
    if (answer === null) return setFailed(t("offline"));
    const tag = answer.find(isNamed(wanted));
    if (tag) add(tag);
    else if (mayCreate) await create();
  };

  const keys = (event: KeyboardEvent) => {
    if (event.key === "Backspace" && typed === "") return onChange(value.slice(0, -1));
    if (event.key === "Enter" && wanted !== "" && found === null && !event.nativeEvent.isComposing) void takeTyped();
    combobox.field.onKeyDown(event);
  };
  const optionLook = (at: number) =>
    clsx("cursor-pointer rounded px-2.5 py-1.5 text-[0.88rem]", at === combobox.at && "bg-ink/7");

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
                named.find((tag) => tag.id === each) ?? {
                  id: each,
                  name: t("goneTag", { id: each }),
                  color: undefined,
                },
            )
            .map((tag) => (
              <li key={tag.id}>
                <Badge
                  color={tag.color}
                  after={
                    <button
                      type="button"
                      className="-mr-1 ml-1 inline-grid size-5 shrink-0 place-items-center"
                      aria-label={t("removeTag", { name: tag.name })}
                      onClick={() => onChange(value.filter((other) => other !== tag.id))}
                    >
                      <X aria-hidden className="size-3" />
                    </button>
                  }
                >
                  {tag.name}
                </Badge>
              </li>
            ))}
        </ul>
      )}
      <input
        {...combobox.field}
        id={id}
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? `${id}-error` : undefined}
        className={inputLook}
        placeholder={t("addTag")}
        maxLength={100}
        value={typed}
        onChange={(event) => write(event.target.value)}
        onFocus={() => {
          setAsked(true);
          combobox.open();
        }}
        onKeyDown={keys}
      />
      <ul
        {...combobox.list}
        aria-label={t("tags")}
        className="absolute top-full right-0 left-0 z-20 mt-1 max-h-72 overflow-y-auto rounded-lg border bg-raised p-1 shadow-xl"
      >
        {offered.map((tag, at) => (
          // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the keys are the input's
          <li key={tag.id} {...combobox.option(at)} className={optionLook(at)}>
            {tag.name}
          </li>
        ))}
        {isNew && (
          // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the keys are the input's
          <li {...combobox.option(offered.length)} className={optionLook(offered.length)}>
            {t("createTag", { name: wanted })}
          </li>
        )}
      </ul>
      <FieldError id={`${id}-error`} error={error} />
    </div>
  );
}

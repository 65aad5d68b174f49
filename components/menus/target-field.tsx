"use client";
import { clsx } from "clsx";
import { useTranslations } from "next-intl";
import { useState } from "react";
import type { z } from "zod";
import type { newMenu, Target } from "../../lib/features/menus/schema";
import type { OwnField } from "../resource/form-fields";
import { Field } from "../ui/field";
import { Input } from "../ui/input";
import { useCombobox } from "../ui/use-combobox";
import { useFound } from "../ui/use-found";

/** The parts of a site that have an address of their own; each name is the word `sections.{name}`. */
const sections = [
  ["home", "/"],
  ["archives", "/archives"],
  ["categories", "/categories"],
  ["tags", "/tags"],
  ["journals", "/journals"],
  ["links", "/links"],
  ["photos", "/photos"],
  ["search", "/search"],
  ["feed", "/feed.xml"],
] as const;

type Choice = { kind: Target["kind"] | "SECTION"; name: string; url: string };

/** Where an entry leads: found by its name while typing, or written as an address. */
export function TargetField({
  label,
  hint,
  error,
  value,
  onChange,
  onBlur,
  valueOf,
  setValue,
}: OwnField<z.input<typeof newMenu>>) {
  const t = useTranslations("menus");
  const [words, setWords] = useState("");
  const [isAsked, setAsked] = useState(false);
  // The name that was taken from the last choice: another choice may replace it, what somebody typed stays.
  const [taken, setTaken] = useState("");
  const found = useFound<Target>("/admin/find/pages", words, isAsked ? 0 : Infinity);
  const fitting: Choice[] = sections
    .map(([name, url]): Choice => ({ kind: "SECTION", name: t(`sections.${name}`), url }))
    .filter(({ name, url }) => [name, url].some((text) => text.toLowerCase().includes(words.trim().toLowerCase())));
  const choices = [...fitting, ...(found ?? [])];
  const choose = ({ name, url }: Choice) => {
    onChange(url);
    const own = valueOf("name");
    if (own.trim() === "" || own === taken) {
      setValue("name", name);
      setTaken(name);
    }
    setWords("");
    combobox.close();
  };
  const combobox = useCombobox({
    count: choices.length,
    choose: (index) => {
      const chosen = choices[index];
      if (chosen) choose(chosen);
    },
    showsEmpty: found !== null,
  });
  const open = () => {
    setAsked(true);
    combobox.open();
  };
  return (
    <>
      <div className="relative">
        <Field label={t("find")} hint={t("findHint")}>
          <Input
            {...combobox.field}
            maxLength={100}
            placeholder={t("findPlaceholder")}
            value={words}
            onChange={(event) => {
              setWords(event.target.value);
              setAsked(true);
              combobox.typed();
            }}
            onClick={open}
          />
        </Field>
        <ul
          {...combobox.list}
          aria-label={t("found")}
          className="absolute top-[4.2rem] right-0 left-0 z-10 max-h-60 overflow-y-auto rounded-lg border bg-raised p-1 shadow-xl"
        >
          {choices.map((choice, index) => (
            // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the field above has the keys
            <li
              key={`${choice.kind} ${choice.url}`}
              {...combobox.option(index)}
              className={clsx(
                "flex cursor-pointer items-baseline gap-2 rounded-md px-2.5 py-1.5 hover:bg-ink/5",
                index === combobox.at && "bg-ink/8",
              )}
            >
              <span className="min-w-0 truncate">
                <bdi>{choice.name}</bdi>
              </span>
              <span className="ml-auto shrink-0 text-[0.78rem] text-soft">{t(`kinds.${choice.kind}`)}</span>
            </li>
          ))}
          {choices.length === 0 && (
            <li role="option" aria-selected={false} aria-disabled className="px-2.5 py-1.5 text-soft">
              {t("nothingFound")}
            </li>
          )}
        </ul>
      </div>
      <Field label={label} {...(hint && { hint })} {...(error && { error })}>
        <Input
          inputMode="url"
          autoComplete="off"
          spellCheck={false}
          placeholder="https://… · /…"
          value={value}
          onChange={(event) => onChange(event.target.value)}
          onBlur={onBlur}
        />
      </Field>
    </>
  );
}

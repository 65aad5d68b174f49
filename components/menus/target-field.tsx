"use client";
import { clsx } from "clsx";
import { useTranslations } from "next-intl";
import { type KeyboardEvent, useId, useState } from "react";
import type { z } from "zod";
import type { newMenu, Target } from "../../lib/features/menus/schema";
import type { OwnField } from "../resource/form-fields";
import { Field } from "../ui/field";
import { Input } from "../ui/input";
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
  const list = useId();
  const [words, setWords] = useState("");
  const [open, setOpen] = useState(false);
  const [at, setAt] = useState(-1);
  // The name that was taken from the last choice: another choice may replace it, what somebody typed stays.
  const [taken, setTaken] = useState("");
  const found = useFound<Target>("/admin/find/pages", words, open ? 0 : Infinity);
  const fitting: Choice[] = sections
    .map(([name, url]): Choice => ({ kind: "SECTION", name: t(`sections.${name}`), url }))
    .filter(({ name, url }) => [name, url].some((text) => text.toLowerCase().includes(words.trim().toLowerCase())));
  const choices = [...fitting, ...(found ?? [])];
  const isOpen = open && (choices.length > 0 || found !== null);
  const close = () => {
    setOpen(false);
    setAt(-1);
  };
  const choose = ({ name, url }: Choice) => {
    onChange(url);
    const own = valueOf("name");
    if (own.trim() === "" || own === taken) {
      setValue("name", name);
      setTaken(name);
    }
    setWords("");
    close();
  };
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    const chosen = choices[at];
    if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      const step = event.key === "ArrowDown" ? 1 : -1;
      const from = Math.max(at, step > 0 ? -1 : 0);
      if (!isOpen) setAt(0);
      else if (choices.length > 0) setAt((from + step + choices.length) % choices.length);
      setOpen(true);
    } else if (event.key === "Enter" && isOpen) {
      if (chosen) choose(chosen);
    } else if (event.key === "Escape" && isOpen) close();
    else return;
    event.preventDefault();
    // Escape closes the list, not the dialog around it.
    event.stopPropagation();
  };
  return (
    <>
      <div className="relative">
        <Field label={t("find")} hint={t("findHint")}>
          <Input
            role="combobox"
            aria-expanded={isOpen}
            aria-controls={list}
            aria-autocomplete="list"
            aria-activedescendant={isOpen && at >= 0 ? `${list}-${at}` : undefined}
            autoComplete="off"
            maxLength={100}
            placeholder={t("findPlaceholder")}
            value={words}
            onChange={(event) => {
              setWords(event.target.value);
              setOpen(true);
              setAt(-1);
            }}
            onClick={() => setOpen(true)}
            onBlur={close}
            onKeyDown={onKeyDown}
          />
        </Field>
        <ul
          id={list}
          role="listbox"
          aria-label={t("found")}
          hidden={!isOpen}
          className="absolute top-[4.2rem] right-0 left-0 z-10 max-h-60 overflow-y-auto rounded-lg border bg-raised p-1 shadow-xl"
        >
          {choices.map((choice, index) => (
            // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the field above has the keys
            <li
              key={`${choice.kind} ${choice.url}`}
              id={`${list}-${index}`}
              role="option"
              aria-selected={index === at}
              ref={(node) => {
                if (index === at) node?.scrollIntoView({ block: "nearest" });
              }}
              // The field keeps the focus.
              onPointerDown={(event) => event.preventDefault()}
              onClick={() => choose(choice)}
              className={clsx(
                "flex cursor-pointer items-baseline gap-2 rounded-md px-2.5 py-1.5 hover:bg-ink/5",
                index === at && "bg-ink/8",
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

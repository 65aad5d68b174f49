"use client";
import { Search } from "lucide-react";
import { useTranslations } from "next-intl";
import { type KeyboardEvent, useRef, useState } from "react";
import { hasWords } from "../../lib/text/ranking";
import { Input } from "../ui/input";
import { Link } from "../ui/link";
import { type Group, settingsAddress, type ShownSetting } from "./shown-setting";

type Props = { settings: readonly ShownSetting[]; groups: readonly Group[]; onFound: () => void };

/** Finds settings by their words in any group, and leads to them. */
export function SettingSearch({ settings, groups, onFound }: Props) {
  const t = useTranslations("settings");
  const [text, setText] = useState("");
  const list = useRef<HTMLUListElement>(null);
  const field = useRef<HTMLInputElement>(null);
  const wanted = text.trim();
  /** 0 where its label has all words, 1 where only the rest of its words do, 2 where not even these. */
  const rank = ({ key, label, text: says, group }: ShownSetting) => {
    const all = `${label} ${says} ${key} ${t(`group.${group}`)}`;
    const places = [label, all];
    const at = places.findIndex((place) => hasWords(place, wanted));
    return at === -1 ? places.length : at;
  };
  const found = [0, 1].flatMap((each) => settings.filter((setting) => rank(setting) === each));
  const links = () => [...(list.current?.querySelectorAll("a") ?? [])];
  const onKeyDown = (event: KeyboardEvent) => {
    const all: HTMLElement[] = [...(field.current ? [field.current] : []), ...links()];
    const at = all.indexOf(document.activeElement as HTMLElement);
    if (event.key === "ArrowDown") all[at + 1]?.focus();
    else if (event.key === "ArrowUp") all[at - 1]?.focus();
    else if (event.key === "Enter" && at === 0) links()[0]?.click();
    else if (event.key === "Escape" && text !== "") {
      setText("");
      field.current?.focus();
    } else return;
    event.preventDefault();
  };
  return (
    <search className="relative" onKeyDown={onKeyDown}>
      <Search
        aria-hidden
        className="pointer-events-none absolute top-[1.1rem] left-3 size-4 -translate-y-1/2 text-soft"
      />
      <Input
        ref={field}
        type="search"
        value={text}
        maxLength={100}
        onChange={({ target }) => setText(target.value)}
        aria-label={t("find")}
        placeholder={t("find")}
        autoComplete="off"
        className="pl-9"
      />
      <p role="status" className={wanted !== "" && found.length === 0 ? "mt-2 text-soft" : "sr-only"}>
        {wanted !== "" && t("found", { count: found.length })}
      </p>
      {wanted !== "" && found.length > 0 && (
        <ul
          ref={list}
          className="absolute inset-x-0 top-full z-20 mt-1 max-h-80 min-w-64 overflow-y-auto rounded-lg border bg-raised p-1 shadow-xl"
        >
          {found.map(({ key, label, group }) => (
            <li key={key}>
              <Link
                href={settingsAddress(groups, group, key)}
                onClick={() => {
                  setText("");
                  onFound();
                }}
                className="block rounded-md px-2.5 py-1.5 text-ink no-underline hover:bg-ink/5"
              >
                {label}
                <span className="block text-[0.8rem] text-soft">{t(`group.${group}`)}</span>
              </Link>
            </li>
          ))}
        </ul>
      )}
    </search>
  );
}

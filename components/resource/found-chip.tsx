"use client";
import { clsx } from "clsx";
import { ChevronDown, X } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { chipLook } from "../ui/input";
import { useCombobox } from "../ui/use-combobox";
import { useFound } from "../ui/use-found";
import type { Choice } from "./resource";

type Props = {
  /** What finds its choices. */
  path: string;
  label: string;
  chosen: Choice | undefined;
  onChange: (id: Choice["id"] | undefined) => void;
};

/** A filter whose choices are found by typing, since a page cannot hold them all. */
export function FoundChip({ path, label, chosen, onChange }: Props) {
  const t = useTranslations("list");
  const [typed, setTyped] = useState<string | null>(null);
  const found = useFound<Choice>(path, typed ?? "", typed === null ? Infinity : 0);
  const choices = found ?? [];
  const combobox = useCombobox({
    count: choices.length,
    choose: (index) => {
      const choice = choices[index];
      if (!choice) return;
      leave();
      if (choice.id !== chosen?.id) onChange(choice.id);
    },
    first: typed?.trim() ? 0 : -1,
    showsEmpty: found !== null,
  });
  const leave = () => {
    combobox.close();
    setTyped(null);
  };
  return (
    <span className="relative inline-flex w-44 max-w-44 items-center max-sm:w-auto max-sm:grow max-sm:basis-24">
      <input
        {...combobox.field}
        aria-label={label}
        placeholder={label}
        maxLength={100}
        value={typed ?? chosen?.name ?? ""}
        data-set={chosen !== undefined}
        className={clsx(chipLook, "min-w-0 truncate pr-8")}
        onFocus={() => {
          setTyped("");
          combobox.open();
        }}
        onBlur={leave}
        onChange={(event) => {
          setTyped(event.target.value);
          combobox.typed();
        }}
      />
      {chosen ? (
        <button
          type="button"
          aria-label={t("clearFilter", { name: label })}
          className="absolute right-1 grid size-6 place-items-center rounded text-soft hover:text-ink"
          onClick={() => onChange(undefined)}
        >
          <X aria-hidden className="size-3.5" />
        </button>
      ) : (
        <ChevronDown aria-hidden className="pointer-events-none absolute right-2.5 size-3.5 text-soft" />
      )}
      <ul
        {...combobox.list}
        aria-label={label}
        className="absolute top-full left-0 z-20 mt-1 max-h-72 w-64 max-w-[80vw] overflow-y-auto rounded-lg border bg-raised p-1 shadow-xl"
      >
        {choices.map((choice, index) => (
          // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the field above has the keys
          <li
            key={choice.id}
            {...combobox.option(index)}
            className={clsx(
              "cursor-pointer truncate rounded px-2.5 py-1.5 text-[0.88rem] hover:bg-ink/5",
              index === combobox.at && "bg-ink/7",
            )}
          >
            {"\u2003".repeat(choice.depth ?? 0)}
            <bdi>{choice.name}</bdi>
          </li>
        ))}
        {choices.length === 0 && (
          <li role="option" aria-selected={false} aria-disabled className="px-2.5 py-1.5 text-soft">
            {t("noChoice")}
          </li>
        )}
      </ul>
    </span>
  );
}

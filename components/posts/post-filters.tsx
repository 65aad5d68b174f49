"use client";
import { Search, X } from "lucide-react";
import { useTranslations } from "next-intl";
import { useRouter } from "next/navigation";
import { type ChangeEvent, useEffect, useRef, useTransition } from "react";
import { Button } from "../ui/button";
import { Input } from "../ui/input";
import { Select } from "../ui/select";
import { addressOf, isNarrowed, type ListView } from "./list-address";

type Choice = { id: number; name: string; depth?: number };
type Props = { view: ListView; categories: Choice[]; tags: Choice[]; authors: Choice[] };

/** Milliseconds after the last key before the list is filtered. */
const PAUSE_MS = 300;

/** Search and filters; choices go into the address. */
export function PostFilters({ view, categories, tags, authors }: Props) {
  const t = useTranslations("posts");
  const router = useRouter();
  const [isLoading, load] = useTransition();
  const field = useRef<HTMLInputElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  // Includes changes that are still loading, so that a filter chosen meanwhile does not undo them.
  const wanted = useRef(view);
  useEffect(() => {
    wanted.current = view;
  }, [view]);
  const go = (change: Partial<ListView>) => {
    wanted.current = { ...wanted.current, page: 1, ...change };
    load(() => router.replace(addressOf(wanted.current, { page: 1 }), { scroll: false }));
  };
  const search = (text: string, pause: number) => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => go({ keyword: text.trim() }), pause);
  };
  useEffect(() => () => clearTimeout(timer.current), []);
  // The address was changed elsewhere (a tab, "back"): the field follows, unless somebody is typing in it.
  useEffect(() => {
    if (field.current && document.activeElement !== field.current) field.current.value = view.keyword;
  }, [view.keyword]);

  const chips = [
    { name: "category", choices: categories },
    { name: "tag", choices: tags },
    ...(authors.length > 1 ? [{ name: "author" as const, choices: authors }] : []),
  ] as { name: "category" | "tag" | "author"; choices: Choice[] }[];
  return (
    <search className="mb-3 flex flex-wrap gap-2" aria-busy={isLoading}>
      <form
        className="relative max-w-96 grow basis-64"
        onSubmit={(event) => {
          event.preventDefault();
          search(field.current?.value ?? "", 0);
        }}
      >
        <Search aria-hidden className="pointer-events-none absolute top-1/2 left-3 size-4 -translate-y-1/2 text-soft" />
        <Input
          ref={field}
          type="search"
          name="keyword"
          defaultValue={view.keyword}
          maxLength={100}
          onChange={(event) => search(event.target.value, PAUSE_MS)}
          placeholder={t("find")}
          aria-label={t("find")}
          className="pl-9"
        />
      </form>
      {chips.map(({ name, choices }) => (
        <Select
          key={name}
          chip
          className="max-w-44"
          aria-label={t(`filters.${name}`)}
          data-set={view[name] !== undefined}
          value={view[name] ?? ""}
          onChange={(event: ChangeEvent<HTMLSelectElement>) => go({ [name]: Number(event.target.value) || undefined })}
        >
          <option value="">{t(`filters.${name}`)}</option>
          {choices.map((choice) => (
            <option key={choice.id} value={choice.id}>
              {"  ".repeat(choice.depth ?? 0) + choice.name}
            </option>
          ))}
        </Select>
      ))}
      {isNarrowed(view) && (
        <Button
          look="quiet"
          onClick={() => {
            if (field.current) field.current.value = "";
            go({ keyword: "", category: undefined, tag: undefined, author: undefined });
          }}
        >
          <X aria-hidden />
          {t("filters.clear")}
        </Button>
      )}
    </search>
  );
}

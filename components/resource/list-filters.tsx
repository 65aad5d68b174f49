"use client";
import { LayoutGrid, List, Search, X } from "lucide-react";
import { useTranslations } from "next-intl";
import { useEffect, useRef, useTransition } from "react";
import { Button } from "../ui/button";
import { Input } from "../ui/input";
import { Link } from "../ui/link";
import { Select } from "../ui/select";
import { DayRange } from "./day-range";
import { FoundChip } from "./found-chip";
import { addressOf, isNarrowed, type ListView, widened, withFilter } from "./list-place";
import type { AnyInput, Choice } from "./resource";
import { useListing } from "./listing";
import { useDashboardRouter } from "../ui/use-dashboard-router";

type AnyView = ListView<AnyInput>;

/** Milliseconds after the last key before the list is filtered. */
const PAUSE_MS = 300;
const lookIcons = { table: List, grid: LayoutGrid };

/** The value of a choice in a select, of which "" is none. */
const optionOf = (id: unknown): string => String(id) || "=";

/** Search, filters and looks, whose choices go into the address; and the tools of the page. */
export function ListFilters() {
  const { resource, view, total, choices = {}, tools } = useListing();
  const { place, words } = resource;
  const t = useTranslations(words);
  const kit = useTranslations("list");
  const router = useDashboardRouter();
  const [isLoading, load] = useTransition();
  const field = useRef<HTMLInputElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  // Includes changes that are still loading, so that a filter chosen meanwhile does not undo them.
  const wanted = useRef(view);
  useEffect(() => {
    wanted.current = view;
  }, [view]);
  const go = (change: (view: AnyView) => Partial<AnyView>) => {
    wanted.current = { ...wanted.current, page: 1, ...change(wanted.current) };
    load(() => router.replace(addressOf(place, wanted.current, { page: 1 }), { scroll: false }));
  };
  const search = (text: string, pause: number) => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => go(() => ({ keyword: text.trim() })), pause);
  };
  useEffect(() => () => clearTimeout(timer.current), []);
  // The address was changed elsewhere (a tab, "back"): the field follows, unless somebody is typing in it.
  useEffect(() => {
    if (field.current && document.activeElement !== field.current) field.current.value = view.keyword;
  }, [view.keyword]);

  const hasFilters =
    (place.searches !== false || place.chips !== undefined || place.days !== undefined) &&
    // Nothing to search: the empty list says what it would hold.
    (total > 0 || place.states !== undefined || isNarrowed(place, view) || isLoading);
  if (!hasFilters && !tools) return null;
  return (
    <div className="mb-3 flex flex-wrap items-start gap-2">
      {hasFilters && (
        <search className="flex min-w-0 grow basis-80 flex-wrap gap-2 max-sm:contents" aria-busy={isLoading}>
          {place.searches !== false && (
            <form
              className="relative max-w-96 grow basis-64"
              onSubmit={(event) => {
                event.preventDefault();
                search(field.current?.value ?? "", 0);
              }}
            >
              <Search
                aria-hidden
                className="pointer-events-none absolute top-1/2 left-3 size-4 -translate-y-1/2 text-soft"
              />
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
          )}
          {(place.chips ?? []).map((name) => {
            const offered = choices[name];
            const value = view.filters[name];
            const finds = place.finds?.[name];
            if (!offered) return null;
            const set = (chosen: Choice["id"] | undefined) =>
              go(({ filters }) => ({ filters: withFilter(filters, name, chosen) }));
            if (finds !== undefined)
              return (
                <FoundChip
                  key={`${name} ${String(value)}`}
                  path={finds}
                  label={t(`filters.${name}`)}
                  chosen={value === undefined ? undefined : (offered[0] ?? { id: String(value), name: String(value) })}
                  onChange={set}
                />
              );
            return (
              <Select
                key={name}
                chip
                className="max-w-44 max-sm:grow max-sm:basis-24"
                aria-label={t(`filters.${name}`)}
                data-set={value !== undefined}
                value={value === undefined ? "" : optionOf(value)}
                onChange={({ target }) => set(offered.find(({ id }) => optionOf(id) === target.value)?.id)}
              >
                <option value="">{t(`filters.${name}`)}</option>
                {offered.map(({ id, name: label, depth = 0 }) => (
                  <option key={id} value={optionOf(id)}>
                    {"\u2003".repeat(depth) + label}
                  </option>
                ))}
              </Select>
            );
          })}
          {place.days && (
            <DayRange
              from={view.filters[place.days.from]}
              to={view.filters[place.days.to]}
              onChange={(end, value) =>
                go(({ filters }) => ({ filters: place.days ? withFilter(filters, place.days[end], value) : filters }))
              }
            />
          )}
          {isNarrowed(place, view) && (
            <Button
              look="quiet"
              onClick={() => {
                if (field.current) field.current.value = "";
                go((now) => widened(place, now));
              }}
            >
              <X aria-hidden />
              {kit("clearFilters")}
            </Button>
          )}
          {place.looks && place.looks.length > 1 && (
            <div role="group" aria-label={kit("looks.label")} className="ml-auto flex gap-1">
              {place.looks.map((look) => {
                const Icon = lookIcons[look];
                return (
                  <Button key={look} asChild size="icon" look={view.look === look ? "plain" : "quiet"}>
                    <Link
                      href={addressOf(place, view, { look, page: view.page })}
                      scroll={false}
                      aria-label={kit(`looks.${look}`)}
                      {...(view.look === look && { "aria-current": "true" as const })}
                    >
                      <Icon aria-hidden />
                    </Link>
                  </Button>
                );
              })}
            </div>
          )}
        </search>
      )}
      {tools && <div className="ml-auto flex flex-wrap items-center gap-2 max-sm:ml-0 max-sm:basis-full">{tools}</div>}
    </div>
  );
}

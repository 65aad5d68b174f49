"use client";
import { Search } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { Button } from "../../ui/button";
import { Input } from "../../ui/input";
import { Select } from "../../ui/select";
import { type Kind, kinds } from "../kinds";
import { FileGrid } from "./file-grid";
import type { PickedFile } from "../picked";
import { useFoundFiles } from "./use-found-files";

type Props = {
  /** The one kind that suits; all without. */
  kind: Kind | undefined;
  several: boolean;
  chosen: readonly PickedFile[];
  onToggle: (file: PickedFile) => void;
  /** Several at once. */
  onChoose: (files: readonly PickedFile[], isChosen: boolean) => void;
  onUse: (file: PickedFile) => void;
  /** Differs where something was uploaded meanwhile. */
  seed: number;
};

/** The files that are there already: search, narrow, choose. */
export function Library({ kind, several, chosen, onToggle, onChoose, onUse, seed }: Props) {
  const t = useTranslations("media.picker");
  const names = useTranslations("media.kinds");
  const [keyword, setKeyword] = useState("");
  const [mediaType, setMediaType] = useState<string>(kind ?? "");
  const [team, setTeam] = useState<string | null>(null);
  const { items, total, failed, isStale, isLoading, teams, more, again } = useFoundFiles(
    { keyword, mediaType, team },
    seed,
  );
  const hasAll = items.every(({ id }) => chosen.some((each) => each.id === id));
  return (
    <div className="grid min-h-0 grow grid-rows-[auto_1fr] gap-3">
      <div className="flex flex-wrap items-center gap-2">
        <span className="relative flex min-w-44 grow items-center">
          <Search aria-hidden className="pointer-events-none absolute left-2.5 size-4 text-soft" />
          <Input
            type="search"
            aria-label={t("find")}
            placeholder={t("find")}
            value={keyword}
            maxLength={100}
            onChange={(event) => setKeyword(event.target.value)}
            className="pl-8.5"
          />
        </span>
        {!kind && (
          <Select
            chip
            aria-label={t("kind")}
            value={mediaType}
            data-set={mediaType !== ""}
            onChange={(event) => setMediaType(event.target.value)}
          >
            <option value="">{t("everyKind")}</option>
            {kinds.map((name) => (
              <option key={name} value={name}>
                {names(name)}
              </option>
            ))}
          </Select>
        )}
        {teams.length > 0 && (
          <Select
            chip
            aria-label={t("team")}
            value={team === null ? "" : `=${team}`}
            data-set={team !== null}
            onChange={(event) => setTeam(event.target.value === "" ? null : event.target.value.slice(1))}
          >
            <option value="">{t("everyTeam")}</option>
            <option value="=">{t("noTeam")}</option>
            {teams.map((name) => (
              <option key={name} value={`=${name}`}>
                {name}
              </option>
            ))}
          </Select>
        )}
        <span role="status" className="text-[0.82rem] text-soft">
          {isLoading ? t("loading") : failed ? "" : t("count", { count: total })}
        </span>
        {several && items.length > 1 && (
          <Button look="quiet" size="small" disabled={isStale} onClick={() => onChoose(items, !hasAll)}>
            {hasAll ? t("chooseNone") : t("chooseThese", { count: items.length })}
          </Button>
        )}
      </div>
      {/* What nobody searches for any more is not chosen by mistake. */}
      <div inert={isStale} className="-m-1 overflow-y-auto p-1 inert:opacity-50">
        {failed ? (
          <div className="grid justify-items-center gap-3 py-12 text-center">
            <p role="alert" className="text-soft">
              {t("failed")}
            </p>
            <Button onClick={again}>{t("again")}</Button>
          </div>
        ) : items.length === 0 ? (
          !isLoading && <p className="py-12 text-center text-soft">{t("nothing")}</p>
        ) : (
          <>
            <FileGrid
              label={t("results")}
              files={items}
              several={several}
              chosen={chosen.map(({ id }) => id)}
              onToggle={onToggle}
              onRange={(range) => onChoose(range, true)}
              onUse={onUse}
            />
            {items.length < total && (
              <p className="pt-4 pb-1 text-center">
                <Button onClick={more} disabled={isLoading}>
                  {t("more")}
                </Button>
              </p>
            )}
          </>
        )}
      </div>
    </div>
  );
}

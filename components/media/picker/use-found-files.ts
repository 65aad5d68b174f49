"use client";
import { useEffect, useState } from "react";
import type { PickedFile } from "../picked";

export type Search = { keyword: string; mediaType: string; team: string | null };
type Answer = { items: PickedFile[]; total: number; teams: string[] };
type Found = { key: string; searched: string; pages: number; items: PickedFile[]; total: number; failed: boolean };

/** Milliseconds after the last key before it is looked for. */
const PAUSE_MS = 250;

async function ask({ keyword, mediaType, team }: Search, page: number, signal: AbortSignal): Promise<Answer> {
  const query = new URLSearchParams({ page: String(page) });
  if (keyword.trim() !== "") query.set("keyword", keyword.trim());
  if (mediaType !== "") query.set("mediaType", mediaType);
  if (team !== null) query.set("team", team);
  const answer = await fetch(`/admin/media/find?${query}`, { signal });
  if (!answer.ok || !answer.headers.get("content-type")?.startsWith("application/json"))
    throw new Error("The files could not be fetched.");
  return (await answer.json()) as Answer;
}

const nothing: Found = { key: "", searched: "", pages: 0, items: [], total: 0, failed: false };

/** The files that suit a search, piece by piece. `seed` differs where something may have been added. */
export function useFoundFiles(search: Search, seed: number) {
  const { keyword, mediaType, team } = search;
  const searched = JSON.stringify([keyword, mediaType, team]);
  const key = JSON.stringify([searched, seed]);
  const [found, setFound] = useState<Found>(nothing);
  const [wanted, setWanted] = useState({ key, pages: 1, tries: 0 });
  const [teams, setTeams] = useState<string[]>([]);
  if (wanted.key !== key) setWanted({ key, pages: 1, tries: 0 });
  const isFirst = found.key !== key;
  useEffect(() => {
    if (!isFirst && found.pages >= wanted.pages && !found.failed) return;
    const stop = new AbortController();
    const page = isFirst ? 1 : found.pages + 1;
    const timer = setTimeout(
      () =>
        void ask({ keyword, mediaType, team }, page, stop.signal).then(
          (answer) => {
            setTeams(answer.teams);
            setFound((before) => ({
              key,
              searched,
              pages: page,
              items: page === 1 ? answer.items : [...before.items, ...answer.items],
              total: answer.total,
              failed: false,
            }));
          },
          () => stop.signal.aborted || setFound((before) => ({ ...before, key, searched, failed: true })),
        ),
      isFirst && keyword !== "" ? PAUSE_MS : 0,
    );
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
    // What was found decides which piece is next, and must not begin it again by itself.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [key, wanted.pages, wanted.tries]);
  return {
    items: isFirst && found.key === "" ? [] : found.items,
    total: found.total,
    failed: found.failed && !isFirst,
    /** Whether the files are still those of the search before. */
    isStale: found.key !== "" && found.searched !== searched,
    isLoading: isFirst || (found.pages < wanted.pages && !found.failed),
    teams,
    more: () => setWanted((before) => ({ ...before, pages: found.pages + 1 })),
    again: () => setWanted((before) => ({ ...before, tries: before.tries + 1 })),
  };
}

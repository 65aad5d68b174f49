"use client";
import { clsx } from "clsx";
import { Check } from "lucide-react";
import { type KeyboardEvent, useState } from "react";
import { FileThumb } from "../file-thumb";
import type { PickedFile } from "../picked";

type Props = {
  label: string;
  files: readonly PickedFile[];
  several: boolean;
  chosen: readonly number[];
  onToggle: (file: PickedFile) => void;
  /** A click with Shift: from the file before to this one. */
  onRange: (files: readonly PickedFile[]) => void;
  /** Enter, or a double click: chosen and done. */
  onUse: (file: PickedFile) => void;
};

/** How many tiles stand in the first row, which arrows up and down leap over. */
function columnsOf(grid: HTMLElement): number {
  const tiles = [...grid.children] as HTMLElement[];
  const next = tiles.findIndex((tile) => tile.offsetTop > (tiles[0]?.offsetTop ?? 0));
  return next < 0 ? Math.max(1, tiles.length) : next;
}

/** Files as tiles to choose from: one stop for Tab, arrows move, Space chooses, Enter uses. */
export function FileGrid({ label, files, several, chosen, onToggle, onRange, onUse }: Props) {
  const [current, setCurrent] = useState<number | null>(null);
  const [begin, setBegin] = useState<number | null>(null);
  const at = files.findIndex(({ id }) => id === current);
  const reachable = at < 0 ? 0 : at;
  const press = (place: number, file: PickedFile, isRange: boolean) => {
    const from = isRange && several ? files.findIndex(({ id }) => id === begin) : -1;
    if (from < 0) onToggle(file);
    else onRange(files.slice(Math.min(from, place), Math.max(from, place) + 1));
    setBegin(file.id);
  };
  const onKeyDown = (event: KeyboardEvent<HTMLUListElement>) => {
    const file = files[reachable];
    if (!file) return;
    const wide = columnsOf(event.currentTarget);
    const step = { ArrowRight: 1, ArrowLeft: -1, ArrowDown: wide, ArrowUp: -wide }[event.key];
    const end = { Home: 0, End: files.length - 1 }[event.key];
    if (event.key === " ") press(reachable, file, event.shiftKey);
    else if (event.key === "Enter") onUse(file);
    else if (step !== undefined || end !== undefined) {
      const to = end ?? Math.min(files.length - 1, Math.max(0, reachable + (step ?? 0)));
      setCurrent(files[to]?.id ?? null);
      (event.currentTarget.children[to] as HTMLElement | undefined)?.focus();
    } else return;
    event.preventDefault();
  };
  return (
    <ul
      role="listbox"
      aria-label={label}
      aria-multiselectable={several}
      onKeyDown={onKeyDown}
      className="grid grid-cols-[repeat(auto-fill,minmax(min(8.5rem,29%),1fr))] gap-2.5"
    >
      {files.map((file, place) => {
        const isChosen = chosen.includes(file.id);
        return (
          <li
            key={file.id}
            role="option"
            aria-selected={isChosen}
            aria-label={file.altText ? `${file.name}: ${file.altText}` : file.name}
            tabIndex={place === reachable ? 0 : -1}
            onFocus={() => setCurrent(file.id)}
            onClick={(event) => press(place, file, event.shiftKey)}
            onDoubleClick={() => onUse(file)}
            className={clsx(
              "relative cursor-pointer overflow-hidden rounded-lg border",
              isChosen && "border-ink ring-2 ring-ink",
            )}
          >
            <span className="block aspect-[4/3]">
              <FileThumb file={file} />
            </span>
            <span dir="auto" className="block truncate px-2 py-1 text-[0.78rem]">
              {file.name}
            </span>
            {isChosen && (
              <span aria-hidden className="absolute top-1.5 right-1.5 rounded-full bg-ink p-1 text-on-ink">
                <Check className="size-3.5" />
              </span>
            )}
          </li>
        );
      })}
    </ul>
  );
}

"use client";
import { clsx } from "clsx";
import { File, FileArchive, FileText, Film, type LucideIcon, Music } from "lucide-react";
import type { PickedFile } from "./picked";

const icons: [begin: string, icon: LucideIcon][] = [
  ["video/", Film],
  ["audio/", Music],
  ["text/", FileText],
  ["application/pdf", FileText],
  ["application/zip", FileArchive],
  ["application/gzip", FileArchive],
];

type Props = {
  file: Pick<PickedFile, "thumbnailUrl" | "mediaType" | "updateTime">;
  /** Whether the whole of a picture is shown, not its middle. */
  whole?: boolean;
  className?: string;
};

/** A small picture of a file; of other kinds than pictures, a sign. What it is called stands beside it. */
export function FileThumb({ file, whole, className }: Props) {
  const { thumbnailUrl, mediaType, updateTime } = file;
  if (thumbnailUrl !== "")
    return (
      <img
        // A replaced file keeps its address, which the browser would not ask for again.
        src={`${thumbnailUrl}?at=${new Date(updateTime).getTime()}`}
        alt=""
        loading="lazy"
        decoding="async"
        draggable={false}
        className={clsx("size-full bg-ink/5", whole ? "object-contain" : "object-cover", className)}
      />
    );
  const Icon = icons.find(([begin]) => mediaType.startsWith(begin))?.[1] ?? File;
  return (
    <span aria-hidden className={clsx("grid size-full place-items-center bg-ink/5 text-soft", className)}>
      <Icon className="size-8" strokeWidth={1.4} />
    </span>
  );
}

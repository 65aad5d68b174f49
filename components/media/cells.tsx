"use client";
import { useTranslations } from "next-intl";
import { useListing } from "../resource/listing";
import { Clipped } from "../ui/clipped";
import { When } from "../ui/when";
import { FileThumb } from "./file-thumb";
import type { ListedFile } from "./list";
import { useSize } from "./use-size";

type Cell = { row: ListedFile };

/** Opens the file's drawer. */
function useOpen(row: ListedFile): () => void {
  const { resource, act } = useListing();
  const details = resource.actions.find(({ name }) => name === "details");
  return () => details && act(details, row);
}

/** A file's kind, by the ending of its address, and a picture's size in pixels. */
export function useKind(): (file: Pick<ListedFile, "suffix" | "width" | "height">) => string {
  const t = useTranslations("media");
  return ({ suffix, width, height }) => {
    const name = suffix.toUpperCase();
    return width !== null && height !== null ? t("sized", { name, width, height }) : name;
  };
}

export function FileTile({ row }: Cell) {
  const open = useOpen(row);
  const size = useSize();
  const t = useTranslations("media");
  return (
    <button
      type="button"
      data-main
      onClick={open}
      aria-label={t("openOf", { name: row.name })}
      className="block w-full overflow-hidden rounded-lg text-left"
    >
      <span className="block aspect-[4/3]">
        <FileThumb file={row} />
      </span>
      <span className="block px-2.5 py-2">
        <span dir="auto" className="block truncate text-[0.84rem] font-[520]">
          {row.name}
        </span>
        <span className="block truncate text-[0.76rem] text-soft">
          {[size(row.size), row.team].filter(Boolean).join(" · ")}
        </span>
      </span>
    </button>
  );
}

export function FileName({ row }: Cell) {
  const open = useOpen(row);
  return (
    <span className="flex items-center gap-3">
      <span className="block size-11 shrink-0 overflow-hidden rounded-md">
        <FileThumb file={row} />
      </span>
      <span className="min-w-0 sm:min-w-44">
        <button
          type="button"
          data-main
          onClick={open}
          className="text-left text-[0.95rem] leading-snug font-[560] hover:underline hover:underline-offset-3"
        >
          <span dir="auto" className="[overflow-wrap:anywhere]">
            {row.name}
          </span>
        </button>
        {row.altText !== "" && <Clipped className="text-[0.8rem] text-soft">{row.altText}</Clipped>}
      </span>
    </span>
  );
}

export const FileKind = ({ row }: Cell) => <span className="whitespace-nowrap">{useKind()(row)}</span>;
export const FileTeam = ({ row }: Cell) => row.team;
export const FileSize = ({ row }: Cell) => <span className="whitespace-nowrap">{useSize()(row.size)}</span>;
export const FileAdded = ({ row }: Cell) => <When at={row.createTime} />;

"use client";
import { useFormatter, useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { When } from "../ui/when";
import { useKind } from "./cells";
import type { ListedFile } from "./list";
import { useSize } from "./use-size";

/** What a file is, who brought it when, and what the camera wrote into it. */
export function FileFacts({ file }: { file: ListedFile }) {
  const t = useTranslations("media.facts");
  const format = useFormatter();
  const size = useSize();
  const kindOf = useKind();
  const facts: [name: "kind" | "size" | "added" | "uploader" | "takeTime" | "location", value: ReactNode][] = [
    ["kind", kindOf(file)],
    ["size", size(file.size)],
    ["added", <When key="added" at={file.createTime} />],
    ["uploader", file.uploader?.nickname],
    ["takeTime", file.takeTime && format.dateTime(file.takeTime, { dateStyle: "long", timeStyle: "short" })],
    ["location", file.location],
  ];
  return (
    <div className="grid gap-1.5">
      <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1 text-[0.86rem]">
        {facts
          .filter(([, value]) => Boolean(value))
          .map(([name, value]) => (
            <div key={name} className="contents">
              <dt className="text-soft">{t(name)}</dt>
              <dd className="break-words">{value}</dd>
            </div>
          ))}
      </dl>
      {file.location !== "" && <p className="text-[0.8rem] text-soft">{t("kept")}</p>}
    </div>
  );
}

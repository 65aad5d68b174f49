"use client";
import { useTranslations } from "next-intl";
import { useDesk } from "../admin/desk";
import { RowName, RowOpener } from "../resource/row-title";
import { Swatch } from "../ui/badge";
import { Link } from "../ui/link";
import { When } from "../ui/when";
import type { ListedTag } from "./tag-list";

type Cell = { row: ListedTag };

/** The name with its colour, which opens it for those who may change it. */
export function TagName({ row }: Cell) {
  const name = <bdi className="break-all">{row.name}</bdi>;
  return (
    <span className="flex items-center gap-2.5">
      <Swatch color={row.color} />
      {useDesk().may("manage taxonomy") ? (
        <RowOpener row={row} action="edit">
          {name}
        </RowOpener>
      ) : (
        <RowName>{name}</RowName>
      )}
    </span>
  );
}

export const TagSlug = ({ row }: Cell) => <span className="break-all text-soft">{row.slug}</span>;

/** The number of published posts with it, which leads to them. */
export function TagPosts({ row: { id, name, postCount: count } }: Cell) {
  const t = useTranslations("taxonomy.tags");
  return (
    <Link
      href={`/admin/posts?tag=${id}`}
      className="underline-offset-3 hover:underline"
      aria-label={t("postsWith", { count, name })}
    >
      {count}
      <span className="sm:hidden"> {t("posts", { count })}</span>
    </Link>
  );
}

export const TagAdded = ({ row }: Cell) => <When at={row.createTime} />;

"use client";
import { useTranslations } from "next-intl";
import type { Usage } from "../../lib/features/attachments/schema";
import { useDesk } from "../admin/desk";
import { allPlaces } from "../admin/destinations";
import { Link } from "../ui/link";

/** The place of the dashboard where a kind of record is changed. */
const places: Record<Usage["kind"], string> = {
  post: "posts",
  sheet: "sheets",
  journal: "journals",
  category: "categories",
  tag: "tags",
  link: "links",
  photo: "photos",
  user: "users",
  menu: "menus",
  redirect: "redirects",
  option: "settings",
};
/** Records with a page of their own. */
const withPage: Usage["kind"][] = ["post", "sheet"];

/** Where a file is used, each with the way there. */
export function UsageList({ usages }: { usages: readonly Usage[] }) {
  const t = useTranslations("media.usages");
  const { shell } = useDesk();
  const hrefOf = ({ kind, id }: Usage) => {
    const place = allPlaces(shell).find(({ name }) => name === places[kind]);
    return place && (withPage.includes(kind) ? `${place.href}/${id}` : place.href);
  };
  return (
    <ul className="grid gap-1.5">
      {usages.map((usage) => {
        const href = hrefOf(usage);
        const title = usage.title || t("untitled");
        return (
          <li key={`${usage.kind} ${usage.id} ${usage.field}`} className="text-[0.86rem]">
            {href ? (
              <Link href={href} className="font-[520] break-words">
                {title}
              </Link>
            ) : (
              <span className="font-[520] break-words">{title}</span>
            )}{" "}
            <span className="text-soft">
              {t(`kinds.${usage.kind}`)}
              {t.has(`fields.${usage.field}`) && `, ${t(`fields.${usage.field}`)}`}
            </span>
          </li>
        );
      })}
    </ul>
  );
}

"use client";
import { useTranslations } from "next-intl";

type Props = { siteUrl: string; path: string; title: string; description: string };

/** How a search engine will probably show the post. */
export function SearchCard({ siteUrl, path, title, description }: Props) {
  const t = useTranslations("editor.settings");
  const host = URL.canParse(siteUrl) ? new URL(siteUrl).host : siteUrl;
  return (
    <figure className="m-0 rounded-lg border bg-paper p-3">
      <figcaption className="mb-1.5 text-[0.78rem] text-soft">{t("searchCard")}</figcaption>
      <p className="truncate text-[0.78rem] text-soft">
        {host} › {path}
      </p>
      <p className="line-clamp-1 text-[1rem] font-[540] text-[light-dark(#1a0dab,#8ab4f8)]">{title}</p>
      <p className="line-clamp-2 text-[0.82rem] text-soft">{description || t("noDescription")}</p>
    </figure>
  );
}

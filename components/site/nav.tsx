import { getTranslations } from "next-intl/server";

export type Section = "latest" | "categories" | "tags" | "search";

const places = [
  ["latest", "/"],
  ["categories", "/categories"],
  ["tags", "/tags"],
  ["feed", "/feed.xml"],
  ["search", "/search"],
] as const;

/** The sections of the site; where the visitor is, is marked. */
export async function Nav({ current }: { current?: Section }) {
  const t = await getTranslations("site");
  return (
    <nav aria-label={t("nav")}>
      {places.map(([name, href]) => (
        <a key={name} href={href} aria-current={name === current ? "page" : undefined}>
          {t(name)}
        </a>
      ))}
    </nav>
  );
}

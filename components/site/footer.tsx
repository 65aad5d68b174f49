import { useTranslations } from "../../lib/doors/words";

const schemes = ["light", "dark", "auto"] as const;

/** The footer. An ordinary form chooses the colours, so that it works without JavaScript. */
export function Footer({ title, scheme }: { title: string; scheme?: "light" | "dark" }) {
  const t = useTranslations("site");
  return (
    <footer className="foot ear">
      <a href="/">{title}</a>
      <a href="/feed.xml">{t("feed")}</a>
      <a href="/sitemap.xml">{t("siteMap")}</a>
      <form method="post" action="/scheme" aria-label={t("colours")}>
        {schemes.map((name) => (
          <button key={name} name="scheme" value={name} aria-pressed={name === (scheme ?? "auto")}>
            {t(name)}
          </button>
        ))}
      </form>
    </footer>
  );
}

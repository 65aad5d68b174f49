import { useTranslations } from "../../lib/i18n/words";

const schemes = ["light", "dark", "auto"] as const;

/** The foot of every page. The colours are chosen by an ordinary form, which works without JavaScript. */
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

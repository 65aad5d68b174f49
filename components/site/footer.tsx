import { useTranslations } from "../../lib/doors/words";
import { Prose } from "./prose";

const schemes = ["light", "dark", "auto"] as const;

type Props = {
  title: string;
  /** The owner's text, as sanitised HTML. */
  text: string;
  scheme?: "light" | "dark";
};

/** The footer. An ordinary form chooses the colours, so that it works without JavaScript. */
export function Footer({ title, text, scheme }: Props) {
  const t = useTranslations("site");
  return (
    <footer className="foot ear">
      {text !== "" && <Prose html={text} />}
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

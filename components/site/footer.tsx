import { useTranslations } from "../../lib/doors/words";
import { SiteProse } from "./site-prose";

const schemes = ["light", "dark", "auto"] as const;

/** What programs can read here, by the names that they give it. */
const forPrograms = [
  ["RSS", "/feed.xml"],
  ["Atom", "/atom.xml"],
  ["JSON Feed", "/feed.json"],
  ["sitemap.xml", "/sitemap.xml"],
  ["robots.txt", "/robots.txt"],
  ["llms.txt", "/llms.txt"],
  ["OpenSearch", "/opensearch.xml"],
  ["API", "/api/docs"],
] as const;

function AboutLine() {
  const t = useTranslations("site");
  return (
    <details className="about">
      <summary>{t("aboutLine")}</summary>
      <ul>
        {forPrograms.map(([name, path]) => (
          <li key={path}>
            <a href={path}>{name}</a>
          </li>
        ))}
      </ul>
    </details>
  );
}

type Props = {
  title: string;
  /** The owner's text, as sanitised HTML. */
  text: string;
  /** Whether readers can follow the site by mail. */
  follow: boolean;
  /** Whether it lists what programs can read. */
  about: boolean;
  scheme?: "light" | "dark";
};

/** The footer. An ordinary form chooses the colours, so that it works without JavaScript. */
export function Footer({ title, text, follow, about, scheme }: Props) {
  const t = useTranslations("site");
  const f = useTranslations("follow");
  return (
    <footer className="foot ear">
      {text !== "" && <SiteProse html={text} />}
      <a href="/">{title}</a>
      <a href="/feed.xml">{t("feed")}</a>
      {follow && <a href="/feeds/mail">{f("link")}</a>}
      <a href="/sitemap.xml">{t("siteMap")}</a>
      {about && <AboutLine />}
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

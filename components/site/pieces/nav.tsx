import { useTranslations } from "../../../lib/doors/words";
import type { Site } from "../../../lib/features/site/schema";

type Entry = Site["menu"][number];

const places = [
  ["latest", "/"],
  ["archives", "/archives"],
  ["categories", "/categories"],
  ["tags", "/tags"],
  ["feed", "/feed.xml"],
  ["search", "/search"],
] as const;

function Place({ entry, current }: { entry: Pick<Entry, "name" | "url" | "target">; current?: string }) {
  return (
    <a
      href={entry.url}
      target={entry.target === "_blank" ? "_blank" : undefined}
      rel={entry.target === "_blank" ? "noopener" : undefined}
      aria-current={entry.url === current ? "page" : undefined}
    >
      {entry.name}
    </a>
  );
}

/** An entry with children: opens without a script, one at a time. */
function More({ entry, below, current }: { entry: Entry; below: readonly Entry[]; current?: string }) {
  return (
    <details name="menu">
      <summary>{entry.name}</summary>
      <ul>
        {[entry, ...below].map((each) => (
          <li key={each.id} className={each.level > 1 ? "deep" : undefined}>
            <Place entry={each} current={current} />
          </li>
        ))}
      </ul>
    </details>
  );
}

/** The site's sections as its owner arranged them, with the current one marked. */
export function Nav({ menu, current }: { menu: Site["menu"]; current?: string }) {
  const t = useTranslations("site");
  // Each top entry with the entries below it.
  const tops = menu.flatMap((entry, index) => {
    if (entry.level > 0) return [];
    const rest = menu.slice(index + 1);
    const end = rest.findIndex((each) => each.level === 0);
    return [{ entry, below: end < 0 ? rest : rest.slice(0, end) }];
  });
  return (
    <nav aria-label={t("nav")}>
      {tops.map(({ entry, below }) =>
        below.length > 0 ? (
          <More key={entry.id} entry={entry} below={below} current={current} />
        ) : (
          <Place key={entry.id} entry={entry} current={current} />
        ),
      )}
      {tops.length === 0 &&
        places.map(([name, url]) => (
          <Place key={name} entry={{ name: t(name), url, target: "_self" }} current={current} />
        ))}
    </nav>
  );
}

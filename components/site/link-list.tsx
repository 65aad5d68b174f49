import { useTranslations } from "../../lib/doors/words";
import type { Link as Told } from "../../lib/features/links/schema";
import type { Covered } from "./pieces/cover";

type Link = Told & Pick<Covered, "cover">;

/** The links of one team. */
function Team({ links }: { links: readonly Link[] }) {
  return (
    <ul>
      {links.map((link) => (
        <li key={link.id}>
          {link.logo && (
            <img
              src={link.cover?.url ?? link.logo}
              srcSet={link.cover?.srcSet || undefined}
              sizes={link.cover?.srcSet ? "40px" : undefined}
              alt=""
              width={40}
              height={40}
              loading="lazy"
            />
          )}
          <div>
            <h3>
              <a href={link.url} rel="noopener">
                {link.name}
              </a>
            </h3>
            {link.description && <p>{link.description}</p>}
          </div>
        </li>
      ))}
    </ul>
  );
}

/** Links under the names of their teams; those without one come last, or alone without a heading. */
export function LinkList({ links }: { links: readonly Link[] }) {
  const t = useTranslations("linkPages");
  const teams = [...new Set(links.map((link) => link.team))].sort((a, b) => Number(a === "") - Number(b === ""));
  return (
    <div className="links">
      {teams.map((team) => (
        <section key={team}>
          {(team !== "" || teams.length > 1) && <h2>{team || t("others")}</h2>}
          <Team links={links.filter((link) => link.team === team)} />
        </section>
      ))}
    </div>
  );
}

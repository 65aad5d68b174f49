import { useFormatter, useTranslations } from "../../lib/i18n/words";
import type { Photo as Shown } from "../../lib/photos/schema";
import type { Covered } from "./cover";

type Photo = Shown & Covered;

/** On a telephone two stand side by side, on a wide screen four. */
const SIZES = "(min-width: 76rem) 17rem, (min-width: 56rem) 23vw, (min-width: 36rem) 31vw, 46vw";
/** The shape every photo is shown in: with it the page has its height before the first one is there. */
const [FRAME_WIDTH, FRAME_HEIGHT] = [480, 360];

/** One photo, which leads to the whole picture. */
function Plate({ photo }: { photo: Photo }) {
  const t = useTranslations("photos");
  const format = useFormatter();
  const { name, image, thumbnail, cover, url, takeTime, location, description } = photo;
  return (
    <li>
      <figure>
        <a href={image?.url ?? url} data-srcset={image?.srcSet || undefined} aria-label={t("whole", { name })}>
          <img
            src={cover?.url ?? (thumbnail || url)}
            srcSet={cover?.srcSet || undefined}
            sizes={cover?.srcSet ? SIZES : undefined}
            width={FRAME_WIDTH}
            height={FRAME_HEIGHT}
            alt={description || name}
            loading="lazy"
            decoding="async"
          />
        </a>
        <figcaption>
          <span className="name">{name}</span>
          {(takeTime || location) && (
            <span className="meta">
              {takeTime && (
                <time dateTime={takeTime.toISOString()}>
                  {format.dateTime(takeTime, { dateStyle: "medium", timeZone: "UTC" })}
                </time>
              )}
              {takeTime && location && " · "}
              {location}
            </span>
          )}
        </figcaption>
      </figure>
    </li>
  );
}

/** Where `public/site.js` shows one photo at a time; closed until then. */
function Lightbox() {
  const t = useTranslations("photos");
  return (
    <dialog className="lightbox" aria-label={t("lightbox")}>
      <figure>
        <figcaption className="meta" />
      </figure>
      <button data-step="-1" aria-label={t("previous")}>
        ←
      </button>
      <button data-step="1" aria-label={t("next")}>
        →
      </button>
      <form method="dialog">
        <button aria-label={t("close")}>×</button>
      </form>
    </dialog>
  );
}

/** Photos under the name of each team; those without one come last. */
export function PhotoWall({ photos }: { photos: readonly Photo[] }) {
  const t = useTranslations("photos");
  const teams = new Map<string, Photo[]>();
  for (const photo of photos) teams.set(photo.team, [...(teams.get(photo.team) ?? []), photo]);
  const named = [...teams].filter(([team]) => team !== "");
  const others = teams.get("") ?? [];
  return (
    <>
      {[...named, ...(others.length > 0 ? [["", others] as const] : [])].map(([team, members]) => (
        <section key={team} className="wall">
          {(team !== "" || named.length > 0) && <h2>{team || t("others")}</h2>}
          <p className="meta">{t("count", { count: members.length })}</p>
          <ul>
            {members.map((photo) => (
              <Plate key={photo.id} photo={photo} />
            ))}
          </ul>
        </section>
      ))}
      <Lightbox />
    </>
  );
}

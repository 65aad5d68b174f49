import { useFormatter, useTranslations } from "../../lib/doors/words";
import type { Photo as Shown } from "../../lib/features/photos/schema";
import type { Covered } from "./pieces/cover";

type Photo = Shown & Covered;

/** Two columns on a phone, four on a wide screen. */
const SIZES = "(min-width: 76rem) 17rem, (min-width: 56rem) 23vw, (min-width: 36rem) 31vw, 46vw";
/** The proportions of all photos, which give the page its height before the first one loads. */
const [FRAME_WIDTH, FRAME_HEIGHT] = [480, 360];

/** One photo, which links to the full picture. */
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

/** The dialog in which `public/site.js` shows one photo; closed at first. */
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

/**
 * Photos under the names of their teams; those without one come last. A team of a wall with several pages may go on on
 * another one, so that its number is left out.
 */
export function PhotoWall({ photos, isWhole }: { photos: readonly Photo[]; isWhole: boolean }) {
  const t = useTranslations("photos");
  const teams = new Map<string, Photo[]>();
  for (const photo of photos) {
    const known = teams.get(photo.team);
    if (known) known.push(photo);
    else teams.set(photo.team, [photo]);
  }
  const named = [...teams].filter(([team]) => team !== "");
  const others = teams.get("") ?? [];
  return (
    <>
      {/* oxlint-disable-next-line nextjs/no-css-tags -- only this page fetches it */}
      <link rel="stylesheet" href="/photos.css" />
      {[...named, ...(others.length > 0 ? [["", others] as const] : [])].map(([team, members]) => (
        <section key={team} className="wall">
          {(team !== "" || named.length > 0) && <h2>{team || t("others")}</h2>}
          {isWhole && <p className="meta">{t("count", { count: members.length })}</p>}
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

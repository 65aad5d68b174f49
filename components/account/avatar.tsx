import { clsx } from "clsx";
import { pictureOnSite } from "../../lib/core/site-path";

/** The initials of a name, two at most. */
const initials = (name: string): string => {
  const [first = "", second = ""] = name.trim().split(/\s+/);
  return (([...first][0] ?? "?") + ([...second][0] ?? "")).toUpperCase();
};

/**
 * A person's picture, or their initials. Of others only one that is a file of this site: a reader chooses the own picture,
 * and whoever looks through the people asks no other host for it.
 */
export function Avatar({ name, src, large, isOwn }: { name: string; src: string; large?: boolean; isOwn?: boolean }) {
  const size = large ? "size-14 text-[1.1rem]" : "size-8 text-[0.75rem]";
  const shown = isOwn ? src : pictureOnSite(src);
  return shown === "" ? (
    <span
      aria-hidden
      className={clsx("grid shrink-0 place-items-center rounded-full bg-ink/10 font-semibold text-ink", size)}
    >
      {initials(name)}
    </span>
  ) : (
    <img src={shown} alt="" className={clsx("shrink-0 rounded-full bg-ink/10 object-cover", size)} />
  );
}

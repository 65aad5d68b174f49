import { clsx } from "clsx";
import { sitePath } from "../../lib/core/site-path";

/** The initials of a name, two at most. */
const initials = (name: string): string => {
  const [first = "", second = ""] = name.trim().split(/\s+/);
  return (([...first][0] ?? "?") + ([...second][0] ?? "")).toUpperCase();
};

/**
 * A person's picture that is a file of this site, or their initials: no other site hears who looks at a list of people.
 * One's own, which one has chosen oneself, may lie anywhere.
 */
export const Avatar = (person: { name: string; src: string; large?: boolean; isOwn?: boolean }) => {
  const { name, large, isOwn = false } = person;
  const src = isOwn ? person.src : sitePath(person.src, "");
  const size = large ? "size-14 text-[1.1rem]" : "size-8 text-[0.75rem]";
  return src === "" ? (
    <span
      aria-hidden
      className={clsx("grid shrink-0 place-items-center rounded-full bg-ink/10 font-semibold text-ink", size)}
    >
      {initials(name)}
    </span>
  ) : (
    <img src={src} alt="" className={clsx("shrink-0 rounded-full bg-ink/10 object-cover", size)} />
  );
};

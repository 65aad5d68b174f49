import { clsx } from "clsx";

/** The initials of a name, two at most. */
const initials = (name: string): string => {
  const [first = "", second = ""] = name.trim().split(/\s+/);
  return (([...first][0] ?? "?") + ([...second][0] ?? "")).toUpperCase();
};

/** A person's picture, wherever it lies, or their initials: no service is asked for one. */
export const Avatar = ({ name, src, large }: { name: string; src: string; large?: boolean }) => {
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

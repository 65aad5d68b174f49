import { clsx } from "clsx";

type Props = {
  label: string;
  /** From 0 to 1; null where nobody knows how much there is. */
  part: number | null;
  className?: string;
};

/** How far something is. */
export const Progress = ({ label, part, className }: Props) => (
  <span
    role="progressbar"
    aria-label={label}
    {...(part !== null && { "aria-valuenow": Math.round(part * 100), "aria-valuemin": 0, "aria-valuemax": 100 })}
    className={clsx("block h-1.5 overflow-hidden rounded-full bg-rule", className)}
  >
    <span
      className={clsx("block h-full rounded-full bg-good", part === null && "w-1/3 motion-safe:animate-pulse")}
      style={part === null ? undefined : { width: `${Math.min(1, part) * 100}%` }}
    />
  </span>
);

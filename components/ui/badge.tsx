import { clsx } from "clsx";
import type { ReactNode } from "react";
import { Clipped } from "./clipped";

const dots = { good: "bg-good", due: "bg-due", hidden: "bg-hidden", quiet: "bg-quiet", wrong: "bg-wrong" };
export type Dot = keyof typeof dots;

/** A state, by dot and word, never by colour alone. */
export const StateDot = ({ dot, children }: { dot: Dot; children: ReactNode }) => (
  <span className="inline-flex items-center gap-1.5 font-[520] whitespace-nowrap">
    <span aria-hidden className={clsx("size-2 shrink-0 rounded-full", dots[dot])} />
    {children}
  </span>
);

type BadgeProps = {
  color?: string | undefined;
  className?: string;
  children: string | number;
  /** Such as a button that takes it away. */
  after?: ReactNode;
};

/** A name on a tint of its colour; the letters stay ink, so that any colour is readable. */
export const Badge = ({ color, className, children, after }: BadgeProps) => (
  <span
    className={clsx(
      "inline-flex max-w-44 items-center ring-1 ring-ink/6 ring-inset rounded-[0.75rem] px-2 py-px align-middle text-[0.76rem] text-ink",
      className,
    )}
    style={{ background: color ? `color-mix(in srgb, ${color} 18%, var(--raised))` : "var(--rule)" }}
  >
    <Clipped>{String(children)}</Clipped>
    {after}
  </span>
);

/** The colour itself, as a small dot. */
export const Swatch = ({ color, large }: { color: string; large?: boolean }) => (
  <span
    aria-hidden
    className={clsx("inline-block shrink-0 rounded-full border border-ink/15", large ? "size-6" : "size-3.5")}
    style={{ background: color }}
  />
);

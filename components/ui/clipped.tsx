import { clsx } from "clsx";

type Props = {
  /** The most lines. */
  lines?: 1 | 2 | 3 | 4;
  className?: string;
  children: string;
};

const most = { 1: "sm:truncate", 2: "sm:line-clamp-2", 3: "sm:line-clamp-3", 4: "sm:line-clamp-4" };

/** Words that others give, which may be longer than there is room for: whole where one points at them, and on a phone, where nobody points. */
export const Clipped = ({ lines = 1, className, children }: Props) => (
  <span
    dir="auto"
    title={children}
    className={clsx("block min-w-0 text-start [overflow-wrap:anywhere]", most[lines], className)}
  >
    {children}
  </span>
);

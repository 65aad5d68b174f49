import { useFormatter } from "next-intl";
import type { ReactNode } from "react";
import { Clipped } from "../ui/clipped";

/** `around` makes more of its name, such as a link. */
type Row = { key: string | number; name: string; around?: (name: ReactNode) => ReactNode; views: number };

/** Names with their numbers and how they compare; the bars say nothing that the numbers do not. */
export function Ranking({ rows }: { rows: readonly Row[] }) {
  const format = useFormatter();
  const most = Math.max(1, ...rows.map(({ views }) => views));
  return (
    <ol className="grid grid-cols-1 gap-1">
      {rows.map(({ key, name, around = (words) => words, views }) => (
        <li key={key} className="relative flex min-h-8 items-center gap-3 px-2">
          <span
            aria-hidden
            className="absolute inset-y-0.5 left-0 rounded bg-ink/6"
            style={{ width: `${(100 * views) / most}%` }}
          />
          <span className="relative min-w-0 grow">{around(<Clipped>{name}</Clipped>)}</span>
          <span className="relative shrink-0 font-[520]">{format.number(views)}</span>
        </li>
      ))}
    </ol>
  );
}

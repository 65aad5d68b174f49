import { clsx } from "clsx";
import { type ReactNode, useId } from "react";

type Props = {
  title: string;
  count?: number;
  /** At the right of the title: a link or a choice. */
  more?: ReactNode;
  className?: string;
  children: ReactNode;
};

/** One part of the first page. */
export function Panel({ title, count, more, className, children }: Props) {
  const id = useId();
  return (
    <section aria-labelledby={id} className={clsx("min-w-0 rounded-lg border bg-raised p-4", className)}>
      <div className="mb-2.5 flex min-h-8 flex-wrap items-center gap-x-3 gap-y-1">
        <h2 id={id} className="mr-auto">
          {title}
          {count !== undefined && count > 0 && <span className="ml-2 font-[450] text-soft">{count}</span>}
        </h2>
        {more}
      </div>
      {children}
    </section>
  );
}

/** What a part says while there is nothing in it. */
export const Nothing = ({ children }: { children: ReactNode }) => <p className="text-soft">{children}</p>;

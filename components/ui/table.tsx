import { clsx } from "clsx";
import { ArrowDown, ArrowUp } from "lucide-react";
import { Link } from "./link";
import type { ComponentProps, ReactNode } from "react";

// On a phone rows become cards, which removes the table's roles; they are set again for screen readers.

export const Table = ({ className, ...rest }: ComponentProps<"table">) => (
  <table
    role="table"
    className={clsx("w-full border-separate border-spacing-0 rounded-lg border bg-raised max-sm:block", className)}
    {...rest}
  />
);
export const TableHead = ({ className, ...rest }: ComponentProps<"thead">) => (
  <thead role="rowgroup" className={clsx("max-sm:block", className)} {...rest} />
);
export const TableBody = ({ className, ...rest }: ComponentProps<"tbody">) => (
  <tbody role="rowgroup" className={clsx("max-sm:block", className)} {...rest} />
);
export const TableRow = ({ className, ...rest }: ComponentProps<"tr">) => (
  <tr role="row" className={clsx("group/row max-sm:relative max-sm:block", className)} {...rest} />
);
export const TableCell = ({ className, ...rest }: ComponentProps<"td">) => (
  <td
    role="cell"
    className={clsx(
      "px-2.5 py-2.5 align-middle lg:px-3.5 group-last/row:border-0 max-sm:block max-sm:px-0 max-sm:py-0.5 max-sm:[overflow-wrap:anywhere] sm:border-b",
      className,
    )}
    {...rest}
  />
);

const headLook = "border-b px-2.5 py-2.5 text-left lg:px-3.5 text-[0.78rem] font-[540] text-soft";
export const TableHeader = ({ className, ...rest }: ComponentProps<"th">) => (
  <th role="columnheader" scope="col" className={clsx(headLook, className)} {...rest} />
);

type Sortable = {
  href: string;
  sorted?: "ascending" | "descending";
  /** Numbers stand at the right end of the column, and so does its heading: the arrow comes before it. */
  align?: "right" | undefined;
  className?: string;
  children: ReactNode;
};

/** A column's heading that sorts the list. */
export function SortableHeader({ href, sorted, align, className, children }: Sortable) {
  const Arrow = sorted === "ascending" ? ArrowUp : ArrowDown;
  return (
    <TableHeader
      aria-sort={sorted ?? "none"}
      className={clsx(align === "right" && "sm:text-right", sorted && "max-sm:mr-4", className)}
    >
      <Link
        href={href}
        scroll={false}
        className="relative inline-block whitespace-nowrap text-inherit no-underline hover:text-ink aria-[current]:text-ink"
        {...(sorted && { "aria-current": "true" })}
      >
        {children}
        <Arrow
          aria-hidden
          className={clsx(
            "absolute top-1/2 left-full ml-1 size-3.5 -translate-y-1/2",
            align === "right" && "sm:right-full sm:left-auto sm:mr-1 sm:ml-0",
            !sorted && "hidden",
          )}
        />
      </Link>
    </TableHeader>
  );
}

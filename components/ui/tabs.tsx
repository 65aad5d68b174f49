"use client";
import { clsx } from "clsx";
import { Link } from "./link";

type Props = { label: string; items: { href: string; label: string; count?: number; current: boolean }[] };

/** Brings the current part into sight where the bar is wider than the window. */
const reveal = (tab: HTMLAnchorElement | null) => {
  const bar = tab?.closest("nav");
  if (!tab || !bar) return;
  bar.scrollLeft += Math.max(0, tab.getBoundingClientRect().right - bar.getBoundingClientRect().right);
};

/** Parts of one list, each with its address and number. */
export const LinkTabs = ({ label, items }: Props) => (
  <nav aria-label={label} className="mb-3.5 overflow-x-auto border-b [scrollbar-width:none]">
    <ul className="flex gap-5">
      {items.map(({ href, label: name, count, current }) => (
        <li key={href} className="shrink-0">
          <Link
            href={href}
            {...(current && { "aria-current": "page" as const, ref: reveal })}
            className={clsx(
              "flex items-baseline gap-1.5 border-b-2 py-2 font-[520] no-underline focus-visible:-outline-offset-2",
              current ? "border-ink text-ink" : "border-transparent text-soft hover:text-ink",
            )}
          >
            {name}
            {count !== undefined && <span className="font-[450] text-soft">{count}</span>}
          </Link>
        </li>
      ))}
    </ul>
  </nav>
);

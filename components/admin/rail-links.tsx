"use client";
import { clsx } from "clsx";
import { useTranslations } from "next-intl";
import { useLinkStatus } from "next/link";
import { usePathname } from "next/navigation";
import { useEffect, useRef } from "react";
import type { Shell } from "../../lib/features/statistics/dashboard-schema";
import { Link } from "../ui/link";
import { Tooltip } from "../ui/tooltip";
import { type Destination, destinations } from "./destinations";

/** Marks the link that was pressed until its page is there. */
function Pressed() {
  const { pending } = useLinkStatus();
  return pending && <span aria-hidden className="absolute inset-0 rounded-md bg-ink/8" />;
}

/**
 * The links of the rail. `narrow` shows icons only below 1100 px, with names on hover, and of a place that stands for
 * several only the open one's; without it all are in reach at once, since the drawer closes with each choice.
 */
export function RailLinks({ shell, narrow }: { shell: Shell; narrow?: boolean }) {
  const t = useTranslations("admin");
  const path = usePathname();
  const list = useRef<HTMLUListElement>(null);
  // In a low window the links scroll.
  useEffect(() => {
    list.current?.querySelector("[aria-current=page]")?.scrollIntoView({ block: "nearest" });
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- the current link follows the path
  }, [path]);
  const words = narrow && "max-[68.74rem]:sr-only";
  const shown = destinations(shell);
  const isBelow = (href: string) => path === href || (href !== "/admin" && path.startsWith(`${href}/`));
  // A page below another one has a link of its own.
  const isAt = (href: string) =>
    isBelow(href) && !shown.some((other) => other.href.startsWith(`${href}/`) && isBelow(other.href));
  const linkTo = ({ href, name, icon: Icon, count: counted, waits, parts }: Destination, isPart = false) => {
    const count = counted && shell.counts[counted];
    const isCurrent = !parts && isAt(href);
    const link = (
      <Link
        href={href}
        {...(isCurrent && { "aria-current": "page" as const })}
        className={clsx(
          "relative flex items-center gap-2.5 rounded-md border px-2.5 font-medium no-underline",
          isPart ? "min-h-8 text-[0.86rem]" : "min-h-9",
          isCurrent
            ? "border-rule bg-raised text-ink shadow-[0_1px_2px_#0000000a]"
            : "border-transparent text-soft hover:bg-ink/5 hover:text-ink",
          narrow && "max-[68.74rem]:justify-center max-[68.74rem]:px-0",
        )}
      >
        <span className="relative shrink-0">
          <Icon aria-hidden className={isPart ? "size-[0.92rem]" : "size-[1.05rem]"} strokeWidth={1.7} />
          {waits && count !== undefined && count > 0 && narrow && (
            <span
              aria-hidden
              className="absolute -top-1 -right-1 size-2 rounded-full bg-accent min-[68.75rem]:hidden"
            />
          )}
        </span>
        <span className={clsx(words)}>{t(`nav.${name}`)}</span>
        {count !== undefined && (
          <span
            className={clsx(
              "ml-auto text-[0.76rem] font-[560]",
              waits && count > 0 ? "min-w-5 rounded-full bg-accent px-1.5 text-center text-accent-ink" : "text-soft",
              words,
            )}
          >
            {count}
            {waits && <span className="sr-only"> {t("nav.waiting")}</span>}
          </span>
        )}
        <Pressed />
      </Link>
    );
    return narrow ? (
      <Tooltip text={t(`nav.${name}`)} side="right" unless="(min-width: 68.75rem)">
        {link}
      </Tooltip>
    ) : (
      link
    );
  };
  return (
    <ul ref={list} className="grid gap-0.5">
      {shown.map((place) => (
        <li key={place.name}>
          {linkTo(place)}
          {place.parts && (
            <ul
              className={clsx(
                // Hidden rather than left out: for a missing page the server does not know which place is open, and the
                // browser would not find what it draws.
                !narrow || place.parts.some(({ href }) => isAt(href)) ? "grid" : "hidden",
                "mt-0.5 ml-4 gap-0.5 border-l pl-1.5",
                narrow && "max-[68.74rem]:ml-0 max-[68.74rem]:border-0 max-[68.74rem]:pl-0",
              )}
            >
              {place.parts.map((part) => (
                <li key={part.name}>{linkTo(part, true)}</li>
              ))}
            </ul>
          )}
        </li>
      ))}
    </ul>
  );
}

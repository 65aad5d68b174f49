"use client";
import { clsx } from "clsx";
import { useTranslations } from "next-intl";
import { usePathname } from "next/navigation";
import type { Shell } from "../../lib/features/statistics/dashboard-schema";
import { Link } from "../ui/link";
import { Tooltip } from "../ui/tooltip";
import { destinations } from "./destinations";

/** The links of the rail. `narrow` shows icons only below 1100 px, with names on hover. */
export function RailLinks({ shell, narrow }: { shell: Shell; narrow?: boolean }) {
  const t = useTranslations("admin");
  const path = usePathname();
  const words = narrow && "max-[68.74rem]:sr-only";
  return (
    <ul className="grid gap-0.5">
      {destinations(shell).map(({ href, name, icon: Icon, count }) => {
        const isCurrent = path === href || path.startsWith(`${href}/`);
        const link = (
          <Link
            href={href}
            {...(isCurrent && { "aria-current": "page" as const })}
            className={clsx(
              "flex min-h-9 items-center gap-2.5 rounded-md border px-2.5 font-medium no-underline",
              isCurrent
                ? "border-rule bg-raised text-ink shadow-[0_1px_2px_#0000000a]"
                : "border-transparent text-soft hover:bg-ink/5 hover:text-ink",
              narrow && "max-[68.74rem]:justify-center max-[68.74rem]:px-0",
            )}
          >
            <Icon aria-hidden className="size-[1.05rem] shrink-0" strokeWidth={1.7} />
            <span className={clsx(words)}>{t(`nav.${name}`)}</span>
            {count !== undefined && (
              <span className={clsx("ml-auto text-[0.76rem] font-[560] text-soft", words)}>{count}</span>
            )}
          </Link>
        );
        return (
          <li key={href}>
            {narrow ? (
              <Tooltip text={t(`nav.${name}`)} side="right">
                {link}
              </Tooltip>
            ) : (
              link
            )}
          </li>
        );
      })}
    </ul>
  );
}

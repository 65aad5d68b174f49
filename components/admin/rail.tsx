"use client";
import { useTranslations } from "next-intl";
import type { Shell } from "../../lib/features/statistics/dashboard-schema";
import { AccountMenu } from "./account-menu";
import { RailLinks } from "./rail-links";
import type { Scheme } from "./scheme";
import { Link } from "../ui/link";

export type RailProps = { shell: Shell; siteTitle: string; scheme: Scheme | undefined };

/** The navigation at the left: with words in a wide window, icons in a narrow one; on a phone it is in the drawer. */
export function Rail({ shell, siteTitle, scheme }: RailProps) {
  const t = useTranslations("admin");
  return (
    <header className="rail sticky top-0 z-30 flex h-dvh w-[14.5rem] shrink-0 flex-col border-r p-3 max-[68.74rem]:w-16 max-md:hidden">
      <Link
        href="/admin"
        className="mb-3 truncate px-2.5 pt-1.5 pb-1 font-serif text-[1.15rem] font-[620] no-underline max-[68.74rem]:px-0 max-[68.74rem]:text-center"
      >
        <span className="max-[68.74rem]:sr-only">{siteTitle}</span>
        <span aria-hidden className="min-[68.75rem]:hidden">
          {[...siteTitle][0]}
        </span>
      </Link>
      <nav aria-label={t("nav.label")} className="-mx-3 min-h-0 overflow-y-auto px-3">
        <RailLinks shell={shell} narrow />
      </nav>
      <div className="mt-auto pt-2">
        <AccountMenu nickname={shell.nickname} scheme={scheme} narrow />
      </div>
    </header>
  );
}

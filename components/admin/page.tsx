"use client";
import { ExternalLink, Menu, PenLine, Plus, Search } from "lucide-react";
import { clsx } from "clsx";
import { useTranslations } from "next-intl";
import type { ComponentProps, ReactNode } from "react";
import { Button } from "../ui/button";
import { KeyHint } from "../ui/kbd";
import { AddressNotice } from "./address-notice";
import { useDesk } from "./desk";
import { VisitorsNotice } from "./visitors-notice";
import { Link } from "../ui/link";

const phoneLook = "max-sm:size-9 max-sm:justify-center max-sm:px-0";

/** A page's main action; a plus alone on a phone. */
export const PageAction = ({ label, ...rest }: { label: string } & ComponentProps<"button">) => (
  <Button look="strong" className={phoneLook} {...rest}>
    <Plus aria-hidden className="sm:hidden" />
    <span className="max-sm:sr-only">{label}</span>
  </Button>
);

/** The same as a link. */
export const PageLink = ({ label, href }: { label: string; href: string }) => (
  <Button asChild look="strong" className={phoneLook}>
    <Link href={href}>
      <Plus aria-hidden className="sm:hidden" />
      <span className="max-sm:sr-only">{label}</span>
    </Link>
  </Button>
);

/** Characters of a title that has a line of its own on a phone. */
const LONG = 40;

type Props = {
  title: string;
  /** The page's main action; "New post" is then shown less prominently. */
  action?: ReactNode;
  children: ReactNode;
};

/** The frame of a dashboard page: title, standard actions, content. */
export function Page({ title, action, children }: Props) {
  const t = useTranslations("admin");
  const { finder, drawer, may } = useDesk();
  const isLong = title.length > LONG;
  return (
    <main id="main" tabIndex={-1} className="px-8 pt-5 pb-12 focus:outline-none max-md:px-4 max-md:pt-3">
      <div className={clsx("mb-4 flex items-center gap-2.5 max-md:gap-2", isLong && "max-sm:flex-wrap")}>
        <Button
          look="quiet"
          size="icon"
          className={clsx("-ml-2 md:hidden", isLong && "max-sm:mr-auto")}
          {...drawer}
          aria-label={t("menu")}
        >
          <Menu aria-hidden />
        </Button>
        <h1
          title={isLong ? title : undefined}
          className={clsx(
            "mr-auto min-w-0 max-sm:text-[1.1rem] max-sm:leading-tight max-sm:[overflow-wrap:anywhere] sm:truncate",
            isLong && "max-sm:order-last max-sm:basis-full",
          )}
        >
          <bdi>{title}</bdi>
        </h1>
        <Button
          {...finder}
          className="max-md:size-9 max-md:justify-center max-md:px-0"
          aria-keyshortcuts="Control+K Meta+K"
        >
          <Search aria-hidden className="md:hidden" />
          <span className="max-md:sr-only">{t("search")}</span>
          <span className="max-md:hidden">
            <KeyHint name="palette" />
          </span>
        </Button>
        <Button asChild className="max-md:size-9 max-md:justify-center max-md:px-0">
          <a href="/">
            <ExternalLink aria-hidden className="md:hidden" />
            <span className="max-md:sr-only">{t("viewSite")}</span>
          </a>
        </Button>
        {may("write posts") && (
          <Button asChild look={action ? "plain" : "strong"} className={phoneLook}>
            <Link href="/admin/posts/new">
              <PenLine aria-hidden className="sm:hidden" />
              <span className="max-sm:sr-only">{t("newPost")}</span>
            </Link>
          </Button>
        )}
        {action}
      </div>
      <AddressNotice />
      <VisitorsNotice />
      {children}
    </main>
  );
}

"use client";
import { useTranslations } from "next-intl";
import { SidePanel, SidePanelContent } from "../ui/side-panel";
import { AccountMenu } from "./account-menu";
import type { RailProps } from "./rail";
import { RailLinks } from "./rail-links";

/** The rail on a phone. */
export function PhoneDrawer({
  shell,
  siteTitle,
  scheme,
  open,
  onOpenChange,
}: RailProps & { open: boolean; onOpenChange: (open: boolean) => void }) {
  const t = useTranslations("admin");
  return (
    <SidePanel open={open} onOpenChange={onOpenChange}>
      <SidePanelContent title={siteTitle} side="left" className="[&>h2]:font-serif">
        <nav aria-label={t("nav.label")}>
          <RailLinks shell={shell} />
        </nav>
        <div className="mt-auto pt-3">
          <AccountMenu nickname={shell.nickname} scheme={scheme} />
        </div>
      </SidePanelContent>
    </SidePanel>
  );
}

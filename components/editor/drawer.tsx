"use client";
import { useTranslations } from "next-intl";
import { type ComponentProps, memo } from "react";
import { SidePanel, SidePanelContent } from "../ui/side-panel";
import { useKind } from "./kind";
import { type Around, type Facts, Settings } from "./settings";

type Props = {
  wide: boolean;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  post: Facts;
  around: Around;
  excerpt: string;
  onSwitch: () => void;
  onMade: ComponentProps<typeof Settings>["onMade"];
};

/** The settings: beside the text where there is room, over it on a tablet, from below on a phone. */
export const Drawer = memo(function Drawer({ wide, open, onOpenChange, ...rest }: Props) {
  const t = useTranslations("editor.settings");
  const kind = useKind().name;
  if (wide)
    return open ? (
      <aside aria-label={t("title", { kind })} className="editor-drawer">
        <h2 className="mb-4">{t("title", { kind })}</h2>
        <Settings {...rest} />
      </aside>
    ) : null;
  return (
    <SidePanel open={open} onOpenChange={onOpenChange}>
      <SidePanelContent title={t("title", { kind })} className="settings-panel">
        <Settings {...rest} />
      </SidePanelContent>
    </SidePanel>
  );
});

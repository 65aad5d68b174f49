"use client";
import { useTranslations } from "next-intl";
import { type ComponentProps, memo } from "react";
import { Sheet, SheetContent } from "../ui/sheet";
import { type Around, type Facts, Settings } from "./settings";

type Props = {
  wide: boolean;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  post: Facts | null;
  around: Around;
  excerpt: string;
  onMade: ComponentProps<typeof Settings>["onMade"];
};

/** The settings: beside the text where there is room, over it on a tablet, from below on a phone. */
export const Drawer = memo(function Drawer({ wide, open, onOpenChange, ...rest }: Props) {
  const t = useTranslations("editor.settings");
  if (wide)
    return open ? (
      <aside aria-label={t("title")} className="editor-drawer">
        <h2 className="mb-4">{t("title")}</h2>
        <Settings {...rest} />
      </aside>
    ) : null;
  return (
    <Sheet open={open} onOpenChange={onOpenChange}>
      <SheetContent title={t("title")} className="editor-sheet">
        <Settings {...rest} />
      </SheetContent>
    </Sheet>
  );
});

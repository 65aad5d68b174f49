"use client";
import { useTranslations } from "next-intl";
import type { Post } from "../../lib/features/writing/schema";
import { Button } from "../ui/button";
import { Dialog, DialogActions, DialogContent } from "../ui/dialog";
import { When } from "../ui/when";
import type { Text } from "./edits";
import { useKind } from "./kind";
import { LateDiff as DiffView } from "./late-diff";

export type WayOut = "mine" | "theirs" | "both";
type Props = {
  open: boolean;
  onClose: () => void;
  current: Post | null;
  mine: Text;
  busy: boolean;
  onChoose: (way: WayOut) => void;
};

/** Two people edited the same post: shows both texts and three choices, each of which keeps both texts. */
export function CollisionDialog({ open, onClose, current, mine, busy, onChoose }: Props) {
  const t = useTranslations("editor.collision");
  const kind = useKind().name;
  return (
    <Dialog open={open && current !== null} onOpenChange={(next) => !next && onClose()}>
      {current && (
        <DialogContent
          still
          title={t("title")}
          description={
            <>
              {t("text", { kind })} <When at={current.updateTime} />
            </>
          }
          className="!w-[min(52rem,calc(100vw-1.5rem))]"
        >
          <DiffView before={current} after={mine} label={t("diff")} />
          <p className="mt-2 text-[0.8rem] text-soft">{t("legend")}</p>
          <ul className="mt-4 grid gap-1 text-[0.84rem] text-soft">
            {(["mine", "theirs", "both"] as const).map((way) => (
              <li key={way}>
                <strong className="font-[560] text-ink">{t(way)}</strong>: {t(`${way}Hint`)}
              </li>
            ))}
          </ul>
          <DialogActions>
            <Button disabled={busy} onClick={() => onChoose("theirs")}>
              {t("theirs")}
            </Button>
            <Button disabled={busy} onClick={() => onChoose("mine")}>
              {t("mine")}
            </Button>
            <Button look="strong" disabled={busy} onClick={() => onChoose("both")}>
              {t("both")}
            </Button>
          </DialogActions>
        </DialogContent>
      )}
    </Dialog>
  );
}

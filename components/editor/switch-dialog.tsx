"use client";
import { useTranslations } from "next-intl";
import { Button } from "../ui/button";
import { Dialog, DialogActions, DialogContent } from "../ui/dialog";
import type { Switched, useSwitching } from "./use-switching";

type Props = { open: boolean; switching: ReturnType<typeof useSwitching>; isNew: boolean };

/** Says what would be lost in the other editor, before it is. */
export function SwitchDialog({ open, switching: { state, agree, close }, isNew }: Props) {
  const t = useTranslations("editor.switching");
  return (
    <Dialog open={open} onOpenChange={(next) => !next && close()}>
      {state && (
        <DialogContent title={t(`title.${state.to}`)}>
          <div role="status">
            {state.found ? <Found found={state.found} isNew={isNew} /> : t(state.hasFailed ? "failed" : "looking")}
          </div>
          <DialogActions>
            <Button onClick={close}>{t("cancel")}</Button>
            <Button look="strong" disabled={!state.found} onClick={agree}>
              {t("switch")}
            </Button>
          </DialogActions>
        </DialogContent>
      )}
    </Dialog>
  );
}

function Found({ found, isNew }: { found: Switched; isNew: boolean }) {
  const t = useTranslations("editor.switching");
  const isRich = found.text.editorType === "RICHTEXT";
  const isLossy = found.elements.length > 0 || found.isWordsDifferent;
  return (
    <div className="grid gap-2">
      <p className={isLossy ? "font-[540] text-wrong" : ""}>{t(isLossy ? "lost" : "nothing")}</p>
      {isLossy && (
        <ul className="list-disc pl-5">
          {found.elements.map(({ tag, count }) => (
            <li key={tag}>
              <code>{t("element", { count, tag: tag.startsWith("align-") ? tag : `<${tag}>` })}</code>
            </li>
          ))}
          {found.isWordsDifferent && <li>{t("words")}</li>}
        </ul>
      )}
      <ul className="grid list-disc gap-1 pl-5 text-soft">
        {found.comments > 0 && <li>{t("comments", { count: found.comments })}</li>}
        {found.pieces > 0 && <li>{t("pieces", { count: found.pieces })}</li>}
        <li>{t(isRich ? "source" : "html")}</li>
        <li>{t(isNew ? "keptNew" : "kept")}</li>
      </ul>
    </div>
  );
}

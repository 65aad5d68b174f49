"use client";
import { useTranslations } from "next-intl";
import { useEffect, useState } from "react";
import { deleteUserAction, getUserRemovalAction } from "../../app/admin/users/actions";
import type { UserRemoval } from "../../lib/features/accounts/schema";
import { Failure } from "../ui/failure";
import { Button } from "../ui/button";
import { Dialog, DialogActions, DialogClose, DialogContent } from "../ui/dialog";
import { Field } from "../ui/field";
import { Select } from "../ui/select";
import { inSession } from "../ui/session";
import { useOwns } from "./owns";

type Props = {
  user: { id: number; nickname: string };
  /** The account that is offered first to get the texts. */
  ownId: number;
  onClose: () => void;
  onDeleted: () => void;
};

/** Deletes an account: says what it owns, and asks who gets that. */
export function DeleteUserDialog({ user, ownId, onClose, onDeleted }: Props) {
  const t = useTranslations("users.deleting");
  const ui = useTranslations("ui");
  const list = useTranslations("list");
  const [removal, setRemoval] = useState<UserRemoval | null>(null);
  const [heir, setHeir] = useState("");
  const [failure, setFailure] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const owns = useOwns(removal);
  useEffect(() => {
    let isShown = true;
    void inSession(() => getUserRemovalAction({ userId: user.id })).then((answer) => {
      if (!isShown) return;
      if (!answer?.ok) return setFailure(answer?.error.message ?? list("failed"));
      const [first] = [...answer.data.heirs].sort((a, b) => Number(b.id === ownId) - Number(a.id === ownId));
      setRemoval(answer.data);
      setHeir(first ? String(first.id) : "");
    });
    return () => {
      isShown = false;
    };
  }, [user.id, ownId, list]);
  const hasTexts = owns.texts !== "";
  const remove = async () => {
    setBusy(true);
    const given = { userId: user.id, ...(hasTexts && heir !== "" && { heir: Number(heir) }) };
    const answer = await inSession(() => deleteUserAction(given));
    setBusy(false);
    if (!answer?.ok) return setFailure(answer?.error.message ?? list("failed"));
    onDeleted();
  };
  return (
    <Dialog open onOpenChange={onClose}>
      <DialogContent title={t("title", { name: user.nickname })} description={t("text")}>
        <form
          onSubmit={(event) => {
            event.preventDefault();
            if (removal && !isBusy) void remove();
          }}
          className="grid gap-3"
        >
          <div role="status" className="grid gap-3">
            {removal === null ? (
              failure === undefined && <p className="text-soft">{t("counting")}</p>
            ) : (
              <>
                {hasTexts && <p>{t("owns", { what: owns.texts })}</p>}
                {removal.comments > 0 && <p>{t("comments", { count: removal.comments })}</p>}
                {!hasTexts && removal.comments === 0 && <p>{t("ownsNothing")}</p>}
              </>
            )}
          </div>
          {hasTexts && (
            <Field label={t("heir")} hint={heir === "" ? t("nobodyHint") : t("heirHint")}>
              <Select className="w-full" value={heir} onChange={({ target }) => setHeir(target.value)}>
                {removal?.heirs.map(({ id, nickname }) => (
                  <option key={id} value={id}>
                    {nickname}
                  </option>
                ))}
                <option value="">{t("nobody")}</option>
              </Select>
            </Field>
          )}
          <Failure text={failure} />
          <DialogActions>
            <DialogClose asChild>
              <Button>{ui("cancel")}</Button>
            </DialogClose>
            <Button look="grave" type="submit" disabled={removal === null || isBusy}>
              {hasTexts && heir !== "" ? t("handOver") : t("delete")}
            </Button>
          </DialogActions>
        </form>
      </DialogContent>
    </Dialog>
  );
}

"use client";
import { useTranslations } from "next-intl";
import { deleteInvitationAction } from "../../app/admin/users/actions";
import type { Invitation } from "../../lib/features/accounts/schema";
import { Button } from "../ui/button";
import { Link } from "../ui/link";
import { useAction } from "../ui/use-action";
import { When } from "../ui/when";

/** Invitations and whether they were used. */
export function Invitations({ invitations }: { invitations: Invitation[] }) {
  const t = useTranslations("users");
  const { run, isBusy } = useAction();
  if (invitations.length === 0) return null;
  const stateOf = ({ usedTime, usedBy, usedByNickname, expireTime }: Invitation) => {
    if (usedTime)
      return t.rich("usedBy", {
        name: () => (usedBy === null ? "–" : <Link href={`/admin/users/${usedBy}`}>{usedByNickname}</Link>),
      });
    return new Date(expireTime) <= new Date() ? (
      t("expired")
    ) : (
      <>
        {t("until")} <When at={expireTime} />
      </>
    );
  };
  return (
    <section className="mt-8">
      <h2 className="mb-3">{t("invitations")}</h2>
      <ul className="m-0 list-none rounded-lg border bg-raised p-0">
        {invitations.map((invitation) => (
          <li
            key={invitation.id}
            className="flex flex-wrap items-center gap-x-3 gap-y-1 border-t px-3.5 py-2.5 first:border-0"
          >
            <span className="min-w-0 grow">
              <span className="font-[540]">{t(`roles.${invitation.role}`)}</span>{" "}
              <span className="break-all text-soft">{invitation.email ?? t("anyone")}</span>
              <span className="block text-[0.82rem] text-soft">{stateOf(invitation)}</span>
            </span>
            <Button
              size="small"
              disabled={isBusy}
              onClick={() => run(() => deleteInvitationAction({ invitationId: invitation.id }), t("takenBack"))}
            >
              {invitation.usedTime ? t("forget") : t("takeBack")}
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}

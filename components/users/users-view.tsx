"use client";
import { KeyRound, Trash2, UserCheck, UserPlus, UserRound, UserX } from "lucide-react";
import { useTranslations } from "next-intl";
import { type ComponentProps, useState } from "react";
import { updateUserAction } from "../../app/admin/users/actions";
import type { Invitation, UserFilters } from "../../lib/features/accounts/schema";
import { useDesk } from "../admin/desk";
import { Page, PageAction } from "../admin/page";
import type { Action, ActionDialog, Choice, Listed, Resource } from "../resource/resource";
import { ResourceList } from "../resource/resource-list";
import { oneByOne } from "../resource/sending";
import { Button } from "../ui/button";
import { late } from "../ui/late";
import { Invitations } from "./invitations";
import { type ListedUser, userPlace } from "./list";
import { UserName, UserRole, UserSignIn, UserState } from "./user-cells";
import { useDashboardRouter } from "../ui/use-dashboard-router";

const InviteDialog = late(async () => (await import("./invite-dialog")).InviteDialog);
const NewUserDialog = late(async () => (await import("./new-user-dialog")).NewUserDialog);
const DeleteUserDialog = late(async () => (await import("./delete-dialog")).DeleteUserDialog);
const PasswordLink = late(async () => (await import("./password-link")).PasswordLink);

type UserAction = Action<ListedUser, UserFilters>;

function DeleteUser({ row, onClose, run }: ComponentProps<ActionDialog<ListedUser>>) {
  const { shell } = useDesk();
  if (!row) return null;
  return (
    <DeleteUserDialog
      user={row}
      ownId={shell.userId}
      onClose={onClose}
      onDeleted={() => {
        run(() => Promise.resolve({ ok: true, data: { count: 1 } }), "delete");
        onClose();
      }}
    />
  );
}

const LinkForUser = ({ row, onClose }: ComponentProps<ActionDialog<ListedUser>>) =>
  row ? <PasswordLink user={row} onClose={onClose} /> : null;

const suspension = (suspended: boolean): Pick<Extract<UserAction, { done: string }>, "send" | "done"> => ({
  send: oneByOne(
    (userId) => updateUserAction({ userId, suspended }, { suspended: !suspended }),
    (userId) => updateUserAction({ userId, suspended: !suspended }, { suspended }),
  ),
  done: suspended ? "suspend" : "letIn",
});

const users: Resource<ListedUser, UserFilters> = {
  place: userPlace,
  words: "users",
  nameOf: ({ nickname }) => nickname,
  columns: [
    { name: "name", cell: UserName, sort: ["nickname", "asc"] },
    { name: "role", cell: UserRole },
    { name: "state", cell: UserState, card: "beside" },
    { name: "lastLogin", cell: UserSignIn, sort: ["lastLoginTime", "desc"], from: "lg", card: "beside" },
  ],
  actions: [
    { name: "open", icon: UserRound, href: ({ id }) => `${userPlace.path}/${id}` },
    { name: "passwordCode", icon: KeyRound, rows: ({ isOwn }) => !isOwn, dialog: LinkForUser },
    {
      name: "suspend",
      icon: UserX,
      key: "s",
      rows: ({ isOwn, suspended }) => !isOwn && !suspended,
      bulk: ({ filters }) => filters.state !== "suspended",
      ...suspension(true),
    },
    {
      name: "letIn",
      icon: UserCheck,
      key: "r",
      rows: ({ suspended }) => suspended,
      bulk: ({ filters }) => filters.state === "suspended",
      ...suspension(false),
    },
    { name: "delete", icon: Trash2, grave: true, rows: ({ isOwn }) => !isOwn, dialog: DeleteUser },
  ],
};

type Props = Listed<ListedUser, UserFilters> & {
  roles: readonly ListedUser["role"][];
  invitations: Invitation[];
  siteUrl: string;
  /** Whether the address asks for an invitation at once. */
  invites: boolean;
};

/** Accounts with their roles, and invitations. */
export function UsersView({ roles, invitations, siteUrl, invites, ...page }: Props) {
  const t = useTranslations("users");
  const router = useDashboardRouter();
  const [making, setMaking] = useState<"invitation" | "account" | null>(invites ? "invitation" : null);
  const named: Choice[] = roles.map((role) => ({ id: role, name: t(`roles.${role}`) }));
  const close = () => {
    setMaking(null);
    if (invites) router.replace(userPlace.path);
  };
  return (
    <Page
      title={t("title")}
      action={<PageAction label={t("invite")} onClick={() => setMaking("invitation")} {...InviteDialog.opener} />}
    >
      <ResourceList resource={users} {...page} choices={{ role: named }} />
      <p className="mt-4">
        <Button size="small" onClick={() => setMaking("account")} {...NewUserDialog.opener}>
          <UserPlus aria-hidden />
          {t("new")}
        </Button>
      </p>
      <Invitations invitations={invitations} />
      {making === "invitation" && <InviteDialog roles={named} siteUrl={siteUrl} onClose={close} />}
      {making === "account" && <NewUserDialog roles={named} siteUrl={siteUrl} onClose={close} />}
    </Page>
  );
}

"use client";
import { KeyRound, MoreHorizontal, Trash2, UserCheck, UserX } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { createPasswordCodeAction } from "../../app/admin/users/actions";
import { deleteUserAction, updateUserAction } from "../../app/admin/users/actions";
import type { Invitation, User } from "../../lib/features/accounts/schema";
import { Page } from "../admin/page";
import { StateDot } from "../ui/badge";
import { Button } from "../ui/button";
import { ConfirmDialog } from "../ui/confirm-dialog";
import { DropdownMenu, DropdownMenuContent, DropdownMenuItem, DropdownMenuTrigger } from "../ui/dropdown-menu";
import { late } from "../ui/late";
import { Select } from "../ui/select";
import { Table, TableBody, TableCell, TableHead, TableHeader, TableRow } from "../ui/table";
import { sayFailed } from "../ui/toaster";
import { useAction } from "../ui/use-action";
import { When } from "../ui/when";
import { Avatar } from "./avatar";
import { Invitations } from "./invitations";
import { LinkDialog } from "./link-dialog";

const InviteDialog = late(async () => (await import("./invite-dialog")).InviteDialog);

type Props = {
  users: User[];
  roles: readonly User["role"][];
  invitations: Invitation[];
  ownId: number;
  siteUrl: string;
};

/** Accounts with their roles, and invitations. */
export function UsersView({ users, roles, invitations, ownId, siteUrl }: Props) {
  const t = useTranslations("users");
  const [inviting, setInviting] = useState(false);
  const [link, setLink] = useState<{ name: string; url: string } | null>(null);
  const [going, setGoing] = useState<User | null>(null);
  const { run, isBusy } = useAction();

  const makeCode = async (user: User) => {
    const answer = await createPasswordCodeAction({ userId: user.id });
    if (answer.ok) setLink({ name: user.nickname, url: `${siteUrl}/set-password?code=${answer.data.code}` });
    else sayFailed(answer.error.message);
  };
  return (
    <Page
      title={t("title")}
      action={
        <Button look="strong" onClick={() => setInviting(true)} {...InviteDialog.opener}>
          {t("invite")}
        </Button>
      }
    >
      <Table aria-label={t("title")}>
        <TableHead className="max-sm:sr-only">
          <TableRow>
            <TableHeader>{t("name")}</TableHeader>
            <TableHeader>{t("role")}</TableHeader>
            <TableHeader>{t("state")}</TableHeader>
            <TableHeader>{t("lastLogin")}</TableHeader>
            <TableHeader className="w-12">
              <span className="sr-only">{t("actions")}</span>
            </TableHeader>
          </TableRow>
        </TableHead>
        <TableBody>
          {users.map((user) => (
            <TableRow key={user.id} className="max-sm:border-b max-sm:px-3.5 max-sm:py-2.5 max-sm:last:border-0">
              <TableCell>
                <span className="flex items-center gap-3">
                  <Avatar name={user.nickname} src={user.avatar} />
                  <span className="min-w-0">
                    <span className="block font-[560] break-words">
                      {user.nickname}
                      {user.id === ownId && <span className="ml-2 font-normal text-soft">{t("you")}</span>}
                    </span>
                    <span className="block text-[0.82rem] wrap-anywhere text-soft">
                      {user.username} · {user.email}
                    </span>
                  </span>
                </span>
              </TableCell>
              <TableCell className="max-sm:pt-2!">
                <Select
                  className="max-w-full sm:min-w-36"
                  aria-label={t("roleOf", { name: user.nickname })}
                  value={user.role}
                  disabled={isBusy}
                  onChange={(event) =>
                    run(
                      () => updateUserAction({ userId: user.id, role: event.target.value as User["role"] }),
                      t("changed", { name: user.nickname }),
                    )
                  }
                >
                  {roles.map((role) => (
                    <option key={role} value={role}>
                      {t(`roles.${role}`)}
                    </option>
                  ))}
                </Select>
              </TableCell>
              <TableCell>
                <StateDot dot={user.suspended ? "wrong" : "good"}>
                  {user.suspended ? t("suspended") : t("active")}
                </StateDot>
                {user.mfaType !== "NONE" && <span className="block text-[0.82rem] text-soft">{t("factorOn")}</span>}
              </TableCell>
              <TableCell className="text-soft">
                <span className="sm:hidden">{t("lastLogin")}: </span>
                {user.lastLoginTime ? <When at={user.lastLoginTime} /> : t("never")}
              </TableCell>
              <TableCell className="text-right max-sm:absolute max-sm:top-2 max-sm:right-1.5">
                {user.id !== ownId && (
                  <DropdownMenu>
                    <DropdownMenuTrigger asChild>
                      <Button look="quiet" size="smallIcon" aria-label={t("actionsOf", { name: user.nickname })}>
                        <MoreHorizontal aria-hidden />
                      </Button>
                    </DropdownMenuTrigger>
                    <DropdownMenuContent>
                      <DropdownMenuItem onSelect={() => void makeCode(user)}>
                        <KeyRound aria-hidden />
                        {t("passwordCode")}
                      </DropdownMenuItem>
                      <DropdownMenuItem
                        onSelect={() =>
                          run(
                            () => updateUserAction({ userId: user.id, suspended: !user.suspended }),
                            t("changed", { name: user.nickname }),
                          )
                        }
                      >
                        {user.suspended ? <UserCheck aria-hidden /> : <UserX aria-hidden />}
                        {user.suspended ? t("letIn") : t("suspend")}
                      </DropdownMenuItem>
                      <DropdownMenuItem grave onSelect={() => setGoing(user)}>
                        <Trash2 aria-hidden />
                        {t("delete")}
                      </DropdownMenuItem>
                    </DropdownMenuContent>
                  </DropdownMenu>
                )}
              </TableCell>
            </TableRow>
          ))}
        </TableBody>
      </Table>
      <Invitations invitations={invitations} users={users} />
      {inviting && <InviteDialog roles={roles} siteUrl={siteUrl} onClose={() => setInviting(false)} />}
      {link && (
        <LinkDialog
          title={t("codeTitle", { name: link.name })}
          text={t("codeText")}
          url={link.url}
          onClose={() => setLink(null)}
        />
      )}
      {going && (
        <ConfirmDialog
          open
          onOpenChange={() => setGoing(null)}
          title={t("deleteTitle", { name: going.nickname })}
          text={t("deleteText")}
          action={t("delete")}
          onConfirm={() => run(() => deleteUserAction({ userId: going.id }), t("deleted", { name: going.nickname }))}
        />
      )}
    </Page>
  );
}

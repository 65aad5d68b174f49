"use client";
import { useTranslations } from "next-intl";
import { useState } from "react";
import {
  deleteUserTokenAction,
  endUserSessionAction,
  endUserSessionsAction,
  resetFactorAction,
  updateUserAction,
} from "../../app/admin/users/actions";
import type { BrowserSession, PersonalToken } from "../../lib/features/accounts/credentials-schema";
import type { User, UserRemoval } from "../../lib/features/accounts/schema";
import { Avatar } from "../account/avatar";
import { Panel } from "../account/panel";
import { SessionList } from "../account/session-list";
import { Page } from "../admin/page";
import { Badge, StateDot } from "../ui/badge";
import { Button } from "../ui/button";
import { ConfirmDialog } from "../ui/confirm-dialog";
import { late } from "../ui/late";
import { Link } from "../ui/link";
import { sayDone } from "../ui/toaster";
import { useAction } from "../ui/use-action";
import { When } from "../ui/when";
import { userPlace } from "./list";
import { UserState } from "./user-cells";
import { useDashboardRouter } from "../ui/use-dashboard-router";

const RoleDialog = late(async () => (await import("./role-dialog")).RoleDialog);
const DeleteUserDialog = late(async () => (await import("./delete-dialog")).DeleteUserDialog);
const PasswordLink = late(async () => (await import("./password-link")).PasswordLink);

type Props = {
  person: User;
  owns: UserRemoval;
  sessions: BrowserSession[];
  tokens: PersonalToken[];
  roles: readonly User["role"][];
  ownId: number;
};
type Open = "role" | "password" | "delete" | "factor" | "sessions" | { token: PersonalToken } | null;

/** One person: their account, what is theirs, where they are signed in, and what may be done about it. */
export function PersonView({ person, owns, sessions, tokens, roles, ownId }: Props) {
  const t = useTranslations("users");
  const p = useTranslations("users.person");
  const router = useDashboardRouter();
  const { run, isBusy } = useAction();
  const [open, setOpen] = useState<Open>(null);
  const close = () => setOpen(null);
  const { id: userId, nickname: name, suspended } = person;
  const isOwn = userId === ownId;
  const suspend = (next: boolean) => updateUserAction({ userId, suspended: next }, { suspended: !next });
  const counted = [
    ["posts", `/admin/posts?author=${userId}`],
    ["sheets", null],
    ["journals", null],
    ["files", null],
    ["comments", `/admin/comments?state=all&email=${encodeURIComponent(person.email)}`],
  ] as const;
  const facts: [string, React.ReactNode][] = [
    [t("person.username"), person.username],
    [t("person.email"), person.email],
    ...(person.url ? ([[p("url"), person.url]] as [string, string][]) : []),
    ...(person.title ? ([[p("byline"), person.title]] as [string, string][]) : []),
    [t("columns.role"), t(`roles.${person.role}`)],
    [t("columns.state"), <UserState key="state" row={person} />],
    [p("since"), <When key="since" at={person.createTime} />],
    [t("columns.lastLogin"), person.lastLoginTime ? <When key="last" at={person.lastLoginTime} /> : t("never")],
  ];
  return (
    <Page title={name}>
      <p className="mb-4">
        <Link href={userPlace.path} className="text-ink underline underline-offset-3">
          {p("back")}
        </Link>
      </p>
      <div className="grid grid-cols-1 items-start gap-x-4 lg:grid-cols-2">
        <div>
          <Panel title={p("profile")}>
            <div className="mb-4 flex items-center gap-4">
              <Avatar large name={name} src={person.avatar} />
              <div className="min-w-0">
                <p className="text-[1.05rem] font-[560] [overflow-wrap:anywhere]">
                  {name}
                  {isOwn && <span className="ml-2 font-normal text-soft">{t("you")}</span>}
                </p>
                {person.description && <p className="break-words text-soft">{person.description}</p>}
              </div>
            </div>
            <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-5 gap-y-1.5">
              {facts.map(([label, value]) => (
                <div key={label} className="contents">
                  <dt className="text-soft">{label}</dt>
                  <dd className="wrap-anywhere">{value}</dd>
                </div>
              ))}
            </dl>
            <div className="mt-4 flex flex-wrap gap-2">
              <Button onClick={() => setOpen("role")} {...RoleDialog.opener}>
                {p("change")}
              </Button>
              {isOwn ? (
                <Button asChild>
                  <Link href="/admin/profile">{p("toProfile")}</Link>
                </Button>
              ) : (
                <>
                  <Button onClick={() => setOpen("password")} {...PasswordLink.opener}>
                    {t("actions.passwordCode")}
                  </Button>
                  <Button
                    disabled={isBusy}
                    onClick={() =>
                      run(
                        () => suspend(!suspended),
                        t(suspended ? "done.letIn" : "done.suspend", { count: 1 }),
                        () => suspend(suspended),
                      )
                    }
                  >
                    {suspended ? t("actions.letIn") : t("actions.suspend")}
                  </Button>
                </>
              )}
            </div>
          </Panel>
          <Panel title={p("owns")}>
            <ul className="grid gap-1.5">
              {counted.map(([kind, href]) => (
                <li key={kind}>
                  {owns[kind] > 0 && href !== null ? (
                    <Link href={href} className="text-ink underline underline-offset-3">
                      {t(`owns.${kind}`, { count: owns[kind] })}
                    </Link>
                  ) : (
                    <span className={owns[kind] > 0 ? undefined : "text-soft"}>
                      {t(`owns.${kind}`, { count: owns[kind] })}
                    </span>
                  )}
                </li>
              ))}
            </ul>
          </Panel>
        </div>
        <div>
          <Panel title={p("sessions")} text={sessions.length === 0 ? p("noSessions") : p("sessionsText")}>
            <SessionList sessions={sessions} end={(sessionId) => endUserSessionAction({ userId, sessionId })} />
            <Button className="not-first:mt-4" disabled={isBusy} onClick={() => setOpen("sessions")}>
              {isOwn ? p("endOthers") : p("endAll")}
            </Button>
          </Panel>
          <Panel title={p("tokens")} {...(tokens.length === 0 && { text: p("noTokens") })}>
            {tokens.length > 0 && (
              <ul className="m-0 grid list-none gap-0 p-0">
                {tokens.map((token) => (
                  <li
                    key={token.id}
                    className="flex flex-wrap items-center gap-x-3 gap-y-1 border-t py-3 first:border-0 first:pt-0"
                  >
                    <span className="min-w-0 grow">
                      <span className="block font-[540] break-words">
                        {token.name}{" "}
                        {token.scopes.map((scope) => (
                          <Badge key={scope} className="ml-1">
                            {scope}
                          </Badge>
                        ))}
                      </span>
                      <span className="block text-[0.82rem] text-soft">
                        {p("used")} {token.lastUseTime ? <When at={token.lastUseTime} /> : t("never")} · {p("ends")}{" "}
                        <When at={token.expireTime} />
                      </span>
                    </span>
                    <Button
                      size="small"
                      disabled={isBusy}
                      onClick={() => setOpen({ token })}
                      aria-label={p("revokeNamed", { name: token.name })}
                    >
                      {p("revoke")}
                    </Button>
                  </li>
                ))}
              </ul>
            )}
          </Panel>
          <Panel title={p("factor")} text={isOwn ? p("ownFactorText") : p("factorText")}>
            <StateDot dot={person.mfaType === "NONE" ? "quiet" : "good"}>
              {person.mfaType === "NONE" ? p("factorOff") : p("factorOn")}
            </StateDot>
            <div className="mt-4 empty:hidden">
              {isOwn ? (
                <Button asChild>
                  <Link href="/admin/security">{p("toSecurity")}</Link>
                </Button>
              ) : (
                person.mfaType !== "NONE" && (
                  <Button disabled={isBusy} onClick={() => setOpen("factor")}>
                    {p("reset")}
                  </Button>
                )
              )}
            </div>
          </Panel>
          {!isOwn && (
            <Panel title={p("delete")} text={p("deleteText")}>
              <Button look="grave" onClick={() => setOpen("delete")} {...DeleteUserDialog.opener}>
                {t("actions.delete")}
              </Button>
            </Panel>
          )}
        </div>
      </div>
      {open === "role" && <RoleDialog person={person} roles={roles} onClose={close} />}
      {open === "password" && <PasswordLink user={person} onClose={close} />}
      {open === "delete" && (
        <DeleteUserDialog
          user={person}
          ownId={ownId}
          onClose={close}
          onDeleted={() => {
            sayDone(t("done.delete", { count: 1 }));
            router.push(userPlace.path);
          }}
        />
      )}
      <ConfirmDialog
        open={open === "sessions"}
        onOpenChange={close}
        title={isOwn ? p("endOthers") : p("endAllTitle", { name })}
        text={p("endAllText")}
        action={isOwn ? p("endOthers") : p("endAll")}
        onConfirm={() => run(() => endUserSessionsAction({ userId }), p("allEnded", { name }))}
      />
      <ConfirmDialog
        open={open === "factor"}
        onOpenChange={close}
        title={p("resetTitle", { name })}
        text={p("resetText")}
        action={p("reset")}
        onConfirm={() => run(() => resetFactorAction({ userId }), p("resetDone", { name }))}
      />
      {typeof open === "object" && open !== null && (
        <ConfirmDialog
          open
          onOpenChange={close}
          title={p("revokeTitle", { name: open.token.name })}
          text={p("revokeText")}
          action={p("revoke")}
          onConfirm={() =>
            run(
              () => deleteUserTokenAction({ userId, tokenId: open.token.id }),
              p("revoked", { name: open.token.name }),
            )
          }
        />
      )}
    </Page>
  );
}

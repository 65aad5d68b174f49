"use client";
import { useTranslations } from "next-intl";
import type { Result } from "../../lib/doors/result";
import type { BrowserSession } from "../../lib/features/accounts/credentials-schema";
import { Button } from "../ui/button";
import { useAction } from "../ui/use-action";
import { When } from "../ui/when";
import { deviceOf } from "./device";

type Props = { sessions: BrowserSession[]; end: (sessionId: number) => Promise<Result<unknown>> };

/** The browsers in which an account is signed in, each with a way to end it, except the one in use. */
export function SessionList({ sessions, end }: Props) {
  const t = useTranslations("security");
  const { run, isBusy } = useAction();
  if (sessions.length === 0) return null;
  return (
    <ul className="m-0 grid list-none gap-0 p-0">
      {sessions.map((session) => {
        const device = deviceOf(session.userAgent) ?? t("unknownDevice");
        return (
          <li
            key={session.id}
            className="flex flex-wrap items-center gap-x-3 gap-y-1 border-t py-3 first:border-0 first:pt-0"
          >
            <span className="min-w-0 grow">
              <span className="block font-[540]">
                {device}
                {session.current && <span className="ml-2 text-soft">{t("thisBrowser")}</span>}
              </span>
              <span className="block text-[0.82rem] text-soft">
                {t("signedIn")} <When at={session.createTime} /> · {t("lastUsed")} <When at={session.lastUseTime} />
                {session.ip && <> · {session.ip}</>}
              </span>
            </span>
            {!session.current && (
              <Button
                size="small"
                disabled={isBusy}
                onClick={() => run(() => end(session.id), t("ended", { device }))}
                aria-label={t("endNamed", { device })}
              >
                {t("end")}
              </Button>
            )}
          </li>
        );
      })}
    </ul>
  );
}

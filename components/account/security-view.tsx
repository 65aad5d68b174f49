"use client";
import { useTranslations } from "next-intl";
import { endOtherSessionsAction, endSessionAction } from "../../app/admin/security/actions";
import type { BrowserSession, Security } from "../../lib/features/accounts/credentials-schema";
import { Page } from "../admin/page";
import { Button } from "../ui/button";
import { useAction } from "../ui/use-action";
import { When } from "../ui/when";
import { deviceOf } from "./device";
import { FactorPanel } from "./factor-panel";
import { Panel } from "./panel";

/** The second factor and signed-in browsers of one's account. */
export function SecurityView({ security, sessions }: { security: Security; sessions: BrowserSession[] }) {
  const t = useTranslations("security");
  return (
    <Page title={t("title")}>
      <FactorPanel security={security} />
      <Sessions sessions={sessions} />
    </Page>
  );
}

function Sessions({ sessions }: { sessions: BrowserSession[] }) {
  const t = useTranslations("security");
  const { run, isBusy } = useAction();
  return (
    <Panel title={t("sessions")} text={t("sessionsText")}>
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
                  onClick={() => run(() => endSessionAction({ sessionId: session.id }), t("ended", { device }))}
                  aria-label={t("endNamed", { device })}
                >
                  {t("end")}
                </Button>
              )}
            </li>
          );
        })}
      </ul>
      <Button
        className="mt-4"
        disabled={isBusy}
        onClick={() => run(() => endOtherSessionsAction({}), t("othersEnded"))}
      >
        {t("endOthers")}
      </Button>
    </Panel>
  );
}

"use client";
import { useTranslations } from "next-intl";
import { endOtherSessionsAction, endSessionAction } from "../../app/admin/security/actions";
import type { BrowserSession, Security } from "../../lib/features/accounts/credentials-schema";
import { Page } from "../admin/page";
import { Button } from "../ui/button";
import { useAction } from "../ui/use-action";
import { FactorPanel } from "./factor-panel";
import { Panel } from "./panel";
import { SessionList } from "./session-list";

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
      <SessionList sessions={sessions} end={(sessionId) => endSessionAction({ sessionId })} />
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

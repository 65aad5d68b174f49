"use client";
import { useTranslations } from "next-intl";
import { useEffect, useRef, useState } from "react";
import { getJobAction, listDeliveriesAction, pingWebhookAction } from "../../app/admin/webhooks/actions";
import type { Delivery, Webhook } from "../../lib/features/webhooks/schema";
import type { ActionDialog } from "../resource/resource";
import { Button } from "../ui/button";
import { Dialog, DialogActions, DialogContent } from "../ui/dialog";
import { Link } from "../ui/link";
import { DeliveryAnswer } from "./delivery-answer";
import { webhookPlace } from "./list";
import { inSession } from "../ui/session";

/** Milliseconds between two looks for the answer, and until it is left to the log. */
const PAUSE_MS = 700;
const PATIENCE_MS = 25_000;

type Standing =
  | { at: "before" | "sending" | "late" }
  | { at: "answered"; delivery: Delivery }
  | { at: "failed"; message: string };

/** Sends a ping and shows the receiver's answer. */
export const TestDialog: ActionDialog<Webhook> = ({ row: webhook, onClose }) => {
  const t = useTranslations("webhooks");
  const list = useTranslations("list");
  const [standing, setStanding] = useState<Standing>({ at: "before" });
  const isOpen = useRef(true);
  useEffect(() => {
    isOpen.current = true;
    return () => void (isOpen.current = false);
  }, []);
  if (!webhook) return null;
  const { id: webhookId, name, url } = webhook;

  const test = async () => {
    setStanding({ at: "sending" });
    const sent = await inSession(() => pingWebhookAction({ webhookId }));
    if (!sent?.ok) return setStanding({ at: "failed", message: sent?.error.message ?? list("failed") });
    const { jobId } = sent.data;
    for (const begun = Date.now(); isOpen.current && Date.now() - begun < PATIENCE_MS;) {
      const [log, job] = await Promise.all([
        inSession(() => listDeliveriesAction({ webhookId, size: 20 })),
        inSession(() => getJobAction({ jobId })),
      ]);
      const delivery = log?.ok && log.data.items.find((each) => each.jobId === jobId);
      if (delivery) return setStanding({ at: "answered", delivery });
      if (job?.ok && (job.data.state === "FAILED" || job.data.state === "CANCELLED"))
        return setStanding({ at: "failed", message: job.data.log.at(-1) ?? job.data.state });
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    }
    setStanding({ at: "late" });
  };
  return (
    <Dialog open onOpenChange={onClose}>
      <DialogContent title={t("testTitle", { name })} description={t("testText")}>
        <p className="mb-3 font-mono text-[0.82rem] wrap-anywhere">{url}</p>
        <div role="status">
          {standing.at === "sending" && t("sending")}
          {standing.at === "late" && t("testLate")}
          {standing.at === "failed" && <span className="text-wrong">{standing.message}</span>}
          {standing.at === "answered" && (
            <>
              <DeliveryAnswer row={standing.delivery} />
              {standing.delivery.error !== "" && <p className="mt-1.5 text-soft">{t("testAgain")}</p>}
            </>
          )}
        </div>
        <DialogActions>
          <Button asChild>
            <Link href={`${webhookPlace.path}/${webhookId}`} onClick={onClose}>
              {t("actions.deliveries")}
            </Link>
          </Button>
          <Button look="strong" disabled={standing.at === "sending"} onClick={() => void test().catch(onClose)}>
            {t("send")}
          </Button>
        </DialogActions>
      </DialogContent>
    </Dialog>
  );
};

"use client";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { createWebhookAction, updateWebhookAction } from "../../app/admin/webhooks/actions";
import { newWebhook, type Webhook, webhookEvents } from "../../lib/features/webhooks/schema";
import { LinkDialog } from "../account/link-dialog";
import { FormDialog } from "../resource/form-dialog";

/** Makes a webhook, whose secret is shown once, or changes one. */
export function WebhookDialog({ webhook, onClose }: { webhook?: Webhook; onClose: () => void }) {
  const t = useTranslations("webhooks");
  const [secret, setSecret] = useState<string | null>(null);
  if (secret !== null)
    return <LinkDialog title={t("made")} text={t("madeText")} label={t("secret")} url={secret} onClose={onClose} />;
  return (
    <FormDialog
      title={webhook ? t("editTitle") : t("new")}
      words="webhooks"
      fields={[
        { name: "name", kind: "text" },
        { name: "url", kind: "address" },
        {
          name: "events",
          kind: "checks",
          choices: webhookEvents.map((event) => ({
            value: event,
            label: t(`eventNames.${event.replace(".", "_")}`),
            hint: event,
          })),
        },
        { name: "secret", word: webhook ? "otherSecret" : "ownSecret", kind: "secret" },
      ]}
      schema={async () => newWebhook}
      values={{
        name: webhook?.name ?? "",
        url: webhook?.url ?? "",
        events: webhookEvents.filter((event) => webhook?.events.includes(event)),
        secret: null,
      }}
      record={webhook}
      send={async ({ secret: given, name, url, events }, asRead) => {
        if (!webhook) return createWebhookAction({ name, url, events, secret: given });
        const changes = { webhookId: webhook.id, name, url, events, ...(given && { secret: given }) };
        return updateWebhookAction(changes, asRead);
      }}
      done={(made) => {
        if (!("secret" in made) || typeof made.secret !== "string") return t("saved", { name: made.name });
        setSecret(made.secret);
        return null;
      }}
      onClose={onClose}
      {...(!webhook && { action: t("make") })}
    />
  );
}

"use client";
import { List, Pencil, Power, PowerOff, Send, Trash2 } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { deleteWebhookAction, updateWebhookAction } from "../../app/admin/webhooks/actions";
import type { Webhook } from "../../lib/features/webhooks/schema";
import { Page, PageAction } from "../admin/page";
import type { WholeList } from "../resource/list-place";
import type { ActionDialog, Listed, Resource } from "../resource/resource";
import { ResourceList } from "../resource/resource-list";
import { RowTitle } from "../resource/row-title";
import { oneByOne } from "../resource/sending";
import { Badge, StateDot } from "../ui/badge";
import { late } from "../ui/late";
import { When } from "../ui/when";
import { webhookPlace } from "./list";

const WebhookDialog = late(async () => (await import("./webhook-dialog")).WebhookDialog);
const TestDialog = late(async () => (await import("./test-dialog")).TestDialog);

const addressOf = ({ id }: Webhook) => `${webhookPlace.path}/${id}`;

const WebhookName = ({ row }: { row: Webhook }) => (
  <>
    <RowTitle href={addressOf(row)}>{row.name}</RowTitle>
    <div className="mt-px text-[0.8rem] wrap-anywhere text-soft">{row.url}</div>
  </>
);
const WebhookEvents = ({ row: { events } }: { row: Webhook }) => (
  <span className="flex max-w-64 flex-wrap gap-1">
    {events.slice(0, 3).map((event) => (
      <Badge key={event}>{event}</Badge>
    ))}
    {events.length > 3 && <Badge>{`+${events.length - 3}`}</Badge>}
  </span>
);
function WebhookState({ row: { enabled, failingSince } }: { row: Webhook }) {
  const t = useTranslations("webhooks");
  const state = (
    <StateDot dot={failingSince ? "wrong" : enabled ? "good" : "quiet"}>{t(enabled ? "on" : "off")}</StateDot>
  );
  if (!failingSince) return state;
  return (
    <>
      {state}
      <div className="mt-px text-[0.8rem] text-soft">
        {t.rich("failing", { when: () => <When at={failingSince} /> })}
      </div>
    </>
  );
}
const WebhookTime = ({ row: { updateTime } }: { row: Webhook }) => <When at={updateTime} />;

const EditDialog: ActionDialog<Webhook> = ({ row, onClose }) =>
  row && <WebhookDialog webhook={row} onClose={onClose} />;

const setEnabled = (webhookId: number, enabled: boolean) =>
  updateWebhookAction({ webhookId, enabled }, { enabled: !enabled });

const webhooks: Resource<Webhook, WholeList> = {
  place: webhookPlace,
  words: "webhooks",
  nameOf: ({ name }) => name,
  columns: [
    { name: "name", cell: WebhookName },
    { name: "events", cell: WebhookEvents, from: "lg", card: "none" },
    { name: "state", cell: WebhookState, card: "beside" },
    { name: "changed", cell: WebhookTime, card: "beside" },
  ],
  actions: [
    { name: "deliveries", icon: List, href: addressOf },
    { name: "edit", icon: Pencil, key: "e", dialog: EditDialog },
    { name: "test", icon: Send, key: "t", rows: ({ enabled }) => enabled, dialog: TestDialog },
    {
      name: "turnOff",
      icon: PowerOff,
      rows: ({ enabled }) => enabled,
      send: oneByOne(
        (id) => setEnabled(id, false),
        (id) => setEnabled(id, true),
      ),
      done: "turnOff",
    },
    {
      name: "turnOn",
      icon: Power,
      rows: ({ enabled }) => !enabled,
      send: oneByOne(
        (id) => setEnabled(id, true),
        (id) => setEnabled(id, false),
      ),
      done: "turnOn",
    },
    {
      name: "delete",
      icon: Trash2,
      grave: true,
      asks: true,
      send: oneByOne((webhookId) => deleteWebhookAction({ webhookId })),
      done: "delete",
    },
  ],
};

/** The webhooks: addresses that are told of changes. */
export function WebhooksView(page: Listed<Webhook, WholeList>) {
  const t = useTranslations("webhooks");
  const [isMaking, setMaking] = useState(false);
  return (
    <Page
      title={t("title")}
      action={<PageAction label={t("new")} onClick={() => setMaking(true)} {...WebhookDialog.opener} />}
    >
      <p className="mb-4 max-w-2xl text-soft">{t("text")}</p>
      <ResourceList resource={webhooks} {...page} />
      {isMaking && <WebhookDialog onClose={() => setMaking(false)} />}
    </Page>
  );
}

"use client";
import { Send } from "lucide-react";
import { useTranslations } from "next-intl";
import { useMemo } from "react";
import { resendDeliveryAction } from "../../app/admin/webhooks/actions";
import type { DeliveryFilters } from "../../lib/features/webhooks/schema";
import type { Listed, Resource } from "../resource/resource";
import { ResourceList } from "../resource/resource-list";
import { RowName } from "../resource/row-title";
import { oneByOne } from "../resource/sending";
import { useRefreshing } from "../resource/use-refreshing";
import { When } from "../ui/when";
import { DeliveryAnswer } from "./delivery-answer";
import { deliveryPlace, type ListedDelivery } from "./list";

const DeliveryEvent = ({ row: { event } }: { row: ListedDelivery }) => <RowName>{event}</RowName>;
function DeliveryAttempt({ row: { attempt } }: { row: ListedDelivery }) {
  const t = useTranslations("deliveries");
  return t("attempt", { attempt });
}
const DeliveryTime = ({ row: { createTime } }: { row: ListedDelivery }) => <When at={createTime} />;

const deliveriesOf = (webhookId: number): Resource<ListedDelivery, DeliveryFilters> => ({
  place: deliveryPlace(webhookId),
  words: "deliveries",
  nameOf: ({ event }) => event,
  columns: [
    { name: "event", cell: DeliveryEvent },
    { name: "answer", cell: DeliveryAnswer },
    { name: "attempt", cell: DeliveryAttempt, card: "beside" },
    { name: "time", cell: DeliveryTime, sort: ["id", "desc"], card: "beside" },
  ],
  actions: [
    {
      name: "resend",
      icon: Send,
      send: oneByOne((attemptId) => resendDeliveryAction({ webhookId, attemptId })),
      done: "resend",
    },
  ],
});

type Props = { webhookId: number; isSending: boolean } & Listed<ListedDelivery, DeliveryFilters>;

/** The attempts to deliver to one webhook; follows what is being sent. */
export function DeliveriesView({ webhookId, isSending, ...page }: Props) {
  const resource = useMemo(() => deliveriesOf(webhookId), [webhookId]);
  useRefreshing(isSending);
  return <ResourceList resource={resource} {...page} />;
}

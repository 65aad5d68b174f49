"use client";
import { Send } from "lucide-react";
import { useTranslations } from "next-intl";
import { useMemo, useState } from "react";
import { resendDeliveryAction } from "../../app/admin/webhooks/actions";
import type { DeliveryFilters, Webhook } from "../../lib/features/webhooks/schema";
import { Page } from "../admin/page";
import type { Listed, Resource } from "../resource/resource";
import { ResourceList } from "../resource/resource-list";
import { RowName } from "../resource/row-title";
import { oneByOne } from "../resource/sending";
import { useRefreshing } from "../resource/use-refreshing";
import { Button } from "../ui/button";
import { late } from "../ui/late";
import { Link } from "../ui/link";
import { useFreshPage } from "../ui/use-fresh-page";
import { When } from "../ui/when";
import { DeliveryAnswer } from "./delivery-answer";
import { deliveryPlace, type ListedDelivery, webhookPlace } from "./list";

const TestDialog = late(async () => (await import("./test-dialog")).TestDialog);

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

type Props = { webhook: Webhook; isSending: boolean } & Listed<ListedDelivery, DeliveryFilters>;

/** The attempts to deliver to one webhook; follows what is being sent. */
export function DeliveriesView({ webhook, isSending, ...page }: Props) {
  const { id, name, url, enabled } = webhook;
  const t = useTranslations("deliveries");
  const refresh = useFreshPage();
  const [isTesting, setTesting] = useState(false);
  const resource = useMemo(() => deliveriesOf(id), [id]);
  useRefreshing(isSending);
  const stop = () => {
    setTesting(false);
    void refresh();
  };
  return (
    <Page title={name}>
      <div className="mb-4 flex flex-wrap items-center gap-x-4 gap-y-2">
        <p className="mr-auto min-w-0 wrap-anywhere text-soft">
          <Link href={webhookPlace.path} className="text-ink underline underline-offset-3">
            {t("back")}
          </Link>
          {" · "}
          {url}
        </p>
        {enabled && (
          <Button onClick={() => setTesting(true)} {...TestDialog.opener}>
            <Send aria-hidden />
            {t("test")}
          </Button>
        )}
      </div>
      <ResourceList resource={resource} {...page} />
      {isTesting && <TestDialog ids={[id]} row={webhook} onClose={stop} run={() => undefined} />}
    </Page>
  );
}

import type { Delivery, DeliveryFilters } from "../../lib/features/webhooks/schema";
import type { ListPlace, WholeList } from "../resource/list-place";

/** The webhooks. */
export const webhookPlace: ListPlace<WholeList> = { path: "/admin/webhooks", sort: "id,desc" };

/** The log of one webhook's deliveries. */
export const deliveryPlace = (webhookId: number): ListPlace<DeliveryFilters> => ({
  path: `${webhookPlace.path}/${webhookId}`,
  sort: "id,desc",
  searches: false,
});

/** What its rows show of an attempt. */
export const shownOfDeliveries = [
  "id",
  "event",
  "attempt",
  "status",
  "error",
  "duration",
  "createTime",
] as const satisfies readonly (keyof Delivery)[];
export type ListedDelivery = Pick<Delivery, (typeof shownOfDeliveries)[number]>;

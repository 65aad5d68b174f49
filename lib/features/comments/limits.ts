import { SharedAllowance, SharedRate } from "../../services/limits/rate";
import { shared } from "../../core/shared";

/** Requests of one network, accepted or not. */
export const requests = shared("comment-requests", () => new SharedRate("requests to comment", "comments", 60));

/** Stored comments of one network. */
export const accepted = shared("accepted-comments", () => new SharedRate("comments", "comments", 10));

/** Comments of all strangers on one text. */
export const acceptedBelow = shared(
  "accepted-comments-below",
  () => new SharedAllowance("comments below a text", "comments", 100),
);

const DAY_MS = 24 * 60 * 60 * 1000;

/** Mails about replies to one address: anybody can comment under the address of somebody who never asked for them. */
export const mailedReplies = shared(
  "mailed-replies",
  () => new SharedRate("mails about replies", "mails about replies", 20, DAY_MS),
);

import { Rate } from "../../services/limits/rate";
import { shared } from "../../core/shared";

/** Requests of one network, accepted or not. */
export const requests = shared("comment-requests", () => new Rate("comments", 60));

/** Stored comments of one network. */
export const accepted = shared("accepted-comments", () => new Rate("comments", 10));

/** Comments of all strangers on one text. */
export const acceptedBelow = shared("accepted-comments-below", () => new Rate("comments", 100));

const DAY_MS = 24 * 60 * 60 * 1000;

/** Mails about replies to one address: anybody can comment under the address of somebody who never asked for them. */
export const mailedReplies = shared("mailed-replies", () => new Rate("mails", 20, Date.now, 20_000, DAY_MS));

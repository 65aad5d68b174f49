import { SharedAllowance, SharedRate } from "../../services/limits/rate";
import { waitTogether } from "../../services/limits/together";
import { shared } from "../../core/shared";

const MINUTE_MS = 60 * 1000;
const [HOUR_MS, DAY_MS] = [60 * MINUTE_MS, 24 * 60 * MINUTE_MS];

/** Requests of one network, accepted or not. */
export const requests = shared(
  "comment-requests",
  () => new SharedRate("requests to comment", "comments", 60, MINUTE_MS),
);

// All below are counted within the transaction that stores a comment.

/** Stored comments of one network. */
export const accepted = shared("accepted-comments", () => new SharedRate("comments", "comments", 10, MINUTE_MS));

/** The same in an hour: at a few kilobytes each, one network would fill a hundred megabytes in two days. */
export const acceptedInHour = shared(
  "comments in an hour",
  () => new SharedRate("comments in an hour", "comments", 120, HOUR_MS),
);

/** The same in a day: they are kept for good, whoever goes on for a year. */
export const acceptedInDay = shared(
  "comments in a day",
  () => new SharedRate("comments in a day", "comments", 200, DAY_MS),
);

/** The same in a month, of those that nobody has approved yet: whoever sends them sees nothing of it, and may never stop. */
export const heldInMonth = shared(
  "held comments in a month",
  () => new SharedRate("held comments in a month", "comments", 600, 30 * DAY_MS),
);

/** Comments of all strangers on one text. */
export const acceptedBelow = shared(
  "accepted-comments-below",
  () => new SharedAllowance("comments below a text", "comments", 100, MINUTE_MS),
);

/**
 * Comments of an author, which nobody approves, in an hour and in a day. A note with tens of thousands of its author's own was
 * deleted and put back in many seconds, and anybody can be one of many authors.
 */
export const byAuthor = shared("comments of authors", () => [
  new SharedRate("comments of authors in an hour", "comments", 300, HOUR_MS),
  new SharedRate("comments of authors in a day", "comments", 1_000, DAY_MS),
]);

/** Mails that ask whether replies are wanted, which strangers cause by comments that nobody had to approve: of one network. */
const asked = shared("questions about replies", () => new SharedRate("questions about replies", "mails", 10, HOUR_MS));

/** The same of all strangers, to whatever addresses. */
const askedOfAll = shared(
  "questions about replies of all",
  () => new SharedAllowance("questions about replies of all", "mails", 120, HOUR_MS),
);

/** Whether a stranger's comment may cause such a mail. */
export async function mayCauseQuestion(ip: string | null): Promise<boolean> {
  return (await waitTogether([asked.ofNetwork(ip), askedOfAll.of("site", ip)])) === null;
}

/**
 * Mails about replies to one address: anybody can comment under the address of somebody who never asked for them. Half are for
 * the first reply of each network, so that whoever replies again and again does not use up those about others' replies.
 */
export const mailedReplies = shared(
  "mailed-replies",
  () => new SharedAllowance("mails about replies", "mails about replies", 40, DAY_MS),
);

/**
 * Ends of mails about replies to one address, by the links in them: each looks through all comments under the address, of
 * which its owner may have written any number.
 */
export const endings = shared(
  "ends of mails about replies",
  () => new SharedRate("ends of mails about replies", "requests", 5, 10 * MINUTE_MS),
);

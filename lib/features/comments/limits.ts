import { Rate } from "../../services/limits/rate";
import { shared } from "../../core/shared";

/** What one network sends, whatever becomes of it. */
export const requests = shared("comment-requests", () => new Rate("comments", 60));

/** What is stored of what one network sends. */
export const accepted = shared("accepted-comments", () => new Rate("comments", 10));

/** What strangers write below one text, all of them together. */
export const acceptedBelow = shared("accepted-comments-below", () => new Rate("comments", 100));

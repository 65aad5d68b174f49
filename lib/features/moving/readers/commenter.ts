import { plainTextOf } from "../../../text/html/plain-text";
import type { CommentRecord } from "../records";

/** The longest name of a commenter, in characters; lists show it. */
const MAX_NAME = 50;
const MAX_ADDRESS = 255;

const email = /^[^\s@<>"]{1,64}@[^\s@<>"]{1,190}$/;

type Commenter = Pick<CommentRecord, "author" | "email" | "authorUrl">;

/** Who wrote a comment, as it can be stored; what is wrong is dropped with a warning. */
export function commenterOf(given: Commenter, warnings: string[]): Commenter {
  const name = Array.from(plainTextOf(given.author));
  if (name.length > MAX_NAME) warnings.push(`The author's name was cut to ${MAX_NAME} characters.`);
  const author = name.slice(0, MAX_NAME).join("").trim() || "Anonymous";
  const isMail = email.test(given.email) && given.email.length <= MAX_ADDRESS;
  if (given.email !== "" && !isMail) warnings.push("The author's e-mail address is none, and was dropped.");
  const address = given.authorUrl;
  const isAddress = /^https?:\/\/./i.test(address) && URL.canParse(address) && address.length <= MAX_ADDRESS;
  // "http://" alone is what old forms sent for an empty field.
  if (!/^(?:https?:\/\/)?$/i.test(address) && !isAddress)
    warnings.push("The author's web address is none, and was dropped.");
  return { author, email: isMail ? given.email : "", authorUrl: isAddress ? address : "" };
}

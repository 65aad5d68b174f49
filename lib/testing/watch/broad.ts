/** Mutations that touch cache keys more broadly than the tests show a need for, each with its reason. */
export const broadOnPurpose: Readonly<Record<string, string>> = {
  "updateProfile touches users": "the name stands beside posts and comments, and which of them is not recorded",
  "setOptions touches setting:email_enabled": "readers can follow by mail only where each of three settings allows it",
  "setOptions touches setting:email_from_address":
    "readers can follow by mail only where each of three settings allows it",
};

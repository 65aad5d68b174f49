/**
 * The records that may lead to something on this site, in the order of answers: the table of each, the column of its
 * title, and the page of the dashboard where it is changed (`components/admin/destinations.ts`).
 */
export const records = {
  post: { table: "posts", title: "title", page: "posts" },
  sheet: { table: "sheets", title: "title", page: "sheets" },
  journal: { table: "journals", title: "sourceContent", page: "journals" },
  category: { table: "categories", title: "name", page: "categories" },
  tag: { table: "tags", title: "name", page: "tags" },
  link: { table: "links", title: "name", page: "links" },
  photo: { table: "photos", title: "name", page: "photos" },
  user: { table: "users", title: "nickname", page: "users" },
  menu: { table: "menus", title: "name", page: "menus" },
  redirect: { table: "ownRedirects", title: "source", page: "redirects" },
  option: { table: "options", title: "key", page: "settings" },
} as const;
export type RecordKind = keyof typeof records;
export const recordKinds = Object.keys(records) as [RecordKind, ...RecordKind[]];

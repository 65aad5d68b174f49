import { aliasesOf, type Dialect, ownAddress } from "./dialect";
import { plainReading } from "./markdown-post";

/** Any folder of Markdown files: each is a post. */
export const plain: Dialect = {
  ...plainReading,
  name: "plain",
  site: null,
  placeOf: () => ({ kind: "post" }),
  skipsText: () => null,
  addressesOf: ({ fields }) => {
    const own = ownAddress(fields);
    return [...(own === null ? [] : [own]), ...aliasesOf(fields)];
  },
  roots: [""],
  assetsOf: () => null,
  excerptMark: () => null,
  tagRules: () => null,
};

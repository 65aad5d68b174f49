import type { PostState } from "../../lib/features/writing/schema";

/** What the list shows, all of it in its address; nothing stands there that is as usual. */
export type ListView = {
  state: PostState;
  keyword: string;
  category: number | undefined;
  tag: number | undefined;
  author: number | undefined;
  sort: string;
  page: number;
  size: number;
};

const usualSort = "createTime,desc";
export const pageSizes = [20, 50, 100];
export const usualView: ListView = {
  state: "all",
  keyword: "",
  category: undefined,
  tag: undefined,
  author: undefined,
  sort: usualSort,
  page: 1,
  size: 20,
};

/** The address of the same list with something changed; any change but of the page leads back to its first. */
export function addressOf(view: ListView, change: Partial<ListView> = {}): string {
  const next: ListView = { ...view, ...(!("page" in change) && { page: 1 }), ...change };
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(next))
    if (value !== undefined && value !== usualView[name as keyof ListView]) query.set(name, String(value));
  const text = query.toString();
  return text ? `/admin/posts?${text}` : "/admin/posts";
}

/** Whether something but the tab narrows the list. */
export const isNarrowed = (view: ListView): boolean =>
  view.keyword !== "" || [view.category, view.tag, view.author].some((value) => value !== undefined);

import type { PostState } from "../../lib/features/writing/schema";

/** The list's state, all of it in its address without default values. */
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

/** The address of the same list with a change; changes except of the page go to the first page. */
export function addressOf(view: ListView, change: Partial<ListView> = {}): string {
  const next: ListView = { ...view, ...(!("page" in change) && { page: 1 }), ...change };
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(next))
    if (value !== undefined && value !== usualView[name as keyof ListView]) query.set(name, String(value));
  const text = query.toString();
  return text ? `/admin/posts?${text}` : "/admin/posts";
}

/** Whether something besides the tab filters the list. */
export const isNarrowed = (view: ListView): boolean =>
  view.keyword !== "" || [view.category, view.tag, view.author].some((value) => value !== undefined);

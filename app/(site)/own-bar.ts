import type { OwnFacts } from "../../components/site/own-bar";
import { comesFromAnotherSite, readAsStaff } from "../../lib/doors/page";
import type { FormState } from "../../lib/doors/form-state";
import { countWaitingComments, listComments } from "../../lib/features/comments/queue/queries";
import { getPost } from "../../lib/features/writing/posts/queries";
import { getSheet } from "../../lib/features/writing/sheets/queries";
import { getJournal } from "../../lib/features/journals/queries";

/** What a page shows, where it is one text. */
export type About = { kind: "post" | "sheet" | "journal"; id: number; path: string };

/** The most waiting comments of a text that are shown on its page. */
const MOST_WAITING = 20;

async function ownText({ kind, id }: About): Promise<OwnFacts["text"]> {
  if (kind === "journal") {
    const journal = await readAsStaff(getJournal, { id });
    return (
      journal && { edit: "/admin/journals", state: journal.type === "INTIMATE" ? "private" : null, inProgress: false }
    );
  }
  const text = await (kind === "post" ? readAsStaff(getPost, { postId: id }) : readAsStaff(getSheet, { sheetId: id }));
  if (!text) return null;
  const state = text.status === "INTIMATE" ? "private" : text.locked ? "locked" : null;
  return { edit: `/admin/${kind}s/${id}`, state, inProgress: text.inProgress };
}

/** What the page shows to those who write the site; null for visitors, for whom nothing is asked. */
export async function ownBar(about: About | undefined, state: (form: string) => FormState): Promise<OwnFacts | null> {
  const [text, counted] = [about ? await ownText(about) : null, await readAsStaff(countWaitingComments, {})];
  if (!text && !counted) return null;
  // A page that another site has opened under somebody's pointer has nothing there that one click decides.
  const here =
    about && counted && counted.waiting > 0 && !(await comesFromAnotherSite())
      ? await readAsStaff(listComments, {
          state: "waiting",
          target: `${about.kind}:${about.id}`,
          size: MOST_WAITING,
          sort: ["createTime,asc"],
        })
      : null;
  return {
    text,
    path: about?.path ?? "/",
    waiting: counted?.waiting ?? null,
    here: here?.items ?? [],
    state: state("decide"),
  };
}

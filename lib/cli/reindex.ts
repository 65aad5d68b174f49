import { withDatabase } from "./opening";
import { completeIndex, noteReindexed } from "../features/writing/posts/search-index";
import { system } from "../core/access";
import type { Command } from "./command";
import { counted } from "./output";

/** Posts per transaction: a server beside it waits no longer than for an import. */
const BATCH = 200;

/** `reindex`. */
export const reindex: Command = {
  name: "reindex",
  parameters: [],
  summary: "build the search index again from the posts",
  details:
    "Empties the search index and reads every post again. The server may keep running; until this is done,\nthe search finds only the posts read so far. Needed only if the search finds too much or too little:\nchanges, imports and updates keep the index up to date by themselves.",
  options: {},
  async run(_given, output) {
    let posts = 0;
    await withDatabase("write", async () => {
      await completeIndex({ anew: true, batch: BATCH, onBatch: (count) => void (posts += count) });
      await noteReindexed(system, {});
    });
    output.line(`${counted(posts, "post")} read, the search index is complete.`);
    output.result({ ok: true, posts });
    return 0;
  },
};

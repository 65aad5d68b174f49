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
  summary: "make the search index anew from the posts",
  details:
    "Forgets what the search knows and reads every post again. May run beside the server, which finds\nonly what has been read again until it is done. Needed only when the search finds what is not there,\nor not what is: it is kept up by itself, also by imports and new versions.",
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

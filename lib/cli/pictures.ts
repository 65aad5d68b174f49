import { remakePicture } from "../features/attachments/remaking";
import { listPictures } from "../features/attachments/remaking-all";
import { system } from "../core/access";
import { withDatabase } from "./opening";
import type { Command } from "./command";
import { counted, printable } from "./output";

/** `pictures`. */
export const pictures: Command = {
  name: "pictures",
  parameters: [],
  summary: "make the smaller pictures of uploads anew from their originals",
  details:
    "Makes of every uploaded picture the smaller ones beside it, its size and its blurred stand-in. Files\nthat are missing, such as after a restore without them, come back at the addresses they had; what\ncomes out otherwise than before gets new addresses, which the texts that show it are told. A picture\nthat cannot be read is named, and the rest goes on. May run beside the server.",
  options: {},
  run: (_given, output) =>
    withDatabase("write", async () => {
      const ids = await listPictures(system, {});
      const bar = output.progress("Making", ids.length);
      const made = { renewed: 0, completed: 0, unchanged: 0, gone: 0, failed: 0 };
      const failures: { id: number; name: string; reason: string }[] = [];
      try {
        for (const id of ids) {
          const remade = await remakePicture(system, id);
          made[remade.outcome] += 1;
          bar.step();
          if (remade.outcome !== "failed") continue;
          failures.push({ id, name: remade.name, reason: remade.reason });
          output.line(`failed    ${printable(remade.name)}: ${printable(remade.reason)}`);
        }
      } finally {
        bar.end();
      }
      output.line(
        `${counted(ids.length, "picture")}: ${made.renewed} made anew, ${made.completed} completed, ${made.unchanged} as they were, ${made.failed} failed.`,
      );
      output.result({ ok: made.failed === 0, ...made, failures });
      return made.failed > 0 ? 1 : 0;
    }),
};

import { beforeEach, expect, it } from "vitest";
import { noteThrown } from "../../core/cache-keys";
import { busy } from "../../core/waiting-line";
import { openDesk } from "../../testing/desk";
import { freshDatabase } from "../../testing/setup";

beforeEach(() => freshDatabase());

it.each(["/archives/tide", "/login", "/cards/site-0-000000000000.png"])(
  "what was refused for a while while %s was made is refused so by the whole page",
  async (path) => {
    let refusal: unknown = busy(7);
    // As the framework does with whatever a page throws.
    const desk = await openDesk(async (req, res) => {
      if (req.url?.startsWith("/api/auth/")) return void res.end("{}");
      noteThrown(refusal);
      res.writeHead(500).end();
    });
    const statuses = async () => {
      const { status, headers } = await desk.get(path, { cookie: "session=x" });
      return [status, headers["retry-after"]];
    };
    expect(await statuses()).toEqual([503, "7"]);
    refusal = new Error("a fault of ours");
    expect(await statuses()).toEqual([500, undefined]);
    await desk.close();
  },
);

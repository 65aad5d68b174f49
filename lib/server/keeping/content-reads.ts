import { reply } from "../../api/app";
import type { Client } from "../../api/client";
import { collectReads } from "../../core/cache-keys";
import { requireMade } from "./cut-off";
import type { Making } from "./page-cache";
import { packer } from "./packing";
import { noteLength } from "./shares";

/** A public read of the API, made once for everybody. */
export async function makeContentRead(url: string, client: Client): Promise<Making> {
  const { result, scope } = await collectReads(() => reply(new Request(`http://localhost${url}`), client));
  const { status, headers, body } = result;
  requireMade(scope, status >= 500);
  noteLength(url, body?.length ?? 0);
  return {
    answer: packer({ status, headers: Object.entries(headers), body: Buffer.from(body ?? ""), viewOf: null }),
    cacheKeys: scope.cacheKeys,
    cacheable: (status === 200 || status === 404) && !scope.isPersonal,
  };
}

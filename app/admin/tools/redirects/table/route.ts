import { read } from "../../../../../lib/doors/page";
import { getRedirectTable } from "../../../../../lib/features/redirects/queries";

/** All redirects as a file. */
export async function GET(): Promise<Response> {
  const { csv } = await read(getRedirectTable, {});
  return new Response(csv, {
    headers: {
      "content-type": "text/csv; charset=utf-8",
      "content-disposition": 'attachment; filename="redirects.csv"',
      "cache-control": "no-store",
    },
  });
}

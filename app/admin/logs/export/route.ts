import { type NextRequest, NextResponse } from "next/server";
import { logPlace } from "../../../../components/logs/list";
import { type ListInput, selectionOf, viewFrom } from "../../../../components/resource/list-request";
import { download } from "../../../../lib/doors/download";
import { exportLogs, listLogs } from "../../../../lib/features/logs/queries";
import { exportPage, type LogFilters } from "../../../../lib/features/logs/schema";
import { logFormats } from "../../../../lib/features/logs/writing";
import { spokenLog } from "../spoken";

/** The lines of the audit log at an address of its list, on all pages, as a file. */
export async function GET(request: NextRequest): Promise<Response> {
  const { format, ...params } = Object.fromEntries(request.nextUrl.searchParams);
  if (format !== "csv" && format !== "jsonl")
    return NextResponse.json({ field: "format", message: "Use csv or jsonl." }, { status: 400 });
  const chosen = selectionOf(viewFrom(logPlace, listLogs.input as unknown as ListInput<LogFilters>, params));
  const { found } = await spokenLog(chosen.keyword);
  const filters = { ...chosen, ...found };
  const { type, write } = logFormats[format];
  return download(exportLogs, filters, {
    name: `audit-log.${format}`,
    type,
    write,
    after: (lines) => {
      const last = lines.at(-1);
      return last && lines.length === exportPage ? { ...filters, after: last.id } : null;
    },
  });
}

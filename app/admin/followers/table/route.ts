import { download } from "../../../../lib/doors/download";
import { exportFollowers } from "../../../../lib/features/followers/queries";
import { exportPage } from "../../../../lib/features/followers/schema";
import { writeFollowers } from "../../../../lib/features/followers/table";

/** All followers as a table, sent while it is read. */
export const GET = (): Promise<Response> =>
  download(
    exportFollowers,
    {},
    {
      name: "followers.csv",
      type: "text/csv; charset=utf-8",
      write: writeFollowers,
      after: (lines) => {
        const last = lines.at(-1);
        return last && lines.length === exportPage ? { after: last.id } : null;
      },
    },
  );

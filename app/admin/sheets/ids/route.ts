import { sheetList } from "../../../../components/sheets/list";
import { listSheets } from "../../../../lib/features/writing/sheets/queries";
import { idsRoute } from "../../list-page";

export const GET = idsRoute(sheetList, listSheets);

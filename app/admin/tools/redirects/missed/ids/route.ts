import { missedList } from "../../../../../../components/redirects/list";
import { listMissedAddresses } from "../../../../../../lib/features/redirects/queries";
import { idsRoute } from "../../../../list-page";

export const GET = idsRoute(missedList, listMissedAddresses);

import { journalList } from "../../../../components/journals/list";
import { listJournals } from "../../../../lib/features/journals/queries";
import { idsRoute } from "../../list-page";

export const GET = idsRoute(journalList, listJournals);

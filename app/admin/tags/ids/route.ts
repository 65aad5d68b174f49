import { tagList } from "../../../../components/taxonomy/tag-list";
import { searchTags } from "../../../../lib/features/taxonomy/tags/queries";
import { idsRoute } from "../../list-page";

export const GET = idsRoute(tagList, searchTags);

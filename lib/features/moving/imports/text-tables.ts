import { importingOf } from "../../writing/importing";
import { post } from "../../writing/posts/description";
import { sheet } from "../../writing/sheets/description";

/** What stores the texts of each kind. */
export const textsOf = { post: importingOf(post), sheet: importingOf(sheet) };

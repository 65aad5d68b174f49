import { putBackRemovedAction } from "../../app/admin/deleted/actions";
import type { RemovableKind } from "../../lib/features/removals/schema";

/** The way back from a deletion, for Undo. */
export const putBack = (kind: RemovableKind, ids: readonly number[]) =>
  putBackRemovedAction({ items: ids.map((id) => ({ kind, id })) });

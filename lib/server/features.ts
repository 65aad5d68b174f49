import { handingOver } from "../features/accounts/users/belongings";
import { handOverFiles } from "../features/attachments/handing-over";
import { handOverJournals } from "../features/journals/handing-over";
import { handOverTexts } from "../features/writing/handing-over";
import { accountsIdentity } from "../features/accounts/sign-in/identity";
import { changePace, ownLines } from "../core/change-pace";
import { AppError } from "../core/errors";
import { siteRestore } from "../features/backups/restore-state";
import { identity } from "../core/identity";
import { readersTurn } from "../core/readers-turn";
import { writersTurn } from "../core/writers-turn";
import { siteFacts } from "../core/site-facts";
import { planMailing } from "../features/followers/planning";
import { afterSaving } from "../features/writing/saved";
import { getSite } from "../features/site/queries";
import { attachmentRemoval } from "../features/attachments/removal";
import { journalRemoval } from "../features/journals/removal";
import { linkRemoval } from "../features/links/removal";
import { menuRemoval } from "../features/menus/removal";
import { photoRemoval } from "../features/photos/removal";
import { redirectRemoval } from "../features/redirects/removal";
import { handOverRemoved } from "../features/removals/handing-over";
import { removables } from "../features/removals/removable";
import { categoryRemoval } from "../features/taxonomy/categories/removal";
import { tagRemoval } from "../features/taxonomy/tags/removal";
import { takeChange } from "../services/limits/change-pace";
import { countWithoutLine, takeLine } from "../services/limits/counted-changes";
import { takeReadersTurn } from "../services/limits/readers-turns";
import { takeWritersTurn } from "../services/limits/writers-turns";

/** Connects the ports of lower parts with features; called once, before anything is answered. */
export function provideFeatures(): void {
  changePace.provide(takeChange);
  ownLines.provide({ take: takeLine, count: countWithoutLine });
  readersTurn.provide(takeReadersTurn);
  writersTurn.provide(takeWritersTurn);
  identity.provide(accountsIdentity);
  siteFacts.provide(getSite);
  // The server provides one that works, once it serves.
  siteRestore.provide(() => {
    throw new AppError("unavailable", "The server is still starting. Please try again.", { retryAfter: 5 });
  });
  afterSaving.provide(planMailing);
  removables.provide([
    journalRemoval,
    categoryRemoval,
    tagRemoval,
    linkRemoval,
    photoRemoval,
    menuRemoval,
    redirectRemoval,
    attachmentRemoval,
  ]);
  handingOver.provide([handOverTexts, handOverJournals, handOverFiles, handOverRemoved]);
}

import { deleteAttachments, setAttachmentTeams } from "../features/attachments/bulk";
import * as attachments from "../features/attachments/mutations";
import { getAttachment, listAttachments, listAttachmentTeams } from "../features/attachments/queries";
import { remakePictures } from "../features/attachments/remaking-all";
import { listAttachmentUsages } from "../features/attachments/usages";
import { listArchives } from "../features/writing/archives/queries";
import { endOtherSessions, endSession, endUserSession, endUserSessions } from "../features/accounts/sessions/browsers";
import { generateMfaKey, setMfa } from "../features/accounts/factors/mfa";
import { resetFactor } from "../features/accounts/factors/resetting";
import { logIn, logOut, precheckLogin, refreshTokens } from "../features/accounts/sign-in/mutations";
import { createPersonalToken, deletePersonalToken, deleteUserToken } from "../features/accounts/tokens/personal-tokens";
import {
  changePassword,
  createPasswordCode,
  requestPasswordCode,
  setPasswordWithCode,
} from "../features/accounts/users/passwords";
import { getPersonalToken, listPersonalTokens, listUserTokens } from "../features/accounts/tokens/listing";
import { listSessions, listUserSessions } from "../features/accounts/sessions/listing";
import { renewOwnRecoveryCodes } from "../features/accounts/factors/recovery";
import * as backups from "../features/backups/mutations";
import { getBackup, getRestore, listBackups, listReplaced } from "../features/backups/queries";
import { removeReplaced } from "../features/backups/replaced-mutations";
import { cancelRestore, restoreBackup } from "../features/backups/restore-mutations";
import * as categories from "../features/taxonomy/categories/mutations";
import { getCategory, listCategories, listPublicCategories } from "../features/taxonomy/categories/queries";
import * as blocks from "../features/comments/blocks/mutations";
import { getBlock, listBlocks } from "../features/comments/blocks/queries";
import * as comments from "../features/comments/creating";
import { journalComments, postComments, sheetComments } from "../features/comments/mutations";
import {
  listCommentsOnJournal,
  listCommentsOnPost,
  listCommentsOnSheet,
  managedJournalComments,
  managedPostComments,
  managedSheetComments,
} from "../features/comments/queries";
import * as queue from "../features/comments/queue/mutations";
import { listOwnComments } from "../features/comments/queue/own-comments";
import { countComments, getComment, getCommentsRemoval, listComments } from "../features/comments/queue/queries";
import type { z } from "zod";
import type { Operation } from "../core/operation";
import { type Manner, type Method, queryNamesOf, type Route } from "../doors/endpoint";
import { follow } from "../features/followers/following";
import * as followers from "../features/followers/mutations";
import { countFollowers, getFollower, listFollowers } from "../features/followers/queries";
import { likeJournal } from "../features/journals/likes";
import * as journals from "../features/journals/mutations";
import { getJournal, getPublicJournal, listJournals, listPublicJournals } from "../features/journals/queries";
import { checkLinks } from "../features/links/checking";
import * as links from "../features/links/mutations";
import { moveLink, placeLinks, setLinkTeam } from "../features/links/ordering";
import { proposeLink } from "../features/links/proposing";
import { countLinks, getLink, listLinks, listLinkTeams, listPublicLinks, searchLinks } from "../features/links/queries";
import * as menus from "../features/menus/mutations";
import { findTargets } from "../features/menus/targets";
import { getMenu, listMenus, listPublicMenus } from "../features/menus/queries";
import { likePhoto } from "../features/photos/likes";
import * as photos from "../features/photos/mutations";
import { movePhoto, placePhotos } from "../features/photos/ordering";
import {
  countPhotos,
  getPhoto,
  listLatestPhotos,
  listPhotos,
  listPhotoTeams,
  listPublicPhotos,
  searchPhotos,
  searchPublicPhotos,
} from "../features/photos/queries";
import * as redirects from "../features/redirects/mutations";
import { getRedirect, getRedirectTable, listMissedAddresses, listRedirects } from "../features/redirects/queries";
import { forgetMissedAddresses } from "../features/redirects/traces";
import { forgetRemoved, putBackRemoved } from "../features/removals/mutations";
import { listRemoved } from "../features/removals/queries";
import * as bulk from "../features/writing/posts/bulk";
import { setPostsCategories, setPostsTags } from "../features/writing/posts/filing";
import { cancelJob, retryJob } from "../services/jobs/mutations";
import { getJob, listJobs } from "../services/jobs/queries";
import { createExport, deleteExport, downloadExport } from "../features/moving/exports/mutations";
import { listExports } from "../features/moving/exports/queries";
import { cancelImport, resumeImport, undoImport } from "../features/moving/imports/mutations";
import { getImport, listImportRecords, listImports } from "../features/moving/imports/queries";
import { createImport, startAgain } from "../features/moving/imports/sending";
import { listLogs } from "../features/logs/queries";
import { testMail } from "../services/mail/mutations";
import * as options from "../features/options/mutations";
import { previewAppearance } from "../features/options/preview";
import { getOption, listOptions, listPublicOptions, listSettings } from "../features/options/queries";
import {
  getPost,
  getPostRevision,
  getPostRevisionDiff,
  getPublicPost,
  getPublicPostBySlug,
  getPostTranslations,
  likePost,
  listPostRevisions,
  listPosts,
  listPublicPosts,
} from "../features/writing/posts/queries";
import * as posts from "../features/writing/posts/mutations";
import { getRelated, getSeries } from "../features/writing/posts/related";
import { getNeighbours } from "../features/writing/posts/neighbours";
import { createPreviewLink, discardWorkingText, restorePostRevision } from "../features/writing/posts/mutations";
import { suggestWords } from "../features/writing/posts/suggesting";
import { searchPosts } from "../features/writing/posts/search";
import { searches } from "../features/writing/posts/search-limit";
import {
  getPublicSheet,
  getPublicSheetBySlug,
  getSheet,
  getSheetRevision,
  getSheetRevisionDiff,
  getSheetTranslations,
  likeSheet,
  listPublicSheets,
  listSheetRevisions,
  listSheets,
} from "../features/writing/sheets/queries";
import * as sheets from "../features/writing/sheets/mutations";
import {
  createSheetPreviewLink,
  discardSheetWorkingText,
  restoreSheetRevision,
} from "../features/writing/sheets/mutations";
import { getPublicStatistics, getStatistics } from "../features/statistics/queries";
import { getStorage } from "../features/statistics/storage";
import { getPostViews, getReferrers, getSheetViews, getViews, listMostRead } from "../features/statistics/views";
import { mergeTags } from "../features/taxonomy/tags/merging";
import * as tags from "../features/taxonomy/tags/mutations";
import { getTag, listPublicTags, listTags } from "../features/taxonomy/tags/queries";
import { createInvitation, deleteInvitation } from "../features/accounts/invitations/invitations";
import { createUser } from "../features/accounts/users/mutations";
import { updateProfile } from "../features/accounts/users/profile";
import { countUsers, getProfile, getUser, listInvitations, listUsers } from "../features/accounts/users/queries";
import { requestRegistrationCode } from "../features/accounts/invitations/registration-codes";
import { register } from "../features/accounts/invitations/registration";
import { deleteUser, getUserRemoval, updateUser } from "../features/accounts/users/staff";
import * as webhooks from "../features/webhooks/mutations";
import { getWebhook, listDeliveries, listWebhooks } from "../features/webhooks/queries";

/** The names between braces in a path. */
type NamesIn<P extends string> = P extends `${string}{${infer Name}}${infer Rest}` ? Name | NamesIn<Rest> : never;

/** A line of the table; its type allows only path parameters that the operation takes. */
const line =
  (method: Method) =>
  <P extends string, I extends z.ZodType, O extends z.ZodType>(
    path: P & ([NamesIn<P>] extends [keyof z.input<I>] ? unknown : never),
    operation: Operation<I, O>,
    ...manners: Manner[]
  ): Route => {
    // The table mixes operations of many types; the door parses input with their schemas.
    const route: Route = { method, path, operation: operation as unknown as Operation, manner: {} };
    const isSearched = method === "GET" && path.startsWith("/content/") && queryNamesOf(route).has("keyword");
    return { ...route, manner: Object.assign(isSearched ? { searches } : {}, ...manners) as Manner };
  };
const [get, post, put, del] = [line("GET"), line("POST"), line("PUT"), line("DELETE")];

const created: Manner = { created: true };
const accepted: Manner = { accepted: true };
const currentPassword: Manner = { currentPassword: true };
const batch: Manner = { items: true };
const autoSave: Manner = { query: ["autoSave"] };
const force: Manner = { query: ["force"] };
const permanent: Manner = { query: ["permanent"] };
const ifMatch: Manner = { ifMatch: true };
const upload: Manner = { upload: true };
/** A job does the work after the answer; `Location` leads to the import or the job, which says how far it is. */
const importing: Manner = { accepted: { at: "/api/admin/imports", by: "id" } };
const byJob: Manner = { accepted: { at: "/api/admin/jobs", by: "jobId" } };
const sentToImport: Manner = { upload: { names: ["file", "media"], most: "import_max_size" } };
const file: Manner = { file: true };
const unlocked: Manner = { unlocked: true };
const ids: Manner = { query: ["ids"] };
const approve: Manner = { query: ["approve"] };
const idsAndReplies: Manner = { query: ["ids", "replies"] };

/** The lines that manage comments on one kind of text. */
const managed = (
  below: string,
  { list, get: one }: typeof managedPostComments,
  create: typeof comments.createPostComment,
  { update, setStatus, setStatuses, remove, removeAll }: typeof postComments,
): Route[] => [
  get(below, list),
  post(below, create, created),
  del(below, removeAll, ids),
  put(`${below}/status/{status}`, setStatuses, batch),
  get(`${below}/{commentId}`, one),
  put(`${below}/{commentId}`, update),
  del(`${below}/{commentId}`, remove),
  put(`${below}/{commentId}/status/{status}`, setStatus),
];

/**
 * The whole JSON API below `/api`, resource by resource: first what manages a site, then what visitors may read and do.
 */
export const routes: Route[] = [
  post("/admin/login/precheck", precheckLogin),
  post("/admin/login", logIn),
  post("/admin/refresh", refreshTokens),
  post("/admin/logout", logOut),
  post("/admin/registration", register, { created: "/api/admin/users" }),
  post("/admin/registration/code", requestRegistrationCode),
  post("/admin/password/code", requestPasswordCode),
  put("/admin/password/reset", setPasswordWithCode),

  get("/admin/attachments", listAttachments),
  post("/admin/attachments", attachments.createAttachments, created, upload),
  del("/admin/attachments", deleteAttachments, { query: ["ids", "force"] }),
  get("/admin/attachments/teams", listAttachmentTeams),
  put("/admin/attachments/teams", setAttachmentTeams, batch),
  post("/admin/attachments/pictures", remakePictures),
  get("/admin/attachments/{attachmentId}", getAttachment),
  put("/admin/attachments/{attachmentId}", attachments.updateAttachment),
  put("/admin/attachments/{attachmentId}/file", attachments.replaceAttachmentFile, upload),
  get("/admin/attachments/{attachmentId}/usages", listAttachmentUsages),
  del("/admin/attachments/{attachmentId}", attachments.deleteAttachment, force),

  get("/admin/backups", listBackups),
  post("/admin/backups", backups.createBackup, accepted),
  get("/admin/backups/restore", getRestore),
  post("/admin/backups/restore/cancel", cancelRestore),
  get("/admin/backups/replaced", listReplaced),
  del("/admin/backups/replaced/{name}", removeReplaced),
  get("/admin/backups/{name}", getBackup),
  put("/admin/backups/{name}", backups.uploadBackup, { raw: true }),
  del("/admin/backups/{name}", backups.deleteBackup),
  post("/admin/backups/{name}/verify", backups.verifyBackup, accepted),
  post("/admin/backups/{name}/restore", restoreBackup, accepted, currentPassword, { authcode: true }),

  get("/admin/categories", listCategories),
  post("/admin/categories", categories.createCategory, created),
  put("/admin/categories/batch", categories.updateCategories, batch),
  put("/admin/categories/places", categories.placeCategories, batch),
  get("/admin/categories/{categoryId}", getCategory),
  put("/admin/categories/{categoryId}", categories.updateCategory),
  del("/admin/categories/{categoryId}", categories.deleteCategory),

  get("/admin/users", listUsers),
  post("/admin/users", createUser, created),
  get("/admin/users/counts", countUsers),
  get("/admin/users/{userId}", getUser),
  put("/admin/users/{userId}", updateUser),
  del("/admin/users/{userId}", deleteUser, { query: ["heir"] }),
  get("/admin/users/{userId}/removal", getUserRemoval),
  get("/admin/users/{userId}/sessions", listUserSessions),
  del("/admin/users/{userId}/sessions", endUserSessions),
  del("/admin/users/{userId}/sessions/{sessionId}", endUserSession),
  get("/admin/users/{userId}/tokens", listUserTokens),
  del("/admin/users/{userId}/tokens/{tokenId}", deleteUserToken),
  del("/admin/users/{userId}/mfa", resetFactor),
  post("/admin/users/{userId}/password-code", createPasswordCode),
  get("/admin/invitations", listInvitations),
  post("/admin/invitations", createInvitation, created),
  del("/admin/invitations/{invitationId}", deleteInvitation),
  get("/admin/profile", getProfile),
  put("/admin/profile", updateProfile, currentPassword),
  put("/admin/profile/password", changePassword),
  put("/admin/profile/mfa/generate", generateMfaKey),
  put("/admin/profile/mfa", setMfa, currentPassword),
  put("/admin/profile/mfa/recovery-codes", renewOwnRecoveryCodes),
  get("/admin/profile/sessions", listSessions),
  del("/admin/profile/sessions", endOtherSessions),
  del("/admin/profile/sessions/{sessionId}", endSession),
  get("/admin/profile/comments", listOwnComments),
  get("/admin/tokens", listPersonalTokens),
  post("/admin/tokens", createPersonalToken, created),
  get("/admin/tokens/{tokenId}", getPersonalToken),
  del("/admin/tokens/{tokenId}", deletePersonalToken),

  ...managed("/admin/posts/comments", managedPostComments, comments.createPostComment, postComments),
  ...managed("/admin/sheets/comments", managedSheetComments, comments.createSheetComment, sheetComments),
  ...managed("/admin/journals/comments", managedJournalComments, comments.createJournalComment, journalComments),

  get("/admin/comments", listComments),
  post("/admin/comments", queue.replyToComment, created, approve),
  del("/admin/comments", queue.deleteComments, idsAndReplies),
  get("/admin/comments/counts", countComments),
  get("/admin/comments/removal", getCommentsRemoval),
  put("/admin/comments/state", queue.setCommentStates, batch),
  put("/admin/comments/state/{state}", queue.setCommentsState, batch),
  get("/admin/comments/blocks", listBlocks),
  post("/admin/comments/blocks", blocks.createBlock, created),
  get("/admin/comments/blocks/{blockId}", getBlock),
  del("/admin/comments/blocks/{blockId}", blocks.deleteBlock),
  get("/admin/comments/{commentId}", getComment),
  put("/admin/comments/{commentId}", queue.updateComment),

  get("/admin/journals", listJournals),
  post("/admin/journals", journals.createJournal, created),
  get("/admin/journals/{id}", getJournal),
  put("/admin/journals/{id}", journals.updateJournal, ifMatch),
  del("/admin/journals/{id}", journals.deleteJournal),

  get("/admin/deleted", listRemoved),
  del("/admin/deleted", forgetRemoved, ids),
  post("/admin/deleted/back", putBackRemoved, batch),

  get("/admin/followers", listFollowers),
  get("/admin/followers/counts", countFollowers),
  del("/admin/followers", followers.deleteFollowers, ids),
  get("/admin/followers/{id}", getFollower),
  del("/admin/followers/{id}", followers.deleteFollower),
  get("/admin/redirects", listRedirects),
  post("/admin/redirects", redirects.createRedirect, created),
  put("/admin/redirects/batch", redirects.updateRedirects, batch),
  del("/admin/redirects", redirects.deleteRedirects, ids),
  get("/admin/redirects/table", getRedirectTable),
  post("/admin/redirects/table", redirects.takeRedirects),
  get("/admin/redirects/missed", listMissedAddresses),
  del("/admin/redirects/missed", forgetMissedAddresses, ids),
  get("/admin/redirects/{id}", getRedirect),
  put("/admin/redirects/{id}", redirects.updateRedirect),
  del("/admin/redirects/{id}", redirects.deleteRedirect),

  get("/admin/links", listLinks),
  post("/admin/links", links.createLink, created),
  put("/admin/links/batch", links.updateLinks, batch),
  del("/admin/links", links.deleteLinks, ids),
  get("/admin/links/matching", searchLinks),
  get("/admin/links/counts", countLinks),
  get("/admin/links/teams", listLinkTeams),
  put("/admin/links/team", setLinkTeam),
  put("/admin/links/places", placeLinks, batch),
  post("/admin/links/check", checkLinks),
  post("/admin/links/proposal", proposeLink),
  get("/admin/links/{id}", getLink),
  put("/admin/links/{id}", links.updateLink),
  put("/admin/links/{id}/place", moveLink),
  del("/admin/links/{id}", links.deleteLink),

  get("/admin/options", listOptions),
  post("/admin/options", options.createOption, created),
  put("/admin/options/batch", options.setOptions, batch),
  get("/admin/options/known", listSettings),
  post("/admin/options/preview", previewAppearance),
  get("/admin/options/{optionId}", getOption),
  put("/admin/options/{optionId}", options.updateOption),
  del("/admin/options/{optionId}", options.deleteOption),

  get("/admin/photos", listPhotos),
  post("/admin/photos", photos.createPhoto, created),
  del("/admin/photos", photos.deletePhotos, ids),
  get("/admin/photos/latest", listLatestPhotos),
  get("/admin/photos/matching", searchPhotos),
  get("/admin/photos/counts", countPhotos),
  get("/admin/photos/teams", listPhotoTeams),
  post("/admin/photos/batch", photos.createPhotos, created, batch),
  put("/admin/photos/batch", photos.updatePhotos, batch),
  put("/admin/photos/places", placePhotos, batch),
  get("/admin/photos/{photoId}", getPhoto),
  put("/admin/photos/{photoId}", photos.updatePhoto),
  put("/admin/photos/{photoId}/place", movePhoto),
  del("/admin/photos/{photoId}", photos.deletePhoto),

  get("/admin/posts", listPosts),
  post("/admin/posts", posts.createPost, created, autoSave),
  put("/admin/posts/status", bulk.setPostStatuses, batch),
  put("/admin/posts/status/{status}", bulk.setPostsStatus, batch),
  put("/admin/posts/tags", setPostsTags, batch),
  put("/admin/posts/categories", setPostsCategories, batch),
  get("/admin/posts/{postId}", getPost),
  put("/admin/posts/{postId}", posts.updatePost, autoSave, ifMatch),
  put("/admin/posts/{postId}/content", posts.updatePostContent, ifMatch),
  put("/admin/posts/{postId}/status/{status}", posts.setPostStatus, ifMatch),
  del("/admin/posts/{postId}", posts.deletePost, permanent),
  del("/admin/posts/{postId}/working-text", discardWorkingText, ifMatch),
  get("/admin/posts/{postId}/revisions", listPostRevisions),
  get("/admin/posts/{postId}/revisions/{revisionId}", getPostRevision),
  get("/admin/posts/{postId}/revisions/{revisionId}/diff", getPostRevisionDiff),
  post("/admin/posts/{postId}/revisions/{revisionId}/restore", restorePostRevision),
  post("/admin/posts/{postId}/preview-link", createPreviewLink),

  get("/admin/sheets", listSheets),
  post("/admin/sheets", sheets.createSheet, created, autoSave),
  get("/admin/sheets/{sheetId}", getSheet),
  put("/admin/sheets/{sheetId}", sheets.updateSheet, autoSave, ifMatch),
  put("/admin/sheets/{sheetId}/content", sheets.updateSheetContent, ifMatch),
  put("/admin/sheets/{sheetId}/status/{status}", sheets.setSheetStatus, ifMatch),
  del("/admin/sheets/{sheetId}", sheets.deleteSheet, permanent),
  del("/admin/sheets/{sheetId}/working-text", discardSheetWorkingText, ifMatch),
  get("/admin/sheets/{sheetId}/revisions", listSheetRevisions),
  get("/admin/sheets/{sheetId}/revisions/{revisionId}", getSheetRevision),
  get("/admin/sheets/{sheetId}/revisions/{revisionId}/diff", getSheetRevisionDiff),
  post("/admin/sheets/{sheetId}/revisions/{revisionId}/restore", restoreSheetRevision),
  post("/admin/sheets/{sheetId}/preview-link", createSheetPreviewLink),

  get("/admin/tags", listTags),
  post("/admin/tags", tags.createTag, created),
  get("/admin/tags/{tagId}", getTag),
  put("/admin/tags/{tagId}", tags.updateTag),
  del("/admin/tags/{tagId}", tags.deleteTag),
  put("/admin/tags/{tagId}/merge", mergeTags, batch),

  post("/admin/mail/test", testMail),
  get("/admin/webhooks", listWebhooks),
  post("/admin/webhooks", webhooks.createWebhook, created),
  get("/admin/webhooks/{webhookId}", getWebhook),
  put("/admin/webhooks/{webhookId}", webhooks.updateWebhook),
  del("/admin/webhooks/{webhookId}", webhooks.deleteWebhook),
  post("/admin/webhooks/{webhookId}/ping", webhooks.pingWebhook),
  get("/admin/webhooks/{webhookId}/deliveries", listDeliveries),
  post("/admin/webhooks/{webhookId}/deliveries/{attemptId}/resend", webhooks.resendDelivery),
  get("/admin/logs", listLogs),
  get("/admin/imports", listImports),
  post("/admin/imports", createImport, importing, sentToImport),
  get("/admin/imports/{importId}", getImport),
  get("/admin/imports/{importId}/records", listImportRecords),
  post("/admin/imports/{importId}/cancel", cancelImport, importing),
  post("/admin/imports/{importId}/resume", resumeImport, importing),
  post("/admin/imports/{importId}/again", startAgain, importing),
  del("/admin/imports/{importId}", undoImport, importing),
  get("/admin/exports", listExports),
  post("/admin/exports", createExport, byJob),
  get("/admin/exports/{name}/file", downloadExport, file),
  del("/admin/exports/{name}", deleteExport),

  get("/admin/jobs", listJobs),
  get("/admin/jobs/{jobId}", getJob),
  post("/admin/jobs/{jobId}/cancel", cancelJob),
  post("/admin/jobs/{jobId}/retry", retryJob),

  get("/admin/menus", listMenus),
  post("/admin/menus", menus.createMenu, created),
  put("/admin/menus/batch", menus.updateMenus, batch),
  put("/admin/menus/places", menus.placeMenus, batch),
  get("/admin/menus/targets", findTargets),
  get("/admin/menus/{menuId}", getMenu),
  put("/admin/menus/{menuId}", menus.updateMenu),
  del("/admin/menus/{menuId}", menus.deleteMenu),
  get("/admin/statistics", getStatistics),
  get("/admin/statistics/views", getViews),
  get("/admin/statistics/posts", listMostRead),
  get("/admin/statistics/posts/{postId}/views", getPostViews),
  get("/admin/statistics/sheets/{sheetId}/views", getSheetViews),
  get("/admin/statistics/referrers", getReferrers),
  get("/admin/statistics/storage", getStorage),

  get("/content/posts", listPublicPosts),
  get("/content/posts/search", searchPosts),
  get("/content/posts/search/suggestion", suggestWords),
  get("/content/posts/slug/{slug}", getPublicPostBySlug, unlocked),
  get("/content/posts/{postId}", getPublicPost, unlocked),
  get("/content/posts/{postId}/neighbours", getNeighbours),
  get("/content/posts/{postId}/related", getRelated),
  get("/content/posts/{postId}/translations", getPostTranslations),
  post("/content/posts/{postId}/likes", likePost),
  post("/content/posts/comments", comments.submitPostComment, { created: "/api/admin/posts/comments" }, unlocked),
  get("/content/posts/{id}/comments", listCommentsOnPost, unlocked),
  post("/content/sheets/comments", comments.submitSheetComment, { created: "/api/admin/sheets/comments" }, unlocked),
  get("/content/sheets/{id}/comments", listCommentsOnSheet, unlocked),
  post(
    "/content/journals/comments",
    comments.submitJournalComment,
    { created: "/api/admin/journals/comments" },
    unlocked,
  ),
  get("/content/journals/{id}/comments", listCommentsOnJournal, unlocked),
  get("/content/sheets", listPublicSheets),
  get("/content/sheets/slug/{slug}", getPublicSheetBySlug, unlocked),
  get("/content/sheets/{sheetId}", getPublicSheet, unlocked),
  get("/content/sheets/{sheetId}/translations", getSheetTranslations),
  post("/content/sheets/{sheetId}/likes", likeSheet),
  get("/content/categories", listPublicCategories),
  get("/content/categories/{category}/posts", listPublicPosts),
  get("/content/tags", listPublicTags),
  get("/content/tags/{tag}/posts", listPublicPosts),
  get("/content/tags/{tag}/series", getSeries),
  get("/content/journals", listPublicJournals),
  get("/content/journals/{id}", getPublicJournal),
  post("/content/journals/{id}/likes", likeJournal),
  get("/content/options", listPublicOptions),
  get("/content/links", listPublicLinks),
  get("/content/photos", listPublicPhotos),
  get("/content/photos/matching", searchPublicPhotos),
  post("/content/photos/{photoId}/likes", likePhoto),
  get("/content/archives", listArchives),
  get("/content/menus", listPublicMenus),
  get("/content/statistics", getPublicStatistics),
  post("/content/followers", follow),
];

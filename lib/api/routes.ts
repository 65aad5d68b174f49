import * as attachments from "../features/attachments/mutations";
import { getAttachment, listAttachments, listAttachmentTeams } from "../features/attachments/queries";
import { remakePictures } from "../features/attachments/remaking-all";
import { listAttachmentUsages } from "../features/attachments/usages";
import { listArchives } from "../features/writing/archives/queries";
import { endOtherSessions, endSession } from "../features/accounts/sessions/browsers";
import { generateMfaKey, setMfa } from "../features/accounts/factors/mfa";
import { logIn, logOut, precheckLogin, refreshTokens } from "../features/accounts/sign-in/mutations";
import { createPersonalToken, deletePersonalToken } from "../features/accounts/tokens/personal-tokens";
import {
  changePassword,
  createPasswordCode,
  requestPasswordCode,
  setPasswordWithCode,
} from "../features/accounts/users/passwords";
import { getPersonalToken, listPersonalTokens } from "../features/accounts/tokens/own-tokens";
import { listSessions } from "../features/accounts/sessions/own-sessions";
import { renewOwnRecoveryCodes } from "../features/accounts/factors/recovery";
import * as categories from "../features/taxonomy/categories/mutations";
import { getCategory, listCategories, listPublicCategories } from "../features/taxonomy/categories/queries";
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
import type { z } from "zod";
import type { Operation } from "../core/operation";
import type { Manner, Method, Route } from "../doors/endpoint";
import { likeJournal } from "../features/journals/likes";
import * as journals from "../features/journals/mutations";
import { getJournal, getPublicJournal, listJournals, listPublicJournals } from "../features/journals/queries";
import * as links from "../features/links/mutations";
import { getLink, listLinks, listLinkTeams, listPublicLinks } from "../features/links/queries";
import * as menus from "../features/menus/mutations";
import { getMenu, listMenus, listPublicMenus } from "../features/menus/queries";
import { likePhoto } from "../features/photos/likes";
import * as photos from "../features/photos/mutations";
import { getPhoto, listLatestPhotos, listPhotos, listPhotoTeams, listPublicPhotos } from "../features/photos/queries";
import * as bulk from "../features/writing/posts/bulk";
import { cancelJob, retryJob } from "../services/jobs/mutations";
import { getJob, listJobs } from "../services/jobs/queries";
import { listLogs } from "../features/logs/queries";
import { testMail } from "../services/mail/mutations";
import * as options from "../features/options/mutations";
import { getOption, listOptions, listPublicOptions, listSettings } from "../features/options/queries";
import {
  getPost,
  getPostRevision,
  getPostRevisionDiff,
  getPublicPost,
  getPublicPostBySlug,
  likePost,
  listPostRevisions,
  listPosts,
  listPublicPosts,
} from "../features/writing/posts/queries";
import * as posts from "../features/writing/posts/mutations";
import { getNeighbours } from "../features/writing/posts/neighbours";
import { createPreviewLink, discardWorkingText, restorePostRevision } from "../features/writing/posts/mutations";
import { searchPosts } from "../features/writing/posts/search";
import { searches } from "../features/writing/posts/search-limit";
import {
  getPublicSheet,
  getPublicSheetBySlug,
  getSheet,
  getSheetRevision,
  getSheetRevisionDiff,
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
import { mergeTags } from "../features/taxonomy/tags/merging";
import * as tags from "../features/taxonomy/tags/mutations";
import { getTag, listPublicTags, listTags } from "../features/taxonomy/tags/queries";
import { createInvitation, deleteInvitation } from "../features/accounts/invitations/invitations";
import { createUser } from "../features/accounts/users/mutations";
import { updateProfile } from "../features/accounts/users/profile";
import { getProfile, getUser, listInvitations, listUsers } from "../features/accounts/users/queries";
import { requestRegistrationCode } from "../features/accounts/invitations/registration-codes";
import { register } from "../features/accounts/invitations/registration";
import { deleteUser, updateUser } from "../features/accounts/users/staff";
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
  ): Route => ({
    method,
    path,
    // The table mixes operations of many types; the door parses input with their schemas.
    operation: operation as unknown as Operation,
    manner: manners.reduce((all, manner) => ({ ...all, ...manner }), {}),
  });
const [get, post, put, del] = [line("GET"), line("POST"), line("PUT"), line("DELETE")];

const created: Manner = { created: true };
const currentPassword: Manner = { currentPassword: true };
const batch: Manner = { items: true };
const autoSave: Manner = { query: ["autoSave"] };
const force: Manner = { query: ["force"] };
const permanent: Manner = { query: ["permanent"] };
const ifMatch: Manner = { ifMatch: true };
const upload: Manner = { upload: true };
const unlocked: Manner = { unlocked: true };
const ids: Manner = { query: ["ids"] };

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
  get("/admin/attachments/teams", listAttachmentTeams),
  post("/admin/attachments/pictures", remakePictures),
  get("/admin/attachments/{attachmentId}", getAttachment),
  put("/admin/attachments/{attachmentId}", attachments.updateAttachment),
  put("/admin/attachments/{attachmentId}/file", attachments.replaceAttachmentFile, upload),
  get("/admin/attachments/{attachmentId}/usages", listAttachmentUsages),
  del("/admin/attachments/{attachmentId}", attachments.deleteAttachment, force),

  get("/admin/categories", listCategories),
  post("/admin/categories", categories.createCategory, created),
  put("/admin/categories/batch", categories.updateCategories, batch),
  get("/admin/categories/{categoryId}", getCategory),
  put("/admin/categories/{categoryId}", categories.updateCategory),
  del("/admin/categories/{categoryId}", categories.deleteCategory),

  get("/admin/users", listUsers),
  post("/admin/users", createUser, created),
  get("/admin/users/{userId}", getUser),
  put("/admin/users/{userId}", updateUser),
  del("/admin/users/{userId}", deleteUser),
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
  get("/admin/tokens", listPersonalTokens),
  post("/admin/tokens", createPersonalToken, created),
  get("/admin/tokens/{tokenId}", getPersonalToken),
  del("/admin/tokens/{tokenId}", deletePersonalToken),

  ...managed("/admin/posts/comments", managedPostComments, comments.createPostComment, postComments),
  ...managed("/admin/sheets/comments", managedSheetComments, comments.createSheetComment, sheetComments),
  ...managed("/admin/journals/comments", managedJournalComments, comments.createJournalComment, journalComments),

  get("/admin/journals", listJournals),
  post("/admin/journals", journals.createJournal, created),
  get("/admin/journals/{id}", getJournal),
  put("/admin/journals/{id}", journals.updateJournal),
  del("/admin/journals/{id}", journals.deleteJournal),

  get("/admin/links", listLinks),
  post("/admin/links", links.createLink, created),
  put("/admin/links/batch", links.updateLinks, batch),
  get("/admin/links/teams", listLinkTeams),
  get("/admin/links/{id}", getLink),
  put("/admin/links/{id}", links.updateLink),
  del("/admin/links/{id}", links.deleteLink),

  get("/admin/options", listOptions),
  post("/admin/options", options.createOption, created),
  put("/admin/options/batch", options.setOptions, batch),
  get("/admin/options/known", listSettings),
  get("/admin/options/{optionId}", getOption),
  put("/admin/options/{optionId}", options.updateOption),
  del("/admin/options/{optionId}", options.deleteOption),

  get("/admin/photos", listPhotos),
  post("/admin/photos", photos.createPhoto, created),
  get("/admin/photos/latest", listLatestPhotos),
  get("/admin/photos/teams", listPhotoTeams),
  post("/admin/photos/batch", photos.createPhotos, created, batch),
  put("/admin/photos/batch", photos.updatePhotos, batch),
  get("/admin/photos/{photoId}", getPhoto),
  put("/admin/photos/{photoId}", photos.updatePhoto),
  del("/admin/photos/{photoId}", photos.deletePhoto),

  get("/admin/posts", listPosts),
  post("/admin/posts", posts.createPost, created, autoSave),
  put("/admin/posts/status", bulk.setPostStatuses, batch),
  put("/admin/posts/status/{status}", bulk.setPostsStatus, batch),
  put("/admin/posts/tags", bulk.setPostsTags, batch),
  get("/admin/posts/{postId}", getPost),
  put("/admin/posts/{postId}", posts.updatePost, autoSave, ifMatch),
  put("/admin/posts/{postId}/content", posts.updatePostContent, ifMatch),
  put("/admin/posts/{postId}/status/{status}", posts.setPostStatus),
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
  put("/admin/sheets/{sheetId}/status/{status}", sheets.setSheetStatus),
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
  get("/admin/logs", listLogs),
  get("/admin/jobs", listJobs),
  get("/admin/jobs/{jobId}", getJob),
  post("/admin/jobs/{jobId}/cancel", cancelJob),
  post("/admin/jobs/{jobId}/retry", retryJob),

  get("/admin/menus", listMenus),
  post("/admin/menus", menus.createMenu, created),
  put("/admin/menus/batch", menus.updateMenus, batch),
  get("/admin/menus/{menuId}", getMenu),
  put("/admin/menus/{menuId}", menus.updateMenu),
  del("/admin/menus/{menuId}", menus.deleteMenu),
  get("/admin/statistics", getStatistics),

  get("/content/posts", listPublicPosts),
  get("/content/posts/search", searchPosts, { rate: searches }),
  get("/content/posts/slug/{slug}", getPublicPostBySlug, unlocked),
  get("/content/posts/{postId}", getPublicPost, unlocked),
  get("/content/posts/{postId}/neighbours", getNeighbours),
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
  post("/content/sheets/{sheetId}/likes", likeSheet),
  get("/content/categories", listPublicCategories),
  get("/content/categories/{category}/posts", listPublicPosts),
  get("/content/tags", listPublicTags),
  get("/content/tags/{tag}/posts", listPublicPosts),
  get("/content/journals", listPublicJournals),
  get("/content/journals/{id}", getPublicJournal),
  post("/content/journals/{id}/likes", likeJournal),
  get("/content/options", listPublicOptions),
  get("/content/links", listPublicLinks),
  get("/content/photos", listPublicPhotos),
  post("/content/photos/{photoId}/likes", likePhoto),
  get("/content/archives", listArchives),
  get("/content/menus", listPublicMenus),
  get("/content/statistics", getPublicStatistics),
];

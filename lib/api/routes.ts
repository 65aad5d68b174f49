import { endOtherSessions, endSession } from "../auth/browsers";
import { generateMfaKey, setMfa } from "../auth/mfa";
import { logIn, logOut, precheckLogin, refreshTokens } from "../auth/mutations";
import { changePassword, createPasswordCode, requestPasswordCode, setPasswordWithCode } from "../auth/passwords";
import { listSessions } from "../auth/queries";
import { renewOwnRecoveryCodes } from "../auth/recovery";
import * as categories from "../categories/mutations";
import { getCategory, listCategories, listPublicCategories } from "../categories/queries";
import type { Operation } from "../core/operation";
import type { Manner, Method, Route } from "../doors/endpoint";
import * as bulk from "../posts/bulk";
import { getPostRevisionDiff } from "../posts/comparison";
import { likePost } from "../posts/likes";
import * as posts from "../posts/mutations";
import { getNeighbours, getPost, getPublicPost, getPublicPostBySlug, listPosts, listPublicPosts } from "../posts/queries";
import { createPreviewLink } from "../posts/previews";
import { getPostRevision, listPostRevisions, restorePostRevision } from "../posts/revisions";
import { discardWorkingText } from "../posts/working-text";
import { mergeTags } from "../tags/merging";
import * as tags from "../tags/mutations";
import { getTag, listPublicTags, listTags } from "../tags/queries";
import { createInvitation, deleteInvitation } from "../users/invitations";
import { createUser } from "../users/mutations";
import { updateProfile } from "../users/profile";
import { getProfile, getUser, listInvitations, listUsers } from "../users/queries";
import { register } from "../users/registration";
import { deleteUser, updateUser } from "../users/staff";

const line =
  (method: Method) =>
  (path: string, operation: unknown, ...manners: Manner[]): Route => ({ method, path, operation: operation as Operation, manner: Object.assign({}, ...manners) });
const [get, post, put, del] = [line("GET"), line("POST"), line("PUT"), line("DELETE")];

const created: Manner = { created: true };
const currentPassword: Manner = { currentPassword: true };
const batch: Manner = { items: true };
const autoSave: Manner = { query: ["autoSave"] };
const permanent: Manner = { query: ["permanent"] };
const ifMatch: Manner = { ifMatch: true };
const unlocked: Manner = { unlocked: true };

/** The whole JSON API below `/api`, in the order of the specification; then what a visitor may read and do. */
export const routes: Route[] = [
  post("/admin/login/precheck", precheckLogin),
  post("/admin/login", logIn),
  post("/admin/refresh", refreshTokens),
  post("/admin/logout", logOut),
  post("/admin/registration", register, { created: "/api/admin/users" }),
  post("/admin/password/code", requestPasswordCode),
  put("/admin/password/reset", setPasswordWithCode),

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
  put("/admin/profile/mfa", setMfa),
  put("/admin/profile/mfa/recovery-codes", renewOwnRecoveryCodes),
  get("/admin/profile/sessions", listSessions),
  del("/admin/profile/sessions", endOtherSessions),
  del("/admin/profile/sessions/{sessionId}", endSession),

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

  get("/admin/tags", listTags),
  post("/admin/tags", tags.createTag, created),
  get("/admin/tags/{tagId}", getTag),
  put("/admin/tags/{tagId}", tags.updateTag),
  del("/admin/tags/{tagId}", tags.deleteTag),
  put("/admin/tags/{tagId}/merge", mergeTags, batch),

  get("/content/posts", listPublicPosts),
  get("/content/posts/slug/{slug}", getPublicPostBySlug, unlocked),
  get("/content/posts/{postId}", getPublicPost, unlocked),
  get("/content/posts/{postId}/neighbours", getNeighbours),
  post("/content/posts/{postId}/likes", likePost),
  get("/content/categories", listPublicCategories),
  get("/content/categories/{category}/posts", listPublicPosts),
  get("/content/tags", listPublicTags),
  get("/content/tags/{tag}/posts", listPublicPosts),
];

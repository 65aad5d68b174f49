import { logIn, logOut, precheckLogin, refreshTokens } from "../auth/mutations";
import * as categories from "../categories/mutations";
import { getCategory, listCategories, listPublicCategories } from "../categories/queries";
import type { Operation } from "../core/operation";
import type { Manner, Method, Route } from "../doors/endpoint";
import * as bulk from "../posts/bulk";
import { likePost } from "../posts/likes";
import * as posts from "../posts/mutations";
import { getNeighbours, getPost, getPublicPost, getPublicPostBySlug, listPosts, listPublicPosts } from "../posts/queries";
import { createPreviewLink } from "../posts/previews";
import { getPostRevision, listPostRevisions, restorePostRevision } from "../posts/revisions";
import { discardWorkingText } from "../posts/working-text";
import { mergeTags } from "../tags/merging";
import * as tags from "../tags/mutations";
import { getTag, listPublicTags, listTags } from "../tags/queries";
import { createUser } from "../users/mutations";
import { getProfile } from "../users/queries";

const line =
  (method: Method) =>
  (path: string, operation: unknown, ...manners: Manner[]): Route => ({ method, path, operation: operation as Operation, manner: Object.assign({}, ...manners) });
const [get, post, put, del] = [line("GET"), line("POST"), line("PUT"), line("DELETE")];

const created: Manner = { created: true };
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

  get("/admin/categories", listCategories),
  post("/admin/categories", categories.createCategory, created),
  put("/admin/categories/batch", categories.updateCategories, batch),
  get("/admin/categories/{categoryId}", getCategory),
  put("/admin/categories/{categoryId}", categories.updateCategory),
  del("/admin/categories/{categoryId}", categories.deleteCategory),

  post("/admin/users", createUser, created),
  get("/admin/profile", getProfile),

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

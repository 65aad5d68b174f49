/**
 * A body for each operation that takes one, shown in the OpenAPI document. A test sends the input
 * through each operation's own schema, and the guide's through the API.
 */
export const examples: Record<string, unknown> = {
  precheckLogin: { username: "ada", password: "analytical engine" },
  logIn: { username: "ada", password: "analytical engine", authcode: "123456" },
  refreshTokens: { refreshToken: "the refresh token of the last answer" },
  register: { code: "the code of the invitation", username: "grace", email: "grace@example.org", password: "a ship in port is safe" },
  requestPasswordCode: { username: "ada" },
  setPasswordWithCode: { code: "the code of the mail", username: "ada", email: "ada@example.org", password: "difference engine" },
  createCategory: { name: "Engines", slug: "engines", description: "Everything with cogs.", priority: 10 },
  updateCategory: { name: "Engines", description: "Everything with cogs and cards." },
  updateCategories: [{ id: 1, name: "Engines", priority: 20 }, { id: 2, name: "Looms", parentId: 1 }],
  createUser: { username: "grace", nickname: "Grace Hopper", email: "grace@example.org", title: "Rear Admiral", role: "EDITOR", password: "a ship in port is safe" },
  updateUser: { role: "AUTHOR", suspended: false },
  createInvitation: { role: "AUTHOR", email: "grace@example.org" },
  updateProfile: { username: "ada", nickname: "Ada Lovelace", email: "ada@example.org", description: "Writes programs for machines to come." },
  changePassword: { oldPassword: "analytical engine", newPassword: "difference engine" },
  generateMfaKey: { authcode: "000000" },
  setMfa: { authcode: "123456", mfaType: "TFA_TOTP", mfaKey: "JBSWY3DPEHPK3PXP" },
  createPost: { title: "Notes on the engine", originalContent: "It weaves *algebraic* patterns.", status: "PUBLISHED", slug: "notes", categoryIds: [1], tagIds: [1], metas: [{ key: "source", value: "Taylor's Scientific Memoirs" }] },
  updatePost: { title: "Notes on the engine", originalContent: "It weaves *algebraic* patterns, as a loom weaves flowers.", status: "PUBLISHED" },
  updatePostContent: { originalContent: "What is being written, and nobody reads yet." },
  setPostStatuses: [{ postId: 1, status: "PUBLISHED" }, { postId: 2, status: "DRAFT" }],
  setPostsStatus: [1, 2],
  setPostsTags: [{ postId: 1, tagIds: [1, 2] }],
  createTag: { name: "looms", color: "#a8341a" },
  updateTag: { name: "looms", slug: "looms", color: "rebeccapurple" },
  mergeTags: [2, 3],
};

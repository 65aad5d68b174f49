/** next-auth's CSRF token, which signing in and out must send beside its cookie. */
export async function fetchToken(): Promise<string> {
  const answer = await fetch("/api/auth/csrf");
  return ((await answer.json()) as { csrfToken: string }).csrfToken;
}

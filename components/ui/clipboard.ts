/** Puts a text on the clipboard; answers whether the browser did, which it does on secure addresses only. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}

/** Lines of plain text that programs ask for by name. */
export const plainAnswer = (lines: readonly string[], type = "text/plain"): Response =>
  new Response(`${lines.join("\n")}\n`, { headers: { "content-type": `${type}; charset=utf-8` } });

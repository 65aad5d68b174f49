import type { Config } from "tailwindcss";

// The dashboard's utilities; public pages have a small hand-written stylesheet of their own.
export default { content: ["./app/admin/**/*.tsx", "./components/ui/**/*.tsx"] } satisfies Config;

import type { Config } from "tailwindcss";

// The dashboard's utilities; public pages have a small hand-written style sheet. Every colour is a variable of
// app/admin/admin.css, so that light and dark share their classes.
const colors = [
  "paper",
  "raised",
  "ink",
  "soft",
  "rule",
  "edge",
  "accent",
  "accent-ink",
  "on-ink",
  "good",
  "due",
  "hidden",
  "quiet",
  "wrong",
];

export default {
  content: [
    "./app/admin/**/*.{ts,tsx}",
    "./app/(account)/**/*.tsx",
    "./components/**/*.{ts,tsx}",
    "!./components/**/*.test.ts",
    "!./components/site/**",
  ],
  theme: {
    extend: {
      colors: Object.fromEntries(colors.map((name) => [name, `var(--${name})`])),
      fontFamily: { sans: "var(--sans)", serif: "var(--serif)", mono: "var(--mono)" },
    },
  },
} satisfies Config;

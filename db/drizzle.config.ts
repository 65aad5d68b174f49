import { defineConfig } from "drizzle-kit";

// `DATABASE_URL` decides which folder is generated, as in db/dialect.ts; `npm run db:generate` does both.
const engine = process.env.DATABASE_URL ? "postgres" : "sqlite";

export default defineConfig({
  dialect: engine === "postgres" ? "postgresql" : "sqlite",
  schema: "./db/schema/index.ts",
  out: `./db/migrations/${engine}`,
  casing: "snake_case",
});

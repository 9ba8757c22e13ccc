import { defineConfig } from "drizzle-kit";

/** Writes the next migration out of the schema: `npx drizzle-kit generate --name what-changes`. */
export default defineConfig({
  dialect: "postgresql",
  schema: "./server/store/schema/*.ts",
  out: "./server/store/migrations",
});

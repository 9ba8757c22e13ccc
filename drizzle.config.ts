import { defineConfig } from "drizzle-kit";

/** Writes the next migration out of the schema: `npx drizzle-kit generate --name what-changes`. */
export default defineConfig({
  dialect: "postgresql",
  schema:
    "./server/{identity/schema/*,market/history/schema,market/history/daily/schema,capabilities/*/schema,platform/jobs/schema}.ts",
  out: "./server/platform/store/migrations",
});

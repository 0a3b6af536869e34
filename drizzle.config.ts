import { defineConfig } from 'drizzle-kit';

/** `npm run db:generate -- --name what_changes` writes the next SQL migration from the schema. */
export default defineConfig({
  dialect: 'postgresql',
  schema: './server/db/schema/index.ts',
  out: './server/db/migrations',
  entities: { roles: false },
});

import { foreignKey, pgTable, primaryKey, uuid } from 'drizzle-orm/pg-core';
import { catalogTests } from './catalog-tests';
import { instant, orgId, tenantPolicies } from './columns';

export const favoriteTests = pgTable(
  'favorite_tests',
  {
    orgId: orgId(),
    userId: uuid('user_id').notNull(),
    testId: uuid('test_id').notNull(),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [
    primaryKey({ name: 'favorite_tests_pkey', columns: [table.orgId, table.userId, table.testId] }),
    foreignKey({
      name: 'favorite_tests_test',
      columns: [table.orgId, table.testId],
      foreignColumns: [catalogTests.orgId, catalogTests.id],
    }),
    ...tenantPolicies('favorite_tests'),
  ],
);

import { foreignKey, pgTable, primaryKey, uuid } from 'drizzle-orm/pg-core';
import { catalogTests } from './catalog-tests';
import { instant, orgId, tenantPolicies } from './columns';

export const favouriteTests = pgTable(
  'favourite_tests',
  {
    orgId: orgId(),
    userId: uuid('user_id').notNull(),
    testId: uuid('test_id').notNull(),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [
    primaryKey({ name: 'favourite_tests_pkey', columns: [table.orgId, table.userId, table.testId] }),
    foreignKey({
      name: 'favourite_tests_test',
      columns: [table.orgId, table.testId],
      foreignColumns: [catalogTests.orgId, catalogTests.id],
    }),
    ...tenantPolicies('favourite_tests'),
  ],
);

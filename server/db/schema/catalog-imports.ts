import { index, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { instant, orgId, tenantPolicies } from './columns';

/** Imports of laboratory catalogs, with the rows before, so that the latest can be undone. */
export const catalogImports = pgTable(
  'catalog_imports',
  {
    orgId: orgId(),
    id: uuid('id').notNull(),
    createdAt: instant('created_at').notNull(),
    createdBy: text('created_by').notNull(),
    labId: text('lab_id').notNull(),
    labName: text('lab_name').notNull(),
    added: integer('added').notNull(),
    changed: integer('changed').notNull(),
    deactivated: integer('deactivated').notNull(),
    addedIds: uuid('added_ids').array().notNull(),
    /** Changed and deactivated rows of `catalog_tests` before the import, as JSON. */
    before: jsonb('before').$type<Record<string, unknown>[]>().notNull(),
    undoneAt: instant('undone_at'),
    undoneBy: text('undone_by'),
  },
  (table) => [
    primaryKey({ name: 'catalog_imports_pkey', columns: [table.orgId, table.id] }),
    index('catalog_imports_lab').on(table.orgId, table.labId, table.id),
    ...tenantPolicies('catalog_imports'),
  ],
);

import { pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { bytes, tenantPolicies } from './columns';

/** The logo of an organization, checked to be PNG or JPEG. `organizations.logo` is its SHA-256. */
export const organizationLogos = pgTable(
  'organization_logos',
  {
    orgId: uuid('org_id').primaryKey(),
    contentType: text('content_type', { enum: ['image/png', 'image/jpeg'] }).notNull(),
    image: bytes('image').notNull(),
  },
  () => [...tenantPolicies('organization_logos')],
);

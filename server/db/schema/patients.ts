import { sql } from 'drizzle-orm';
import {
  boolean,
  date,
  index,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import type {
  Address,
  ContactPoint,
  EmailAddress,
  HumanName,
  PatientIdentifier,
} from '../../data-types/patient';
import { RESTRICTIONS } from '../../data-types/restriction-codes';
import {
  eraserPolicy,
  instant,
  orgId,
  resourceColumns,
  sequence,
  tenantPolicies,
  tokenText,
} from './columns';

/** Patients. Deleted softly with `deleted_at`; MRN and external ID are unique among the rest. */
export const patients = pgTable(
  'patients',
  {
    orgId: orgId(),
    id: uuid('id').notNull(),
    ...resourceColumns,
    mrn: text('mrn').notNull(),
    identifiers: jsonb('identifiers').$type<PatientIdentifier[]>().notNull().default([]),
    name: jsonb('name').$type<HumanName>().notNull(),
    otherNames: jsonb('other_names').$type<HumanName[]>().notNull().default([]),
    /** Normalized names, for sorting, the same-name warning and prefix search. */
    familyKey: tokenText('family_key').notNull(),
    givenKey: tokenText('given_key').notNull(),
    birthDate: date('birth_date', { mode: 'string' }).notNull(),
    birthDateEstimated: boolean('birth_date_estimated').notNull().default(false),
    sex: text('sex', { enum: ['female', 'male', 'other', 'unknown'] }).notNull(),
    sexAtBirth: text('sex_at_birth', { enum: ['female', 'male', 'intersex', 'unknown'] }),
    genderIdentity: text('gender_identity'),
    phones: jsonb('phones').$type<ContactPoint[]>().notNull().default([]),
    emails: jsonb('emails').$type<EmailAddress[]>().notNull().default([]),
    addresses: jsonb('addresses').$type<Address[]>().notNull().default([]),
    language: text('language'),
    /** A date or an instant, as provided. */
    deceasedAt: text('deceased_at'),
    primaryClinicianId: uuid('primary_clinician_id'),
    externalId: text('external_id'),
    status: text('status', { enum: ['active', 'inactive', 'merged'] })
      .notNull()
      .default('active'),
    mergedIntoId: uuid('merged_into_id'),
    /** All records merged into this one, directly or through others. */
    mergedFrom: uuid('merged_from').array().notNull().default([]),
    /** Why the chart is restricted; null if it is not. */
    restriction: text('restriction', { enum: RESTRICTIONS }),
    metadata: jsonb('metadata').$type<Record<string, string>>().notNull().default({}),
    sequence: sequence(),
    deletedAt: instant('deleted_at'),
    deletedBy: text('deleted_by'),
  },
  (table) => [
    primaryKey({ name: 'patients_pkey', columns: [table.orgId, table.id] }),
    uniqueIndex('patients_mrn')
      .on(table.orgId, table.mrn)
      .where(sql`deleted_at is null`),
    uniqueIndex('patients_external_id')
      .on(table.orgId, table.externalId)
      .where(sql`deleted_at is null and external_id is not null`),
    index('patients_list')
      .on(table.orgId, table.id)
      .where(sql`deleted_at is null`),
    index('patients_updated')
      .on(table.orgId, table.updatedAt, table.id)
      .where(sql`deleted_at is null`),
    index('patients_family')
      .on(table.orgId, table.familyKey, table.id)
      .where(sql`deleted_at is null`),
    index('patients_birth_date')
      .on(table.orgId, table.birthDate, table.id)
      .where(sql`deleted_at is null`),
    index('patients_status')
      .on(table.orgId, table.status, table.id)
      .where(sql`deleted_at is null and status <> 'active'`),
    index('patients_deleted')
      .on(table.orgId, table.deletedAt, table.id)
      .where(sql`deleted_at is not null`),
    index('patients_restricted')
      .on(table.orgId, table.id)
      .where(sql`restriction is not null`),
    ...tenantPolicies('patients'),
    eraserPolicy('patients'),
  ],
);

import { z } from 'zod';
import {
  auditActors,
  auditedPatient,
  auditEntryList,
  auditEventList,
  auditFile,
  deleteAuditFilterInput,
  entryPatients,
  exportAuditEventsInput,
  findAuditedPatientInput,
  listAuditEntriesInput,
  listAuditEventsInput,
  listEntryPatientsInput,
  listPatientAccessInput,
  patientAccessSheet,
  printPatientAccessInput,
  listSecurityEventsInput,
  savedAuditFilter,
  savedAuditFilterList,
  securityEventList,
} from '../../domain/audit-log/contract';
import { deleteAuditFilter } from '../../domain/audit-log/delete-audit-filter';
import { exportAuditEvents } from '../../domain/audit-log/export-audit-events';
import { findAuditedPatient } from '../../domain/audit-log/find-audited-patient';
import { listAuditActors } from '../../domain/audit-log/list-audit-actors';
import { listAuditEntries } from '../../domain/audit-log/list-audit-entries';
import { listAuditEvents } from '../../domain/audit-log/list-audit-events';
import { listAuditFilters } from '../../domain/audit-log/list-audit-filters';
import { listEntryPatients } from '../../domain/audit-log/list-entry-patients';
import { saveAuditFilter } from '../../domain/audit-log/save-audit-filter';
import { listSecurityEvents } from '../../domain/audit-log/list-security-events';
import { printPatientAccess } from '../../domain/audit-log/print-patient-access';
import { listPatientAccess } from '../../domain/audit-log/list-patient-access';
import { procedure, router } from '../trpc';

/** For the portal, except `listAuditEvents`. */
export const auditLogRouter = router({
  listPatientAccess: procedure
    .input(listPatientAccessInput)
    .output(auditEntryList)
    .query(({ ctx, input }) => listPatientAccess(ctx, input)),

  printPatientAccess: procedure
    .input(printPatientAccessInput)
    .output(patientAccessSheet)
    .query(({ ctx, input }) => printPatientAccess(ctx, input)),

  listAuditEntries: procedure
    .input(listAuditEntriesInput)
    .output(auditEntryList)
    .query(({ ctx, input }) => listAuditEntries(ctx, input)),

  listEntryPatients: procedure
    .input(listEntryPatientsInput)
    .output(entryPatients)
    .query(({ ctx, input }) => listEntryPatients(ctx, input)),

  listAuditEvents: procedure
    .meta({
      scope: 'audit:read',
      openapi: {
        method: 'GET',
        path: '/v1/audit-events',
        operationId: 'listAuditEvents',
        summary: 'List audit events',
        description:
          'Every read, change and denied request of the organization, in the portal, through `/v1` and by the service itself. Entries have IDs, field names and counts, but no names or values. When an application acts for a user, that user must be an administrator. ' +
          'With `sort=position` a collector follows the log: oldest first, no entry is skipped or repeated, and every page has a `next_cursor`. At the end `has_more` is false. Repeat the request with the same cursor; an empty page returns it again. An entry appears once all transactions that started earlier have ended, usually within milliseconds. Entries are in the order of their transactions, so `occurred_at` can differ slightly from it. Each request to this operation is itself an entry.',
        tags: ['Audit'],
      },
      v1Only: true,
    })
    .input(listAuditEventsInput)
    .output(auditEventList)
    .query(({ ctx, input }) => listAuditEvents(ctx, input)),

  exportAuditEvents: procedure
    .input(exportAuditEventsInput)
    .output(auditFile)
    .query(({ ctx, input }) => exportAuditEvents(ctx, input)),

  listSecurityEvents: procedure
    .input(listSecurityEventsInput)
    .output(securityEventList)
    .query(({ ctx, input }) => listSecurityEvents(ctx, input)),

  findAuditedPatient: procedure
    .input(findAuditedPatientInput)
    .output(auditedPatient)
    .query(({ ctx, input }) => findAuditedPatient(ctx, input)),

  listAuditActors: procedure
    .input(z.strictObject({}))
    .output(auditActors)
    .query(({ ctx }) => listAuditActors(ctx)),

  listAuditFilters: procedure
    .input(z.strictObject({}))
    .output(savedAuditFilterList)
    .query(({ ctx }) => listAuditFilters(ctx)),

  saveAuditFilter: procedure
    .meta({ repeatable: true })
    .input(savedAuditFilter)
    .output(savedAuditFilter)
    .mutation(({ ctx, input }) => saveAuditFilter(ctx, input)),

  deleteAuditFilter: procedure
    .input(deleteAuditFilterInput)
    .output(deleteAuditFilterInput)
    .mutation(({ ctx, input }) => deleteAuditFilter(ctx, input)),
});

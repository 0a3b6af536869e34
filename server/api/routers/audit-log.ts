import { z } from 'zod';
import {
  auditActors,
  auditEntryList,
  auditFile,
  deleteAuditFilterInput,
  exportAuditEventsInput,
  listAuditEntriesInput,
  listPatientAccessInput,
  listSecurityEventsInput,
  savedAuditFilter,
  savedAuditFilterList,
  securityEventList,
} from '../../domain/audit-log/contract';
import { deleteAuditFilter } from '../../domain/audit-log/delete-audit-filter';
import { exportAuditEvents } from '../../domain/audit-log/export-audit-events';
import { listAuditActors } from '../../domain/audit-log/list-audit-actors';
import { listAuditEntries } from '../../domain/audit-log/list-audit-entries';
import { listAuditFilters } from '../../domain/audit-log/list-audit-filters';
import { saveAuditFilter } from '../../domain/audit-log/save-audit-filter';
import { listSecurityEvents } from '../../domain/audit-log/list-security-events';
import { listPatientAccess } from '../../domain/audit-log/list-patient-access';
import { procedure, router } from '../trpc';

/** Portal only. */
export const auditLogRouter = router({
  listPatientAccess: procedure
    .input(listPatientAccessInput)
    .output(auditEntryList)
    .query(({ ctx, input }) => listPatientAccess(ctx, input)),

  listAuditEntries: procedure
    .input(listAuditEntriesInput)
    .output(auditEntryList)
    .query(({ ctx, input }) => listAuditEntries(ctx, input)),

  exportAuditEvents: procedure
    .input(exportAuditEventsInput)
    .output(auditFile)
    .query(({ ctx, input }) => exportAuditEvents(ctx, input)),

  listSecurityEvents: procedure
    .input(listSecurityEventsInput)
    .output(securityEventList)
    .query(({ ctx, input }) => listSecurityEvents(ctx, input)),

  listAuditActors: procedure
    .input(z.strictObject({}))
    .output(auditActors)
    .query(({ ctx }) => listAuditActors(ctx)),

  listAuditFilters: procedure
    .input(z.strictObject({}))
    .output(savedAuditFilterList)
    .query(({ ctx }) => listAuditFilters(ctx)),

  saveAuditFilter: procedure
    .input(savedAuditFilter)
    .output(savedAuditFilter)
    .mutation(({ ctx, input }) => saveAuditFilter(ctx, input)),

  deleteAuditFilter: procedure
    .input(deleteAuditFilterInput)
    .output(deleteAuditFilterInput)
    .mutation(({ ctx, input }) => deleteAuditFilter(ctx, input)),
});

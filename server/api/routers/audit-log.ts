import { z } from 'zod';
import {
  auditActors,
  auditEntryList,
  auditFile,
  exportAuditEventsInput,
  listAuditEventsInput,
  listPatientAccessInput,
} from '../../domain/audit-log/contract';
import { exportAuditEvents } from '../../domain/audit-log/export-audit-events';
import { listAuditActors } from '../../domain/audit-log/list-audit-actors';
import { listAuditEvents } from '../../domain/audit-log/list-audit-events';
import { listPatientAccess } from '../../domain/audit-log/list-patient-access';
import { procedure, router } from '../trpc';

/** Portal only. */
export const auditLogRouter = router({
  listPatientAccess: procedure
    .input(listPatientAccessInput)
    .output(auditEntryList)
    .query(({ ctx, input }) => listPatientAccess(ctx, input)),

  listAuditEvents: procedure
    .input(listAuditEventsInput)
    .output(auditEntryList)
    .query(({ ctx, input }) => listAuditEvents(ctx, input)),

  exportAuditEvents: procedure
    .input(exportAuditEventsInput)
    .output(auditFile)
    .query(({ ctx, input }) => exportAuditEvents(ctx, input)),

  listAuditActors: procedure
    .input(z.strictObject({}))
    .output(auditActors)
    .query(({ ctx }) => listAuditActors(ctx)),
});

import { together } from '../../db/transaction';
import { isAllowed, perform } from '../../shared/perform';
import type { Context } from '../../shared/context';
import { namesOfPeople } from '../../shared/actor-names';
import { showId, showIdOrNull } from '../../shared/ids';
import { closedCharts } from '../../shared/restricted-charts';
import { OWN as OWN_UPLOADS } from '../documents/upload-access';
import type { PatientIdentity } from '../patients/contract';
import { initialsOf } from '../patients/present';
import { WORK_INBOX } from '../reviews/access';
import { criticalValuesOf } from '../reviews/list-new-critical-results';
import { listsOf } from '../reviews/inbox-query';
import { MANAGE } from '../webhooks/access';
import type { Today } from './contract';
import { readCritical, presentCritical, readToSign } from './reports';
import { readDue, readOrders } from './orders';
import { readHealth } from './health';
import { readRecent, readUnmatched, readUploads } from './work';

/**
 * The start page in one read: what is unsigned, overdue, unmatched or unfiled, the patients viewed recently and, for
 * administrators, the health of the service. Each part is limited to what the user may see in its list.
 */
export function getToday(ctx: Context): Promise<Today> {
  return perform(
    ctx,
    {
      action: 'get_today',
      kind: 'list',
      scope: 'patients:read',
      peopleOnly: true,
      restrictedCharts: 'initials',
    },
    async (tx) => {
      const now = new Date();
      const maySign = isAllowed(ctx, WORK_INBOX);
      const lists = maySign ? await listsOf(tx, ctx, now) : null;
      const mayReadLabs = isAllowed(ctx, { scope: 'labs:read' });
      const none = Promise.resolve(null);
      const [critical, toSign, orders, due, unmatched, uploads, recent, health] = await together(
        maySign || mayReadLabs ? readCritical(tx, ctx, lists) : none,
        lists ? readToSign(tx, ctx, lists) : none,
        mayReadLabs ? readOrders(tx, ctx, now) : none,
        mayReadLabs ? readDue(tx, ctx) : none,
        readUnmatched(tx, ctx),
        isAllowed(ctx, OWN_UPLOADS) ? readUploads(tx, ctx, now) : none,
        readRecent(tx, ctx),
        isAllowed(ctx, MANAGE) ? readHealth(tx, ctx, now) : none,
      );
      const values = critical
        ? await criticalValuesOf(
            tx,
            ctx,
            critical.rows.map(({ report }) => report.id),
          )
        : null;
      const names = await namesOfPeople(
        tx,
        ctx,
        (critical?.rows ?? []).map(({ report }) => showIdOrNull('user', report.reviewerId)),
      );
      const patientIds = [
        ...(critical?.rows ?? []).map(({ patient }) => patient.id),
        ...(orders?.patientIds ?? []),
        ...(due?.patientIds ?? []),
        ...(uploads?.patientIds ?? []),
        ...recent.patientIds,
      ];
      const { hidden, hideIn } = hiding(await closedCharts(tx, ctx, patientIds));
      return {
        output: {
          object: 'today' as const,
          as_of: now.toISOString(),
          critical: critical && hideIn(presentCritical(ctx, lists, critical, values!, names)),
          to_sign: toSign,
          orders: orders && hideIn<NonNullable<Today['orders']>>(orders.part),
          due: due && hideIn<NonNullable<Today['due']>>(due.part),
          unmatched,
          uploads: uploads && hideIn(uploads.part),
          recent: recent.part.map((row) => ({ ...row, ...hidden(row) })),
          health,
        },
        audit: {
          objectKind: 'patient',
          patientIds: [...new Set(patientIds)],
          detail: { count: new Set(patientIds).size },
        },
      };
    },
  );
}

/** Replaces the patients of closed charts by their initials. */
function hiding(closed: ReadonlySet<string>) {
  const ids = new Set([...closed].map((id) => showId('patient', id)));
  const hidden = (patient: PatientIdentity): PatientIdentity =>
    ids.has(patient.id) ? initialsOf(patient) : patient;
  const hideIn = <Part extends { data: { patient: PatientIdentity }[] }>(part: Part): Part => ({
    ...part,
    data: part.data.map((row) => ({ ...row, patient: hidden(row.patient) })),
  });
  return { hidden, hideIn };
}

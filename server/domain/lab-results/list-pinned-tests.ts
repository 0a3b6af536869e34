import { and, eq } from 'drizzle-orm';
import { labObservations } from '../../db/schema/index';
import { together } from '../../db/transaction';
import { perform } from '../../shared/perform';
import type { Context } from '../../shared/context';
import { findPatient } from '../patients/access';
import { grouped, ofPatient, presentSeries, presentValue, readHistory, seriesKey } from './history';
import type { PinnedTestList } from './history-contract';
import { pinnedKeys } from './pinned';
import { MOST_RECENT } from './rules';

/** Per test: enough for the newest values of a few units and laboratories. */
const MOST_LINES = 60;

/** Portal: the pinned tests of a patient, each with its newest and recent values. @throws DomainError `not_found` */
export function listPinnedTests(ctx: Context, input: { patient_id: string }): Promise<PinnedTestList> {
  return perform(
    ctx,
    { action: 'list_pinned_tests', kind: 'read', scope: 'labs:read', peopleOnly: true },
    async (tx) => {
      const patient = await findPatient(tx, ctx, input.patient_id);
      const keys = await pinnedKeys(tx, ctx, patient.id);
      const lines = await together(
        ...keys.map((key) =>
          readHistory(tx, and(ofPatient(ctx, patient.id), eq(labObservations.testKey, key))!, MOST_LINES),
        ),
      );
      const data = keys.map((test_key, at) => ({
        test_key,
        series: [...grouped([...lines[at]!].reverse(), seriesKey).values()].map((newestFirst) => ({
          ...presentSeries(newestFirst[0]!),
          newest: presentValue(newestFirst[0]!),
          recent: newestFirst
            .flatMap(({ valueNumber, observedAt, severity, comparator, status }) =>
              valueNumber === null || observedAt === null || status === 'cancelled'
                ? []
                : [
                    {
                      number: valueNumber,
                      at: observedAt.toISOString(),
                      severity,
                      open: comparator !== null,
                    },
                  ],
            )
            .slice(0, MOST_RECENT)
            .reverse(),
        })),
      }));
      return {
        output: { data },
        audit: {
          objectKind: 'patient',
          objectId: patient.id,
          patientIds: [patient.id],
          detail: { count: data.length },
        },
      };
    },
  );
}

import { beforeAll } from 'vitest';
import type { Context } from '../../server/shared/context';
import { newRequestId, readId, showId, type Kind } from '../../server/shared/ids';
import { getPatient } from '../../server/domain/patients/get-patient';
import { asSuperuser, personContext, testOrg, type TestOrg } from './database';
import { deliver, hospital, updatesOf, type TestLaboratory } from './intake';

/** A hospital feed, its messages and the charts they change, for the tests of a file. */

interface Message {
  event?: string;
  /** EVN-2 */
  at?: string;
  to?: TestLaboratory;
  rest?: string[];
}

export const fresh = (ctx: Context): Context => ({ ...ctx, requestId: newRequestId() });

let number = 0;
export const mrnOf = (): string => `M${++number}`;

/** PID-3 to PID-14; others by number. */
export function pid(mrn: string, fields: Record<number, string> = {}): string {
  const own: Record<number, string> = {
    1: '1',
    3: `${mrn}^^^HOSP^MR`,
    5: 'Doe^Jane',
    7: '19450714',
    8: 'F',
    ...fields,
  };
  return ['PID', ...Array.from({ length: 30 }, (_, at) => own[at + 1] ?? '')].join('|');
}

export function patientFeed() {
  const own = {} as { org: TestOrg; feed: TestLaboratory; clinician: Context };
  beforeAll(async () => {
    own.org = await testOrg();
    own.feed = await hospital(own.org);
    own.clinician = await personContext(own.org, 'clinician');
  });
  return Object.assign(own, {
    async adt(
      segment: string,
      { event = 'A08', at = '20260105120000', to = own.feed, rest = [] }: Message = {},
    ) {
      const done = await deliver(
        to,
        `MSH|^~\\&|PAS|HOSP|CDS|CLINIC|20260105130000||ADT^${event}|C${++number}|P|2.5.1`,
        `EVN|${event}|${at}`,
        segment,
        ...rest,
      );
      const [update] = await updatesOf(to, done.id);
      return { ...done, update: update! };
    },
    async chartOf(mrn: string) {
      const [row] = await asSuperuser<{ id: string }>(
        'select id from patients where org_id = $1 and mrn = $2 and deleted_at is null',
        [own.org.orgId, mrn],
      );
      return row ? getPatient(own.org.ctx, { id: showId('patient', row.id) }) : null;
    },
    async eventsOf(id: string, kind: Kind = 'patient') {
      const rows = await asSuperuser<{ type: string }>(
        'select type from events where org_id = $1 and object_id = $2 order by sequence',
        [own.org.orgId, readId(kind, id)],
      );
      return rows.map(({ type }) => type);
    },
  });
}

import { monthsBefore } from '../../server/domain/organizations/expired-data';
import { newId } from '../../server/shared/ids';
import { asSuperuser, type TestOrg } from './database';
import type { TestLaboratory } from './intake';

/** Times after which data is expired, periods of a test organization, and messages of any state. */

export const DAY = 86_400_000;
export const inMonths = (months: number) => monthsBefore(new Date(Date.now() + DAY), -months);
export const inDays = (days: number) => new Date(Date.now() + days * DAY);

export const setPeriods = (org: TestOrg, assignments: string) =>
  asSuperuser(`update organizations set ${assignments} where id = $1`, [org.orgId]);

/** A received message with content, inserted in this state. */
export async function message(lab: TestLaboratory, state: string): Promise<string> {
  const id = newId();
  await asSuperuser(
    `with message as (
       insert into inbound_messages (org_id, id, connection_id, received_at, size, taken, state, file_name)
       values ($1, $2, $3, now(), 4, true, $4, 'Doe Jane.hl7') returning org_id, id)
     insert into inbound_message_bytes (org_id, message_id, bytes) select org_id, id, 'MSH|' from message`,
    [lab.org.orgId, id, lab.connectionId, state],
  );
  return id;
}

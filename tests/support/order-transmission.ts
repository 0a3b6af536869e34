import type { z } from 'zod';
import { readId } from '../../server/shared/ids';
import { createLabConnection } from '../../server/domain/lab-connections/create-lab-connection';
import { createLabOrderInput, type LabOrder } from '../../server/domain/lab-orders/contract';
import { createLabOrder } from '../../server/domain/lab-orders/create-lab-order';
import { getLabOrder } from '../../server/domain/lab-orders/get-lab-order';
import { saveOrderDestinationInput } from '../../server/domain/order-destinations/contract';
import { saveOrderDestination } from '../../server/domain/order-destinations/save-order-destination';
import { createPatientInput } from '../../server/domain/patients/contract';
import { createPatient } from '../../server/domain/patients/create-patient';
import { upsertCatalog } from '../../server/domain/catalog/upsert-catalog';
import { catalogEntries } from '../../server/demo/catalog-data';
import { env } from '../../server/env';
import type { Context } from '../../server/shared/context';
import { asSuperuser, personContext, testOrg, type TestOrg } from './database';

/** An organization whose orders are transmitted. */

export interface OrderingClinic {
  org: TestOrg;
  /** A clinician. */
  clinician: Context;
  /** `lab_…` */
  labId: string;
  /** `uuid` */
  connectionId: string;
  patientId: string;
  order(more?: object): Promise<LabOrder>;
}

type Destination = Partial<z.input<typeof saveOrderDestinationInput>>;

/** @param to settings in addition to an MLLP port on this machine; null for a laboratory without transmission */
export async function orderingClinic(
  to: Destination | null,
  directory: string | null = null,
): Promise<OrderingClinic> {
  const org = await testOrg();
  const clinician = await personContext(org, 'clinician');
  const { id } = await createLabConnection(org.ctx, {
    name: 'Laboratory',
    transport: 'https',
    time_zone: 'Europe/Berlin',
  });
  if (to) await sendTo(org, id, to, directory);
  const entries = (await catalogEntries()).slice(0, 3);
  await upsertCatalog(
    org.ctx,
    entries.map((entry, index) => ({
      ...entry,
      kind: 'test' as const,
      components: [],
      questions: [],
      loinc: null,
      code: `T${index + 1}`,
      lab: { id, name: 'Laboratory' },
    })),
  );
  const patient = await createPatient(
    org.ctx,
    createPatientInput.parse({
      name: { family: 'Orderly', given: ['Ann'] },
      birth_date: '1970-05-06',
      sex: 'female',
    }),
  );
  return {
    org,
    clinician,
    labId: id,
    connectionId: readId('lab_connection', id)!,
    patientId: patient.id,
    order: (more = {}) =>
      createLabOrder(
        clinician,
        createLabOrderInput.parse({
          patient_id: patient.id,
          items: [{ code: 'T1' }],
          lab_id: id,
          ...more,
        }),
      ),
  };
}

/** Saves where orders are sent. A port is allowed as the operator would. */
export function sendTo(
  org: TestOrg,
  id: string,
  { port, ...more }: Destination,
  directory: string | null = null,
) {
  if (typeof port === 'number') {
    env.ORDER_ALLOW_CIDRS = ['127.0.0.0/8'];
    env.ORDER_ALLOW_PORTS = [...new Set([...env.ORDER_ALLOW_PORTS, port])];
  }
  return saveOrderDestination(
    org.ctx,
    saveOrderDestinationInput.parse({
      id,
      ...(typeof port !== 'number' ? {} : { transport: 'mllp', host: '127.0.0.1', port }),
      ...more,
    }),
    directory,
  );
}

export const orderNow = ({ clinician }: OrderingClinic, { id }: { id: string }): Promise<LabOrder> =>
  getLabOrder(clinician, { id });

export interface OutboundRow {
  id: string;
  kind: string;
  status: string;
  control_id: string;
  attempts: number;
  failure: string | null;
  reason: string | null;
  ack_code: string | null;
  sent_at: Date | null;
  next_attempt_at: Date | null;
  bytes: Buffer | null;
  answer: Buffer | null;
}

/** All messages of a connection, in order. */
export const outboundOf = ({ org, connectionId }: OrderingClinic): Promise<OutboundRow[]> =>
  asSuperuser<OutboundRow & Record<string, unknown>>(
    `SELECT m.*, b.bytes, b.answer FROM outbound_messages m
     LEFT JOIN outbound_message_bytes b ON b.org_id = m.org_id AND b.message_id = m.id
     WHERE m.org_id = $1 AND m.connection_id = $2 ORDER BY m."position"`,
    [org.orgId, connectionId],
  );

/** Types of the events of an order, in order, without `lab_order.updated`. */
export async function eventsOfOrder({ org }: OrderingClinic, { id }: { id: string }): Promise<string[]> {
  const rows = await asSuperuser<{ type: string }>(
    'SELECT type FROM events WHERE org_id = $1 AND object_id = $2 ORDER BY sequence',
    [org.orgId, readId('lab_order', id)],
  );
  return rows.map(({ type }) => type.replace('lab_order.', '')).filter((type) => type !== 'updated');
}

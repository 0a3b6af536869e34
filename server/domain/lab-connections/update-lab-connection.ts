import { and, eq, sql } from 'drizzle-orm';
import { letsMoreIn } from '../../auth/address-list';
import { databaseTime } from '../../db/clock';
import { labConnections } from '../../db/schema/index';
import { assertProven, perform } from '../../shared/perform';
import type { Context } from '../../shared/context';
import { recordedChanges } from '../../shared/recorded-changes';
import type { WorkingHours } from '../../data-types/lab-connection-codes';
import { assertVersion } from '../patients/access';
import {
  assertKind,
  assertTransport,
  findLabConnection,
  MANAGE,
  NO_BACKLOG,
  readAddresses,
  withBacklog,
} from './access';
import type { LabConnection, UpdateLabConnectionInput } from './contract';
import { presentLabConnection, type ConnectionRow } from './present';

/**
 * Changes only the given settings, effective for the next message; ports open or close within seconds. Accepting more
 * senders requires recent authentication, as for a new connection.
 * @throws DomainError `not_found`, `version_mismatch`, `validation_failed`, `invalid_state` (the port is in use),
 * `reauthentication_required`
 */
export function updateLabConnection(ctx: Context, input: UpdateLabConnectionInput): Promise<LabConnection> {
  return perform(ctx, { action: 'update_lab_connection', kind: 'write', ...MANAGE }, async (tx) => {
    const { id: _id, ...settings } = input;
    const before = await findLabConnection(tx, ctx, input.id, { lock: true });
    assertVersion(ctx, before);
    const addresses = input.allowed_addresses && readAddresses(input.allowed_addresses);
    const next = {
      name: given(input.name, before.name),
      lab: {
        ...before.lab,
        name: given(input.lab_name, before.lab.name),
        accreditation_number: given(input.accreditation_number, before.lab.accreditation_number),
        director: given(input.director, before.lab.director),
      },
      enabled: given(input.enabled, before.enabled),
      port: given(input.port, before.port),
      tls: given(input.tls, before.tls),
      allowedAddresses: given(addresses, before.allowedAddresses),
      sendingApplication: given(input.sending_application, before.sendingApplication),
      sendingFacility: given(input.sending_facility, before.sendingFacility),
      receivingApplication: given(input.receiving_application, before.receivingApplication),
      receivingFacility: given(input.receiving_facility, before.receivingFacility),
      processingPolicy: given(input.processing_policy, before.processingPolicy),
      timeZone: given(input.time_zone, before.timeZone),
      charset: given(input.charset, before.charset),
      decimalComma: given(input.decimal_comma, before.decimalComma),
      updateMode: given(input.update_mode, before.updateMode),
      mrnAuthority: given(input.mrn_authority, before.mrnAuthority),
      createPatients: given(input.create_patients, before.createPatients),
      updateDemographics: given(input.update_demographics, before.updateDemographics),
      merge: given(input.merge, before.merge),
      accessionField: given(input.accession_field, before.accessionField),
      onDatabaseDown: given(input.on_database_down, before.onDatabaseDown),
      silenceHours: given(input.silence_hours, before.silenceHours),
      workingHours: given(input.working_hours, before.workingHours),
      waitingMinutes: given(input.waiting_minutes, before.waitingMinutes),
      idleMinutes: given(input.idle_minutes, before.idleMinutes),
    };
    assertTransport({ ...next, transport: before.transport });
    assertKind({ ...next, kind: before.kind }, settings);
    const opens =
      letsMoreIn(next.allowedAddresses, before.allowedAddresses) ||
      (before.tls && !next.tls) ||
      (next.enabled && !before.enabled);
    if (opens) assertProven(ctx);
    const [row] = await tx
      .update(labConnections)
      .set({ ...next, updatedAt: databaseTime, version: sql`${labConnections.version} + 1` })
      .where(and(eq(labConnections.orgId, ctx.actor.orgId), eq(labConnections.id, before.id)))
      .returning();
    const names = Object.keys(settings) as (keyof typeof settings)[];
    return {
      output: await withBacklog(tx, ctx, row!),
      audit: {
        objectKind: 'lab_connection',
        objectId: before.id,
        detail: recordedChanges(recorded(before), recorded(row!), names),
      },
    };
  });
}

const recorded = (row: ConnectionRow) => {
  const shown = presentLabConnection(row, NO_BACKLOG);
  const { working_hours: hours } = shown;
  return { ...shown, working_hours: hours && `${workingDays(hours)}, ${hours.from} to ${hours.to}` };
};

const DAYS = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'];

const workingDays = ({ days }: WorkingHours): string =>
  [...days]
    .sort((one, other) => one - other)
    .map((day) => DAYS[day - 1])
    .join(', ');

const given = <T>(asked: T | undefined, before: T): T => (asked === undefined ? before : asked);

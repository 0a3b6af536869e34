import { databaseTime } from '../../db/clock';
import { labConnections } from '../../db/schema/index';
import type { Tx } from '../../db/transaction';
import { assertProven, perform } from '../../shared/perform';
import { actorName, type Context } from '../../shared/context';
import { DomainError } from '../../errors/domain-error';
import { newId, showId } from '../../shared/ids';
import { assertKind, assertTransport, MANAGE, NO_BACKLOG, readAddresses } from './access';
import type { CreateLabConnectionInput, LabConnection } from './contract';
import { presentLabConnection, type ConnectionRow } from './present';
import { IDLE_MINUTES, WAITING_MINUTES } from './rules';

/**
 * The service starts listening within seconds.
 * @param directory watched folder; only the operator may set paths on the machine
 * @throws DomainError `forbidden`, `validation_failed` (addresses, port), `reauthentication_required`, `invalid_state` (the port is in use)
 */
export function createLabConnection(
  ctx: Context,
  input: CreateLabConnectionInput,
  directory: string | null = null,
): Promise<LabConnection> {
  const operation = { action: 'create_lab_connection', kind: 'write', ...MANAGE } as const;
  return perform(ctx, operation, async (tx) => {
    if (directory !== null && ctx.actor.kind !== 'system')
      throw new DomainError('forbidden', 'Only the operator can set a folder.');
    const values = valuesOf(ctx, input, directory);
    // After the checks: no one enters a password for a form with errors.
    assertProven(ctx);
    const row = await insert(tx, values);
    return {
      output: presentLabConnection(row, NO_BACKLOG),
      audit: {
        objectKind: 'lab_connection',
        objectId: row.id,
        detail: {
          kind: row.kind,
          transport: row.transport,
          port: row.port,
          allowed_addresses: row.allowedAddresses,
        },
      },
    };
  });
}

export const insertConnection = (
  tx: Tx,
  ctx: Context,
  input: CreateLabConnectionInput,
): Promise<ConnectionRow> => insert(tx, valuesOf(ctx, input, null));

type NewConnection = ReturnType<typeof valuesOf>;

async function insert(tx: Tx, values: NewConnection): Promise<ConnectionRow> {
  const [row] = await tx.insert(labConnections).values(values).returning();
  return row!;
}

/** @throws DomainError `validation_failed` */
function valuesOf(ctx: Context, input: CreateLabConnectionInput, directory: string | null) {
  const now = new Date();
  const id = newId();
  const kind = input.kind ?? 'laboratory';
  const values = {
    orgId: ctx.actor.orgId,
    id,
    createdAt: now,
    updatedAt: databaseTime,
    createdBy: actorName(ctx.actor),
    kind,
    name: input.name,
    lab: {
      id: showId('lab_connection', id),
      name: input.lab_name ?? input.name,
      accreditation_number: input.accreditation_number ?? null,
      director: input.director ?? null,
    },
    transport: input.transport,
    enabled: input.enabled ?? true,
    port: input.port ?? null,
    tls: input.tls ?? false,
    allowedAddresses: readAddresses(input.allowed_addresses ?? []),
    directory,
    sendingApplication: input.sending_application ?? null,
    sendingFacility: input.sending_facility ?? null,
    receivingApplication: input.receiving_application ?? null,
    receivingFacility: input.receiving_facility ?? null,
    processingPolicy: input.processing_policy ?? 'production',
    timeZone: input.time_zone ?? 'UTC',
    charset: input.charset ?? null,
    decimalComma: input.decimal_comma ?? false,
    updateMode: input.update_mode ?? 'replace_panel',
    mrnAuthority: input.mrn_authority ?? null,
    createPatients: input.create_patients ?? null,
    updateDemographics: input.update_demographics ?? null,
    merge: input.merge ?? (kind === 'hospital_feed' ? 'ask' : null),
    accessionField: input.accession_field ?? 'spm2',
    onDatabaseDown: input.on_database_down ?? 'close',
    silenceHours: input.silence_hours ?? null,
    workingHours: input.working_hours ?? null,
    waitingMinutes: input.waiting_minutes ?? WAITING_MINUTES,
    idleMinutes: input.idle_minutes ?? IDLE_MINUTES,
  };
  assertTransport(values);
  assertKind(values, input);
  return values;
}

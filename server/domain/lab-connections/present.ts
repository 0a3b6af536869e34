import type { ingestKeys, labConnections } from '../../db/schema/index';
import { showId } from '../../shared/ids';
import type { IngestKey, LabConnection } from './contract';

export type ConnectionRow = typeof labConnections.$inferSelect;
export type IngestKeyRow = typeof ingestKeys.$inferSelect;

export interface Backlog {
  waiting: number;
  parked: number;
}

export function presentLabConnection(row: ConnectionRow, { waiting, parked }: Backlog): LabConnection {
  return {
    id: showId('lab_connection', row.id),
    object: 'lab_connection',
    version: row.version,
    created_at: row.createdAt.toISOString(),
    updated_at: row.updatedAt.toISOString(),
    created_by: row.createdBy,
    name: row.name,
    lab_name: row.lab.name,
    accreditation_number: row.lab.accreditation_number,
    director: row.lab.director,
    kind: row.kind,
    transport: row.transport,
    enabled: row.enabled,
    port: row.port,
    tls: row.tls,
    allowed_addresses: row.allowedAddresses,
    sending_application: row.sendingApplication,
    sending_facility: row.sendingFacility,
    receiving_application: row.receivingApplication,
    receiving_facility: row.receivingFacility,
    processing_policy: row.processingPolicy,
    time_zone: row.timeZone,
    charset: row.charset as LabConnection['charset'],
    decimal_comma: row.decimalComma,
    update_mode: row.updateMode,
    mrn_authority: row.mrnAuthority,
    create_patients: row.createPatients,
    update_demographics: row.updateDemographics,
    merge: row.merge,
    accession_field: row.accessionField,
    on_database_down: row.onDatabaseDown,
    silence_hours: row.silenceHours,
    working_hours: row.workingHours,
    waiting_minutes: row.waitingMinutes,
    idle_minutes: row.idleMinutes,
    last_message_at: row.lastMessageAt?.toISOString() ?? null,
    last_problem: row.lastProblem,
    last_problem_at: row.lastProblemAt?.toISOString() ?? null,
    ignored_files: row.ignoredFiles,
    waiting,
    parked,
    refused_connections: row.refusedConnections,
  };
}

export function presentIngestKey(row: IngestKeyRow): IngestKey {
  return {
    id: showId('ingest_key', row.id),
    object: 'ingest_key',
    connection_id: showId('lab_connection', row.connectionId),
    stub: row.stub,
    expires_at: row.expiresAt?.toISOString() ?? null,
    last_used_at: row.lastUsedAt?.toISOString() ?? null,
    last_used_ip: row.lastUsedIp,
    revoked_at: row.revokedAt?.toISOString() ?? null,
    revoked_by: row.revokedBy,
    created_at: row.createdAt.toISOString(),
    created_by: row.createdBy,
  };
}

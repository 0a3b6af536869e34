import { eq } from 'drizzle-orm';
import {
  inboundDocuments,
  inboundPatientUpdates,
  inboundReports,
  labCodes,
  labProviders,
  patients,
} from '../../server/db/schema/index';
import { withTenant } from '../../server/db/transaction';
import { readId, showId } from '../../server/shared/ids';
import type { MessageState } from '../../server/data-types/inbound-message-codes';
import type { CreateLabConnectionInput } from '../../server/domain/lab-connections/contract';
import { FEED_FIELDS } from '../../server/data-types/lab-connection-codes';
import { systemContext } from '../../server/shared/system-actor';
import { processMessage } from '../../server/domain/inbound-reports/filing/process-message';
import type { TestOrg } from './database';
import { er7 } from './hl7';
import { laboratory as connect, sendWhole, type Laboratory } from './laboratory';

/** Receives messages and processes them like the runner. */

export interface TestLaboratory extends Laboratory {
  org: TestOrg;
  /** `uuid` */
  connectionId: string;
  /** `lab_…` */
  labId: string;
}

export async function laboratory(
  org: TestOrg,
  input: Partial<CreateLabConnectionInput> = {},
): Promise<TestLaboratory> {
  const made = await connect(org.ctx, { name: 'Test laboratory', time_zone: 'Europe/Berlin', ...input });
  return { ...made, org, connectionId: made.source.connectionId, labId: made.id };
}

export interface Delivered {
  /** `uuid` */
  id: string;
  state: MessageState;
  reports: (typeof inboundReports.$inferSelect)[];
}

/** Acknowledged but not processed. Returns the message's `uuid`. */
export async function store(lab: TestLaboratory, bytes: Buffer): Promise<string> {
  const { problem, stored } = await sendWhole(lab, bytes);
  if (problem) throw new Error(`The message was rejected: ${problem.reason}`);
  return stored.id;
}

/** Processes a stored message like the runner. */
export async function work(lab: TestLaboratory, id: string): Promise<Delivered> {
  const { orgId } = lab.org;
  const state = await processMessage(systemContext(orgId, 'system'), id);
  const reports = await withTenant(orgId, (tx) =>
    tx.select().from(inboundReports).where(eq(inboundReports.messageId, id)).orderBy(inboundReports.position),
  );
  return { id, state, reports };
}

export const deliver = async (lab: TestLaboratory, ...lines: string[]): Promise<Delivered> =>
  work(lab, await store(lab, er7(...lines)));

/** Holds a report with an unknown code and an unknown ordering provider. Every text contains `name`. */
export async function sendUnmatchedReport(
  org: TestOrg,
  name: string,
): Promise<{ reportId: string; codeId: string; providerId: string }> {
  const lab = await laboratory(org, { name: `Laboratory ${name}` });
  const { reports } = await deliver(
    lab,
    `MSH|^~\\&|LIS|LAB|CDS|CLINIC|20260105143000+0100||ORU^R01|${name}|P|2.5.1`,
    `PID|1||UNKNOWN-${name}^^^CLINIC^MR||Held${name}^Report||19500203|F`,
    `OBR|1||HELD-${name}|CODE-${name}^Test ${name}^L|||20260105080000|||||||||PROV-${name}^Orderer${name}^Ann||||||20260105140000|||F`,
    `OBX|1|NM|CODE-${name}^Test ${name}^L||5|mg/dL|||||F`,
  );
  const [code] = await withTenant(org.orgId, (tx) =>
    tx.select({ id: labCodes.id }).from(labCodes).where(eq(labCodes.connectionId, lab.connectionId)),
  );
  const [provider] = await withTenant(org.orgId, (tx) =>
    tx
      .select({ id: labProviders.id })
      .from(labProviders)
      .where(eq(labProviders.connectionId, lab.connectionId)),
  );
  return {
    reportId: showId('inbound_report', reports[0]!.id),
    codeId: showId('lab_code', code!.id),
    providerId: showId('lab_provider', provider!.id),
  };
}

/** A hospital feed that creates patients and may change every field. */
export const hospital = (
  org: TestOrg,
  input: Partial<CreateLabConnectionInput> = {},
): Promise<TestLaboratory> =>
  laboratory(org, {
    name: 'Test hospital',
    kind: 'hospital_feed',
    create_patients: true,
    update_demographics: [...FEED_FIELDS],
    ...input,
  });

/** Updates of a message, by position. */
export const updatesOf = (lab: TestLaboratory, messageId: string) =>
  withTenant(lab.org.orgId, (tx) =>
    tx
      .select()
      .from(inboundPatientUpdates)
      .where(eq(inboundPatientUpdates.messageId, messageId))
      .orderBy(inboundPatientUpdates.position),
  );

/** Documents of a message, by position. */
export const inboundDocumentsOf = (lab: TestLaboratory, messageId: string) =>
  withTenant(lab.org.orgId, (tx) =>
    tx
      .select()
      .from(inboundDocuments)
      .where(eq(inboundDocuments.messageId, messageId))
      .orderBy(inboundDocuments.position),
  );

/** Holds a patient with the name and birth date of an existing one (`pat_…`). Returns the update's ID. */
export async function sendHeldUpdate(org: TestOrg, patientId: string, name: string): Promise<string> {
  const feed = await hospital(org, { name: `Hospital ${name}` });
  const [patient] = await withTenant(org.orgId, (tx) =>
    tx
      .select()
      .from(patients)
      .where(eq(patients.id, readId('patient', patientId)!)),
  );
  const { family, given } = patient!.name;
  const { id } = await deliver(
    feed,
    `MSH|^~\\&|PAS|HOSP|CDS|CLINIC|20260105143000+0100||ADT^A28^ADT_A05|${name}|P|2.5.1`,
    'EVN|A28|20260105143000+0100',
    `PID|1||HELD-${name}^^^HOSP^MR||${family}^${given.join('^')}||${patient!.birthDate.replaceAll('-', '')}|U`,
  );
  const [held] = await updatesOf(feed, id);
  return showId('inbound_patient_update', held!.id);
}

/** Holds a document of an unknown patient. Every text contains `name`. Returns its ID. */
export async function sendHeldDocument(org: TestOrg, name: string): Promise<string> {
  const feed = await hospital(org, { name: `Hospital of documents ${name}` });
  const { id } = await deliver(
    feed,
    `MSH|^~\\&|PAS|HOSP|CDS|CLINIC|20260105143000+0100||MDM^T02^MDM_T02|${name}|P|2.5.1`,
    'EVN|T02|20260105143000+0100',
    `PID|1||HELD-${name}^^^HOSP^MR||Held${name}^Document||19500203|F`,
    `TXA|1|DS|TX|20260105|||||||||DOC-${name}`,
    `OBX|1|TX|NOTE^Note ${name}^L||Text of ${name}.||||||F`,
  );
  const [held] = await inboundDocumentsOf(feed, id);
  return showId('inbound_document', held!.id);
}

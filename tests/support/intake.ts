import { createHash } from 'node:crypto';
import { eq } from 'drizzle-orm';
import {
  inboundMessageBytes,
  inboundMessages,
  inboundReports,
  labCodes,
  labConnections,
} from '../../server/db/schema/index';
import { withTenant } from '../../server/db/transaction';
import { newId, showId } from '../../server/domain/ids';
import type { MessageState } from '../../server/domain/inbound-messages/rules';
import { processMessage } from '../../server/intake/process/process-message';
import { systemContext } from '../../server/domain/system-actor';
import type { TestOrg } from './database';
import { er7 } from './hl7';

/** Laboratories for tests: a connection, messages through it, and what became of them. */

export interface TestLaboratory {
  org: TestOrg;
  /** `uuid` */
  id: string;
  /** `lab_…` */
  labId: string;
}

export type ConnectionRow = typeof labConnections.$inferInsert;

export async function laboratory(org: TestOrg, extra: Partial<ConnectionRow> = {}): Promise<TestLaboratory> {
  const id = newId();
  const labId = showId('lab_connection', id);
  const now = new Date();
  await withTenant(org.orgId, (tx) =>
    tx.insert(labConnections).values({
      ...{ orgId: org.orgId, id, createdAt: now, updatedAt: now, createdBy: 'system' },
      ...{ name: 'Test laboratory', transport: 'https', timeZone: 'Europe/Berlin' },
      lab: { id: labId, name: 'Test laboratory', accreditation_number: null, director: null },
      ...extra,
    }),
  );
  return { org, id, labId };
}

export interface Delivered {
  /** `uuid` */
  id: string;
  state: MessageState;
  reports: (typeof inboundReports.$inferSelect)[];
}

/** Stored, and not worked up yet. @returns `uuid` */
export async function store(lab: TestLaboratory, bytes: Buffer): Promise<string> {
  const { orgId } = lab.org;
  const id = newId();
  await withTenant(orgId, async (tx) => {
    await tx.insert(inboundMessages).values({
      ...{ orgId, id, connectionId: lab.id, receivedAt: new Date(), size: bytes.length },
      ...{
        sha256: createHash('sha256').update(bytes).digest(),
        state: 'received',
        taken: true,
        ackCode: 'AA',
      },
    });
    await tx.insert(inboundMessageBytes).values({ orgId, messageId: id, bytes });
  });
  return id;
}

/** What the runner does with a stored message. */
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

/** A report that waits for a person, and an unknown code. In each text stands `name`. */
export async function holdReport(org: TestOrg, name: string): Promise<{ reportId: string; codeId: string }> {
  const lab = await laboratory(org, { name: `Laboratory ${name}` });
  const { reports } = await deliver(
    lab,
    `MSH|^~\\&|LIS|LAB|CDS|CLINIC|20260105143000+0100||ORU^R01|${name}|P|2.5.1`,
    `PID|1||UNKNOWN-${name}^^^CLINIC^MR||Held${name}^Report||19500203|F`,
    `OBR|1||HELD-${name}|CODE-${name}^Test ${name}^L|||20260105080000|||||||||||||||20260105140000|||F`,
    `OBX|1|NM|CODE-${name}^Test ${name}^L||5|mg/dL|||||F`,
  );
  const [code] = await withTenant(org.orgId, (tx) =>
    tx.select({ id: labCodes.id }).from(labCodes).where(eq(labCodes.connectionId, lab.id)),
  );
  return {
    reportId: showId('inbound_report', reports[0]!.id),
    codeId: showId('lab_code', code!.id),
  };
}

import { and, desc, eq, inArray } from 'drizzle-orm';
import { catalogTests, labConnections, labProviders, organizations, patients } from '../../db/schema/index';
import type { Tx } from '../../db/transaction';
import type { OrderMessage } from '../../hl7v2/write/order-message';
import type { OutboundKind } from '../../data-types/transmission-codes';
import { namesOfPeople } from '../../shared/actor-names';
import type { Context } from '../../shared/context';
import { readId } from '../../shared/ids';
import type { DestinationRow } from '../order-destinations/access';
import type { ItemRow, OrderRow } from './access';

type Clinician = NonNullable<OrderMessage['order']['orderingClinician']>;

export interface MessageFacts {
  kind: OutboundKind;
  controlId: string;
  at: Date;
  cancelReason: string | null;
}

/** Reads everything that a message to the laboratory contains about an order. */
export async function orderMessage(
  tx: Tx,
  ctx: Context,
  { row, items }: { row: OrderRow; items: ItemRow[] },
  destination: DestinationRow,
  { kind, controlId, at, cancelReason }: MessageFacts,
): Promise<OrderMessage> {
  const { orgId } = ctx.actor;
  const [patient] = await tx
    .select()
    .from(patients)
    .where(and(eq(patients.orgId, orgId), eq(patients.id, row.patientId)));
  const [connection] = await tx
    .select({ timeZone: labConnections.timeZone, mrnAuthority: labConnections.mrnAuthority })
    .from(labConnections)
    .where(and(eq(labConnections.orgId, orgId), eq(labConnections.id, destination.connectionId)));
  const [organization] = await tx
    .select({ name: organizations.name })
    .from(organizations)
    .where(eq(organizations.id, orgId));
  const tests = await testsOf(tx, orgId, items);
  const names = await namesOfPeople(tx, ctx, row.copyTo);
  const numbers = await numbersOf(tx, ctx, destination, row);
  const clinician = (userId: string | null, name: string | null, npi: string | null): Clinician => {
    const own = userId === null ? undefined : numbers.get(userId);
    return {
      identifiers: own
        ? [{ value: own.number, type: null, authority: own.authority || null }]
        : npi === null
          ? []
          : [{ value: npi, type: 'NPI', authority: null }],
      name,
    };
  };
  const ordering = row.orderingClinician;
  // Tests with a result, or that ended, are no longer open to the laboratory. Those that it rejected are sent again.
  const open = items.filter(({ status }) => status === 'ordered' || status === 'in_progress');
  const ordered = items.filter(({ status }) => status !== 'cancelled' && status !== 'resulted');
  return {
    type: destination.messageType,
    version: destination.hl7Version,
    controlId,
    at,
    timeZone: connection!.timeZone,
    charset: destination.charset,
    acknowledgment: destination.acknowledgmentMode,
    processingId: destination.processingId,
    sender: { application: destination.sendingApplication, facility: destination.sendingFacility },
    receiver: { application: destination.receivingApplication, facility: destination.receivingFacility },
    accountNumber: destination.accountNumber,
    control: kind === 'cancellation' ? 'CA' : 'NW',
    patient: {
      mrn: patient!.mrn,
      mrnAuthority: connection!.mrnAuthority,
      identifiers: patient!.identifiers,
      name: patient!.name,
      otherNames: patient!.otherNames,
      birthDate: patient!.birthDate,
      sex: patient!.sex,
      addresses: patient!.addresses,
      phones: patient!.phones,
      emails: patient!.emails,
    },
    order: {
      orderNumber: row.orderNumber,
      createdAt: row.createdAt,
      priority: row.priority,
      diagnoses: row.diagnoses,
      notes: row.notes,
      collectOn: row.collectOn,
      collection: row.collection,
      fasting: row.fasting,
      copyTo: row.copyTo.map((id) => clinician(readId('user', id), names.get(id) ?? null, null)),
      orderingClinician: ordering && clinician(row.orderingUserId, ordering.name, ordering.npi),
      orderingFacility: organization!.name,
      reason: cancelReason,
      items: (kind === 'new_order' ? ordered : open.length > 0 ? open : items).map((item) => {
        const test = tests.get(item.testId ?? '');
        return {
          number: item.position + 1,
          code: item.code,
          name: item.name,
          codingSystem: 'L',
          loinc: item.loinc,
          fillerNumber: kind === 'cancellation' ? row.fillerOrderNumber : null,
          specimen: test?.specimen ?? null,
          answers: item.answers.map((answer) => {
            const question = test?.questions.find(({ id }) => id === answer.question_id);
            return {
              code: question?.code ?? answer.question_id,
              text: question?.text ?? answer.question_id,
              type: question?.type ?? 'text',
              value: answer.value,
            };
          }),
        };
      }),
    },
  };
}

async function testsOf(tx: Tx, orgId: string, items: ItemRow[]) {
  const ids = items.map(({ testId }) => testId).filter((id) => id !== null);
  const rows =
    ids.length === 0
      ? []
      : await tx
          .select({
            id: catalogTests.id,
            specimen: catalogTests.specimen,
            questions: catalogTests.questions,
          })
          .from(catalogTests)
          .where(and(eq(catalogTests.orgId, orgId), inArray(catalogTests.id, ids)));
  return new Map(rows.map((test) => [test.id, test]));
}

/** The laboratory’s identifiers of the clinicians of an order, by user: the most recently used ones. */
async function numbersOf(tx: Tx, ctx: Context, destination: DestinationRow, row: OrderRow) {
  const users = [row.orderingUserId, ...row.copyTo.map((id) => readId('user', id))].filter(
    (id) => id !== null,
  );
  if (destination.providerIdentifierType !== 'laboratory' || users.length === 0)
    return new Map<string, never>();
  const rows = await tx
    .select({ userId: labProviders.userId, number: labProviders.number, authority: labProviders.authority })
    .from(labProviders)
    .where(
      and(
        eq(labProviders.orgId, ctx.actor.orgId),
        eq(labProviders.connectionId, destination.connectionId),
        inArray(labProviders.userId, users),
      ),
    )
    .orderBy(desc(labProviders.lastSeenAt));
  const numbers = new Map<string, { number: string; authority: string }>();
  for (const { userId, number, authority } of rows)
    if (userId !== null && !numbers.has(userId)) numbers.set(userId, { number, authority });
  return numbers;
}

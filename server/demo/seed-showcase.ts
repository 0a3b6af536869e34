import { and, eq, sql } from 'drizzle-orm';
import { labOrders } from '../db/schema/index';
import { upsertCatalog, type CatalogEntry } from '../domain/catalog/upsert-catalog';
import { fileLabResult } from '../domain/lab-results/file-lab-result';
import type { LabReport, ReportObservation } from '../domain/lab-results/report';
import { createWebhookInput, listWebhooksInput, sendTestEventInput } from '../domain/webhooks/contract';
import { createWebhook } from '../domain/webhooks/create-webhook';
import { listWebhooks } from '../domain/webhooks/list-webhooks';
import { sendTestEvent } from '../domain/webhooks/send-test-event';
import type { Context } from '../shared/context';
import { readId } from '../shared/ids';
import { perform } from '../shared/perform';
import { EXAMPLE_LAB } from './catalog-data';
import { demoReport } from './demo-reports';
import { generatedPatient } from './generated-patients';
import { bringOrder, bringPatient, type Chart } from './seed-chart';

/**
 * What an evaluation needs beyond the twelve charts: many patients with years of results, a corrected report, a
 * culture with susceptibilities, an order with questions, an overdue order, and a webhook that fails. All of it is
 * created by the regular operations, and skipped if it exists.
 */

export interface Showcase extends Chart {
  catalog: readonly CatalogEntry[];
  /** `pat_…` by demo key. */
  patients: ReadonlyMap<string, string>;
  /** How many patients to generate. Default: 288, which makes 300 in all. */
  generated?: number;
}

export async function seedShowcase(ctx: Context, showcase: Showcase): Promise<void> {
  await seedGeneratedPatients(ctx, showcase);
  await fileCorrection(ctx, showcase);
  await fileCulture(ctx, showcase);
  await seedOrders(ctx, showcase);
  await seedFailingWebhook(ctx);
}

const AT_ONCE = 6;
const HOUR_MS = 3_600_000;

async function seedGeneratedPatients(ctx: Context, showcase: Showcase): Promise<void> {
  const { generated = 288 } = showcase;
  for (let first = 0; first < generated; first += AT_ONCE)
    await Promise.all(
      Array.from({ length: Math.min(AT_ONCE, generated - first) }, (_, nth) =>
        seedGeneratedPatient(ctx, showcase, first + nth),
      ),
    );
}

async function seedGeneratedPatient(
  ctx: Context,
  { catalog, reviewer, now }: Showcase,
  index: number,
): Promise<void> {
  const { reports, ...patient } = generatedPatient(index);
  const patientId = await bringPatient(ctx, patient, reviewer);
  // Oldest first, as a laboratory sends them.
  for (const report of reports.toReversed())
    await fileLabResult(ctx, demoReport(report, catalog, { patientId, orderId: null, reviewer, now }));
}

/** Signed with a potassium of 4.3, then corrected to 5.9: back in the inbox, with the earlier value struck through. */
async function fileCorrection(ctx: Context, { catalog, patients, reviewer, now }: Showcase): Promise<void> {
  const report = { patient: 'demo-06', number: 'DEMO-1021', daysAgo: 1, test: 'BMP' };
  const ids = { patientId: patients.get(report.patient)!, orderId: null, reviewer, now };
  const first = demoReport({ ...report, values: '91 12 0.8 9.4 139 4.3 101 26' }, catalog, ids);
  await fileLabResult(ctx, first);
  const corrected = demoReport({ ...report, values: '91 12 0.8 9.4 139 5.9H 101 26' }, catalog, ids);
  await fileLabResult(ctx, {
    ...corrected,
    status: 'corrected',
    reported_at: later(first.reported_at!, 5 * HOUR_MS),
    panels: corrected.panels.map((panel) => ({
      ...panel,
      observations: panel.observations.map((line) =>
        line.flags?.includes('H') ? { ...line, status: 'corrected' as const } : line,
      ),
    })),
    notes: [
      ...(corrected.notes ?? []),
      { text: 'Potassium corrected: the first value was from another specimen.', source: 'demo' },
    ],
    reviews: [],
  });
}

/** A urine culture: the organism, and its susceptibilities as a second panel. */
async function fileCulture(ctx: Context, { patients, now }: Showcase): Promise<void> {
  const collected = new Date(now.getTime() - 50 * HOUR_MS).toISOString();
  const reported = new Date(now.getTime() - 2 * HOUR_MS).toISOString();
  const report: LabReport = {
    patient_id: patients.get('demo-12')!,
    order_id: null,
    lab: { ...EXAMPLE_LAB, accreditation_number: null, director: null },
    filler_order_number: 'DEMO-1022',
    accession_number: 'ACC-1022',
    specimens: [
      {
        id: null,
        type: 'Urine',
        type_code: null,
        collected_at: collected,
        received_at: null,
        condition: null,
        rejected_reason: null,
      },
    ],
    collected_at: collected,
    collected_at_precision: 'minute',
    reported_at: reported,
    status: 'final',
    panels: [
      {
        code: 'URCX',
        loinc: '630-4',
        name: 'Urine culture',
        observations: [
          {
            code: '630-4',
            loinc: '630-4',
            name: 'Bacteria identified',
            sub_id: '1',
            value_type: 'coded',
            value_text: 'Escherichia coli',
            value_code: { system: 'SCT', code: '112283007', display: 'Escherichia coli' },
            flags: ['A'],
            status: 'final',
            notes: [{ text: 'More than 100,000 colony-forming units per mL.', source: 'demo' }],
          },
        ],
      },
      {
        code: 'SUSC',
        loinc: '50545-3',
        name: 'Antibiotic susceptibility',
        parent: { code: '630-4', sub_id: '1' },
        observations: [
          susceptibility('18864-9', 'Ampicillin', '>=32', 'R'),
          susceptibility('18906-8', 'Ciprofloxacin', '<=0.25', 'S'),
          susceptibility('18955-5', 'Nitrofurantoin', '<=16', 'S'),
          susceptibility('18998-5', 'Trimethoprim/sulfamethoxazole', '>=320', 'R'),
        ],
      },
    ],
    source: { kind: 'manual', message_id: null },
    historical: false,
  };
  await fileLabResult(ctx, report);
}

/** A minimum inhibitory concentration with its interpretation (HL7 table 0078). */
const susceptibility = (loinc: string, name: string, mic: string, flag: 'S' | 'R'): ReportObservation => ({
  code: loinc,
  loinc,
  name,
  sub_id: '1',
  value_type: 'quantity',
  value_text: mic,
  unit: 'ug/mL',
  flags: [flag],
  status: 'final',
});

const QUESTIONS: CatalogEntry['questions'] = [
  {
    id: 'collection',
    code: 'COLL',
    text: 'How was the urine collected?',
    type: 'choice',
    required: true,
    options: ['Midstream', 'Catheter', 'Bag'],
    max_length: null,
  },
  {
    id: 'antibiotics',
    code: 'ABX',
    text: 'Antibiotics in the last 48 hours?',
    type: 'boolean',
    required: true,
    options: [],
    max_length: null,
  },
];

async function seedOrders(ctx: Context, { catalog, patients, reviewer, now }: Showcase): Promise<void> {
  await upsertCatalog(
    ctx,
    catalog.map((entry) =>
      entry.code === 'URCX'
        ? { ...entry, questions: QUESTIONS, turnaround_hours: 72 }
        : entry.code === 'TSH'
          ? { ...entry, turnaround_hours: 24 }
          : entry,
    ),
  );
  await bringOrder(
    ctx,
    {
      key: 'demo-order-5',
      tests: ['URCX'],
      priority: 'routine',
      answers: [
        { question_id: 'collection', value: 'Midstream' },
        { question_id: 'antibiotics', value: 'no' },
      ],
    },
    patients.get('demo-04')!,
    reviewer,
  );
  const overdue = await bringOrder(
    ctx,
    { key: 'demo-order-6', tests: ['TSH'], priority: 'routine' },
    patients.get('demo-09')!,
    reviewer,
  );
  await placeInThePast(ctx, overdue, new Date(now.getTime() - 50 * HOUR_MS), 24);
}

/** No operation places an order in the past, so its times are moved. */
const placeInThePast = (ctx: Context, orderId: string, placed: Date, hours: number): Promise<void> =>
  perform(ctx, { action: 'create_lab_order', kind: 'write' }, async (tx) => {
    const due = new Date(placed.getTime() + hours * HOUR_MS);
    await tx
      .update(labOrders)
      .set({
        createdAt: placed,
        expectedBy: due,
        overdueDueAt: due,
        statusHistory: sql`jsonb_set(${labOrders.statusHistory}, '{0,at}', to_jsonb(${placed.toISOString()}::text))`,
      })
      .where(
        and(
          eq(labOrders.orgId, ctx.actor.orgId),
          eq(labOrders.id, readId('lab_order', orderId)!),
          eq(labOrders.status, 'requested'),
        ),
      );
    return { output: undefined, audit: { objectKind: 'lab_order', objectId: readId('lab_order', orderId)! } };
  });

/** `.invalid` never resolves (RFC 2606), so every delivery fails. */
const UNREACHABLE = 'https://receiver.invalid/clinical';

async function seedFailingWebhook(ctx: Context): Promise<void> {
  const known = await listWebhooks(ctx, listWebhooksInput.parse({ limit: 100 }));
  if (known.data.some(({ url }) => url === UNREACHABLE)) return;
  const { id } = await createWebhook(
    ctx,
    createWebhookInput.parse({
      url: UNREACHABLE,
      events: ['lab_result.*'],
      description: 'Example of a receiver that does not respond',
    }),
  );
  await sendTestEvent(ctx, sendTestEventInput.parse({ id }));
}

const later = (instant: string, ms: number): string => new Date(Date.parse(instant) + ms).toISOString();

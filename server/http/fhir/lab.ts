import { diagnosticReport, REPORT_STATUSES } from '../../domain/fhir/diagnostic-report';
import { lineResource, LINE_STATUSES, PANEL_STATUSES, panelResource } from '../../domain/fhir/observation';
import { HL7, ownSystem, SNOMED } from '../../domain/fhir/resource';
import { serviceRequest } from '../../domain/fhir/service-request';
import { getOrderItem } from '../../domain/lab-orders/get-order-item';
import { listOrderItems, type ItemStatus, type OrderedItem } from '../../domain/lab-orders/list-order-items';
import { listLabResultsInput, type LabResult } from '../../domain/lab-results/contract';
import { getLabResult } from '../../domain/lab-results/get-lab-result';
import { getObservation } from '../../domain/lab-results/get-observation';
import {
  listObservations,
  type FiledObservation,
  type ObservationId,
} from '../../domain/lab-results/list-observations';
import { listLabResults } from '../../domain/lab-results/list-lab-results';
import type { Context } from '../../shared/context';
import { notFound, readId, showId } from '../../shared/ids';
import { requesterOf } from './directory';
import { subjectOf } from './patient';
import { ID_PARAMETER, UPDATED_PARAMETER, type Parameter, type Query } from './query';
import { badValue, chosen, isUuid, matchesOne } from './search-values';
import { linksOf, patientId, type FhirType, type Found } from './types';

const PATIENT: Parameter = {
  type: 'reference',
  target: 'Patient',
  documentation: 'The patient. A merged record leads to its survivor.',
};
const CODE: Parameter = {
  type: 'token',
  documentation: 'LOINC code, or code of the laboratory: `system|code`, `|code` or `code`.',
};
const status = (codes: object): Parameter => ({
  type: 'token',
  documentation: `One or more of ${[...new Set(Object.values(codes))].join(', ')}.`,
});
const category = (code: string): Parameter => ({
  type: 'token',
  documentation: `Always ${code}; other categories match nothing.`,
});

/** FHIR code → our statuses. */
function inverse<T extends string>(codes: Readonly<Record<T, string>>): Record<string, T[]> {
  const found: Record<string, T[]> = {};
  for (const [own, code] of Object.entries(codes) as [T, string][]) (found[code] ??= []).push(own);
  return found;
}

const patientOf = (query: Query): string | undefined => {
  const id = query.reference('patient', 'subject');
  return id === undefined ? undefined : patientId(id);
};

const uuids = (query: Query) => query.ids()?.map((ids) => ids.filter(isUuid));

/** Lists without entries match nothing. */
const NOTHING = { ids: [[]] };

const asRequest = (ctx: Context, { order, item }: OrderedItem): Found => {
  const resource = serviceRequest(order, item, linksOf(ctx));
  return { resource, author: (resource.requester as Record<string, unknown> | undefined) ?? null };
};

export const serviceRequests: FhirType = {
  profile: 'us-core-servicerequest',
  documentation: 'Ordered tests, one for each test of an order. Tests of one order have one requisition.',
  scope: 'labs:read',
  actions: { read: 'get_order_item', search: 'list_order_items' },
  parameters: {
    _id: ID_PARAMETER,
    _lastUpdated: UPDATED_PARAMETER,
    patient: PATIENT,
    subject: PATIENT,
    status: status({ a: 'active', b: 'completed', c: 'revoked' }),
    category: category('108252007'),
    code: CODE,
    authored: { type: 'date', documentation: 'When it was ordered.' },
    requisition: { type: 'token', documentation: 'ID of the order in `/v1`.' },
  },
  includes: {
    'ServiceRequest:patient': subjectOf,
    'ServiceRequest:subject': subjectOf,
    'ServiceRequest:requester': requesterOf,
  },
  hasProvenance: true,
  async read(ctx, id) {
    if (!isUuid(id)) throw notFound();
    return asRequest(ctx, await getOrderItem(ctx, { id }));
  },
  async search(ctx, query) {
    query.require('patient', 'subject', '_id', 'requisition');
    const isLaboratory = matchesOne(query.tokens('category'), SNOMED, '108252007');
    const { data, next_cursor } = await listOrderItems(ctx, {
      limit: query.limit,
      cursor: query.cursor,
      patient_id: patientOf(query),
      ids: uuids(query),
      order_ids: query
        .tokens('requisition')
        ?.map((tokens) =>
          tokens.flatMap(({ system, code }) =>
            system === undefined || system === ownSystem('labs/orders')
              ? (readId('lab_order', code) ?? [])
              : [],
          ),
        ),
      statuses: chosen<ItemStatus>('status', query.tokens('status'), 'http://hl7.org/fhir/request-status', {
        active: ['active'],
        completed: ['completed'],
        revoked: ['revoked'],
      }),
      codes: query.tokens('code'),
      ordered: query.dates('authored'),
      updated: query.dates('_lastUpdated'),
      ...(isLaboratory ? {} : NOTHING),
    });
    return { found: data.map((one) => asRequest(ctx, one)), next: next_cursor };
  },
};

const asReport = (ctx: Context, result: LabResult): Found => ({
  resource: diagnosticReport(result, linksOf(ctx)),
  author: { display: result.lab.name },
});

export const diagnosticReports: FhirType = {
  profile: 'us-core-diagnosticreport-lab',
  documentation: 'Laboratory reports. A report that was moved to the right patient is found there only.',
  scope: 'labs:read',
  actions: { read: 'get_lab_result', search: 'list_lab_results' },
  parameters: {
    _id: ID_PARAMETER,
    _lastUpdated: UPDATED_PARAMETER,
    patient: PATIENT,
    subject: PATIENT,
    status: status(REPORT_STATUSES),
    category: category('LAB'),
    code: {
      ...CODE,
      documentation: `${CODE.documentation} Matches the panels of the report. Requires patient or _id.`,
    },
    date: { type: 'date', documentation: 'When the specimen was collected.' },
  },
  includes: {
    'DiagnosticReport:patient': subjectOf,
    'DiagnosticReport:subject': subjectOf,
    'DiagnosticReport:result': {
      scope: 'labs:read',
      async read(ctx, found) {
        const ids = found.flatMap(({ resource }) =>
          ((resource.result ?? []) as { reference: string }[]).flatMap(
            ({ reference }) => observationId(reference.slice('Observation/'.length)) ?? [],
          ),
        );
        const resources: Found['resource'][] = [];
        for (let at = 0; at < ids.length; at += 100) {
          const { data } = await listObservations(ctx, { limit: 100, ids: [ids.slice(at, at + 100)] });
          resources.push(...data.map((one) => asObservation(ctx, one).resource));
        }
        return resources;
      },
    },
  },
  hasProvenance: true,
  read: async (ctx, id) =>
    asReport(ctx, await getLabResult(ctx, { id: showId('lab_result', isUuid(id) ? id : NO_ID) })),
  async search(ctx, query) {
    if (query.has('code')) query.require('patient', 'subject', '_id');
    const isLaboratory = matchesOne(query.tokens('category'), `${HL7}/v2-0074`, 'LAB');
    const { data, next_cursor } = await listLabResults(ctx, {
      ...listLabResultsInput.parse({
        limit: query.limit,
        cursor: query.cursor,
        patient_id: patientOf(query),
      }),
      ids: uuids(query),
      statuses: chosen<LabResult['status']>(
        'status',
        query.tokens('status'),
        'http://hl7.org/fhir/diagnostic-report-status',
        inverse(REPORT_STATUSES),
      ),
      codes: query.tokens('code'),
      collected: query.dates('date'),
      updated: query.dates('_lastUpdated'),
      ...(isLaboratory ? {} : NOTHING),
    });
    return { found: data.map((one) => asReport(ctx, one)), next: next_cursor };
  },
};

const NO_ID = '00000000-0000-0000-0000-000000000000';

/** Null if no Observation can have the ID. */
function observationId(id: string): ObservationId | null {
  if (isUuid(id)) return { id };
  const [report = '', panel = ''] = id.replaceAll('-', '_').split('.');
  const resultId = readId('lab_result', report);
  return resultId && readId('panel', panel) ? { id: panel, resultId } : null;
}

function asObservation(ctx: Context, { report, panel, line, members }: FiledObservation): Found {
  const links = linksOf(ctx);
  return {
    resource: line ? lineResource(report, line, links) : panelResource(report, panel, members, links),
    author: { display: report.lab.name },
  };
}

export const observations: FhirType = {
  profile: 'us-core-observation-lab',
  documentation:
    'Panels and lines of laboratory reports, with values exactly as received. A panel has its lines as members.',
  scope: 'labs:read',
  actions: { read: 'get_observation', search: 'list_observations' },
  parameters: {
    _id: ID_PARAMETER,
    _lastUpdated: { ...UPDATED_PARAMETER, documentation: 'When the report was changed last.' },
    patient: PATIENT,
    subject: PATIENT,
    status: status(LINE_STATUSES),
    category: category('laboratory'),
    code: CODE,
    date: { type: 'date', documentation: 'Time of the observation.' },
  },
  includes: { 'Observation:patient': subjectOf, 'Observation:subject': subjectOf },
  hasProvenance: true,
  async read(ctx, id) {
    const own = observationId(id);
    if (!own) throw notFound();
    return asObservation(ctx, await getObservation(ctx, own));
  },
  async search(ctx, query) {
    query.require('patient', 'subject', '_id');
    const isLaboratory = matchesOne(query.tokens('category'), `${HL7}/observation-category`, 'laboratory');
    const system = 'http://hl7.org/fhir/observation-status';
    const tokens = query.tokens('status');
    if (tokens && tokens.length > 1) throw badValue('status', 'can be sent once only', 'not_allowed');
    const { data, next_cursor } = await listObservations(ctx, {
      limit: query.limit,
      cursor: query.cursor,
      patient_id: patientOf(query),
      ids: query.ids()?.map((ids) => ids.flatMap((id) => observationId(id) ?? [])),
      statuses: tokens && {
        lines: chosen('status', tokens, system, inverse(LINE_STATUSES))![0]!,
        panels: chosen('status', tokens, system, inverse(PANEL_STATUSES))![0]!,
      },
      codes: query.tokens('code'),
      observed: query.dates('date'),
      updated: query.dates('_lastUpdated'),
      ...(isLaboratory ? {} : NOTHING),
    });
    return { found: data.map((one) => asObservation(ctx, one)), next: next_cursor };
  },
};

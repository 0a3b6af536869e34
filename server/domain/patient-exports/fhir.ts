import { env } from '../../env';
import type { PatientRow } from '../patients/access';
import type { DocumentRow } from '../documents/access';
import { CATEGORY_WORDS, type DocumentCategory } from '../documents/rules';
import type { LabOrder } from '../lab-orders/contract';
import type { LabResult, Observation } from '../lab-results/contract';
import { INTERPRETATION_WORDS, isDateOnly } from '../lab-results/rules';
import { readId, showId, type Kind } from '../../shared/ids';
import type { ExportedFile } from './files';

/**
 * FHIR R4 (4.0.1) resources of a chart. IDs are the UUIDs of the service, because FHIR allows no underscores; the
 * identifier has the ID of the API.
 */
export type Resource = { resourceType: string; id: string } & Record<string, unknown>;

const LOINC = 'http://loinc.org';
const UCUM = 'http://unitsofmeasure.org';
export const HL7 = 'http://terminology.hl7.org/CodeSystem';

/** Without null, empty texts, lists and objects, which FHIR forbids. */
function clean(value: unknown): unknown {
  if (Array.isArray(value)) {
    const kept = value.map(clean).filter((part) => part !== undefined);
    return kept.length > 0 ? kept : undefined;
  }
  if (typeof value === 'object' && value !== null) {
    const kept = Object.entries(value)
      .map(([name, part]) => [name, clean(part)] as const)
      .filter(([, part]) => part !== undefined);
    return kept.length > 0 ? Object.fromEntries(kept) : undefined;
  }
  return value === null || (typeof value === 'string' && value.trim() === '') ? undefined : value;
}

export const resource = (resourceType: string, id: string, content: Record<string, unknown>): Resource =>
  clean({ resourceType, id, ...content }) as Resource;

export const uuidOf = (kind: Kind, id: string): string => readId(kind, id) ?? id;
export const reference = (uuid: string) => ({ reference: `urn:uuid:${uuid}` });
export const to = (kind: Kind, id: string) => reference(uuidOf(kind, id));
const ownIdentifier = (path: string, value: string) => ({ system: `${env.PUBLIC_URL}/v1/${path}`, value });
const uri = (system: string | null) => (system && /^(https?:\/\/|urn:)\S+$/.test(system) ? system : null);

/** A date as precise as it is known, or the instant. */
function dateTime(at: string | null, precision: string | null): string | null {
  if (at === null || !isDateOnly(precision)) return at;
  return at.slice(0, precision === 'year' ? 4 : precision === 'month' ? 7 : 10);
}

export const instantOf = (at: Date): string => at.toISOString();

const humanName = (name: PatientRow['name']) => ({
  use: name.use,
  family: name.family,
  given: name.given,
  prefix: [name.prefix],
  suffix: [name.suffix],
});

const SEX: Readonly<Record<string, string>> = {
  female: 'female',
  male: 'male',
  other: 'other',
  unknown: 'unknown',
};
const IDENTIFIER_TYPES: Readonly<Record<string, string>> = {
  mrn: 'MR',
  national_id: 'NI',
  passport: 'PPN',
  insurance: 'MB',
};

const identifierType = (code: string | null) =>
  code === null ? null : { coding: [{ system: `${HL7}/v2-0203`, code }] };

/** @param survivor UUID, of a merged record */
export function patientResource(row: PatientRow, organization: string, survivor?: string): Resource {
  return resource('Patient', row.id, {
    meta: { versionId: String(row.version), lastUpdated: instantOf(row.updatedAt) },
    identifier: [
      ownIdentifier('patients', showId('patient', row.id)),
      { type: identifierType('MR'), value: row.mrn, assigner: { display: organization } },
      ...row.identifiers.map(({ system, value, type, type_code, assigner }) => ({
        type: identifierType(type_code ?? IDENTIFIER_TYPES[type] ?? null),
        system: uri(system),
        value,
        assigner: { display: assigner ?? (uri(system) ? null : system) },
      })),
      row.externalId === null ? null : { value: row.externalId },
    ],
    active: row.status === 'active',
    name: [humanName(row.name), ...row.otherNames.map(humanName)],
    telecom: [
      ...row.phones.map(({ value, use }) => ({ system: 'phone', value, use })),
      ...row.emails.map(({ value, use }) => ({ system: 'email', value, use })),
    ],
    gender: SEX[row.sex],
    birthDate: row.birthDate,
    deceasedDateTime: row.deceasedAt,
    address: row.addresses.map(({ lines, city, state, postal_code, country, use }) => ({
      use: use === 'temporary' ? 'temp' : use,
      line: lines,
      city,
      state,
      postalCode: postal_code,
      country,
    })),
    communication: row.language === null ? null : [{ language: { text: row.language } }],
    managingOrganization: { display: organization },
    link: [
      survivor === undefined ? null : { other: reference(survivor), type: 'replaced-by' },
      ...(survivor === undefined ? row.mergedFrom : []).map((id) => ({
        other: reference(id),
        type: 'replaces',
      })),
    ],
  });
}

const REPORT_STATUSES: Record<LabResult['status'], string> = {
  preliminary: 'preliminary',
  partial: 'partial',
  final: 'final',
  corrected: 'corrected',
  cancelled: 'cancelled',
  entered_in_error: 'entered-in-error',
};

const LINE_STATUSES: Record<Observation['status'], string> = {
  preliminary: 'preliminary',
  partial: 'preliminary',
  final: 'final',
  corrected: 'corrected',
  cancelled: 'cancelled',
  deleted: 'entered-in-error',
  wrong: 'entered-in-error',
};

const PANEL_STATUSES: Record<LabResult['status'], string> = {
  ...REPORT_STATUSES,
  partial: 'preliminary',
};

const codeOf = (
  name: string,
  loinc: string | null,
  local: { code: string | null; system: string | null; display: string | null }[],
) => ({
  coding: [
    loinc === null ? null : { system: LOINC, code: loinc, display: name },
    ...local
      .filter(({ code }) => code !== null && code !== loinc && /^\S+( \S+)*$/.test(code))
      .map(({ code, system, display }) => ({ system: uri(system), code, display })),
  ],
  text: name,
});

function quantity(value: number | null, unit: string | null, ucum: string | null) {
  const code = ucum !== null && /^\S+$/.test(ucum) ? ucum : null;
  return value === null ? null : { value, unit, ...(code === null ? {} : { system: UCUM, code }) };
}

function valueOf(line: Observation): Record<string, unknown> {
  const { value_type, value_text, value_number, comparator, value_code, unit, ucum } = line;
  if (value_type === 'quantity' && value_number !== null)
    return { valueQuantity: { ...quantity(value_number, unit, ucum), comparator } };
  if (value_type === 'coded' && value_code !== null)
    return {
      valueCodeableConcept: {
        coding: [
          { system: uri(value_code.system), code: value_code.code, display: value_code.display },
          ...line.value_alternate_codes.map(({ system, code, display }) => ({
            system: uri(system),
            code,
            display,
          })),
        ],
        text: value_text ?? value_code.display,
      },
    };
  return { valueString: value_text };
}

function referenceRange(line: Observation): unknown {
  const range = line.reference_range;
  if (range === null || (range.low === null && range.high === null && !range.text)) return null;
  return [
    {
      low: quantity(range.low, line.unit, line.ucum),
      high: quantity(range.high, line.unit, line.ucum),
      text: range.text,
      appliesTo: [{ text: range.applies_to }],
    },
  ];
}

const interpretation = ({ interpretation: code }: Observation): unknown =>
  code === null
    ? null
    : [
        Object.hasOwn(INTERPRETATION_WORDS, code)
          ? {
              coding: [{ system: `${HL7}/v3-ObservationInterpretation`, code }],
              text: INTERPRETATION_WORDS[code],
            }
          : { text: code },
      ];

const notes = (list: readonly { text: string }[]) => list.map(({ text }) => ({ text }));

interface ReportContext {
  /** UUID */
  patient: string;
  /** UUIDs of exported orders. */
  orders: ReadonlySet<string>;
  /** By document ID. */
  files: ReadonlyMap<string, ExportedFile>;
}

/** One version of a report: the report, its panels and their lines. All have its version. */
export function* reportResources(
  result: LabResult,
  { patient, orders, files }: ReportContext,
): Generator<Resource> {
  const meta = { versionId: String(result.version) };
  const subject = reference(patient);
  const performer = [{ display: result.lab.name }];
  const orderId = result.order_id === null ? null : uuidOf('lab_order', result.order_id);
  const basedOn =
    orderId !== null && orders.has(orderId) ? [{ identifier: requisition(result.order_id!) }] : null;
  const specimens = result.specimens.map((specimen, at) => ({
    resourceType: 'Specimen',
    id: `specimen-${at + 1}`,
    identifier: [{ value: specimen.id }],
    type: { text: specimen.type ?? specimen.type_code },
    collection: { collectedDateTime: specimen.collected_at },
    receivedTime: specimen.received_at,
    condition: [{ text: specimen.condition }],
    note: [{ text: specimen.rejected_reason }],
  }));
  yield resource('DiagnosticReport', uuidOf('lab_result', result.id), {
    meta: { ...meta, lastUpdated: result.updated_at },
    contained: specimens,
    identifier: [
      ownIdentifier('labs/results', result.id),
      { value: result.accession_number },
      { value: result.filler_order_number },
    ],
    basedOn,
    status: REPORT_STATUSES[result.status],
    category: [{ coding: [{ system: `${HL7}/v2-0074`, code: 'LAB' }] }],
    code: { text: result.panels.map(({ name }) => name).join(', ') || 'Laboratory report' },
    subject,
    effectiveDateTime: dateTime(result.collected_at, result.collected_at_precision),
    issued: result.issued_at,
    performer,
    specimen: specimens.map(({ id }) => ({ reference: `#${id}` })),
    result: result.panels.map(({ id }) => to('panel', id)),
    conclusion: result.notes.map(({ text }) => text).join('\n\n'),
    presentedForm: result.document_ids.flatMap((id) => {
      const file = files.get(id);
      return file ? [attachment(file)] : [];
    }),
  });
  for (const panel of result.panels) {
    yield resource('Observation', uuidOf('panel', panel.id), {
      meta,
      status: PANEL_STATUSES[panel.status],
      category: [{ coding: [{ system: `${HL7}/observation-category`, code: 'laboratory' }] }],
      code: codeOf(panel.name, panel.loinc, [{ code: panel.code, system: null, display: panel.name }]),
      subject,
      effectiveDateTime: dateTime(result.collected_at, result.collected_at_precision),
      issued: result.issued_at,
      performer,
      note: notes(panel.notes),
      hasMember: panel.observations.map(({ id }) => to('observation', id)),
    });
    for (const line of panel.observations)
      yield lineResource(line, { meta, subject, performer, issued: result.issued_at });
  }
}

function lineResource(
  line: Observation,
  {
    performer,
    ...common
  }: { meta: object; subject: object; performer: { display: string }[]; issued: string },
): Resource {
  const asReceived =
    line.value_type === 'quantity' &&
    line.value_number !== null &&
    line.value_text !== String(line.value_number)
      ? [{ url: `${env.PUBLIC_URL}/fhir/value-as-received`, valueString: line.value_text }]
      : null;
  return resource('Observation', uuidOf('observation', line.id), {
    ...common,
    extension: asReceived,
    status: LINE_STATUSES[line.status],
    category: [{ coding: [{ system: `${HL7}/observation-category`, code: 'laboratory' }] }],
    code: codeOf(line.name, line.loinc, [
      { code: line.code, system: line.code_system, display: line.original_text ?? line.name },
      ...(line.alternate_code ? [line.alternate_code] : []),
    ]),
    effectiveDateTime: dateTime(line.observed_at, line.observed_at_precision),
    performer: line.performing_lab === null ? performer : [{ display: line.performing_lab }],
    ...valueOf(line),
    interpretation: interpretation(line),
    referenceRange: referenceRange(line),
    method: { text: line.method },
    device: { display: line.device },
    note: notes(line.notes),
  });
}

/** Orders of several tests are several requests of one requisition. */
const requisition = (id: string) => ownIdentifier('labs/orders', id);

const ITEM_STATUSES: Record<LabOrder['items'][number]['status'], string> = {
  ordered: 'active',
  in_progress: 'active',
  resulted: 'completed',
  cancelled: 'revoked',
  not_performed: 'revoked',
};
const ICD: Record<LabOrder['diagnoses'][number]['system'], string> = {
  'icd-10': 'http://hl7.org/fhir/sid/icd-10',
  'icd-10-cm': 'http://hl7.org/fhir/sid/icd-10-cm',
};

export const orderResources = (order: LabOrder, patient: string): Resource[] =>
  order.items.map((item) =>
    resource('ServiceRequest', uuidOf('lab_order_item', item.id), {
      meta: { versionId: String(order.version), lastUpdated: order.updated_at },
      identifier: [{ value: order.order_number }, { value: order.external_id }],
      requisition: requisition(order.id),
      status:
        order.status === 'cancelled' || order.status === 'rejected' ? 'revoked' : ITEM_STATUSES[item.status],
      intent: 'order',
      category: [
        {
          coding: [{ system: 'http://snomed.info/sct', code: '108252007', display: 'Laboratory procedure' }],
        },
      ],
      priority: order.priority,
      code: codeOf(item.name, item.loinc, [{ code: item.code, system: null, display: item.name }]),
      subject: reference(patient),
      authoredOn: order.created_at,
      requester: { display: order.ordering_clinician?.name },
      reasonCode: order.diagnoses.map(({ code, system, description }) => ({
        coding: [{ system: ICD[system], code, display: description }],
      })),
      note: [{ text: order.notes }],
    }),
  );

function attachment({ document, path, isIncluded }: ExportedFile): Record<string, unknown> {
  return {
    contentType: document.contentType,
    url: isIncluded ? path.split('/').map(encodeURIComponent).join('/') : null,
    size: document.size,
    title: document.title,
    creation: document.documentDate,
  };
}

export function documentResource(file: ExportedFile, patient: string): Resource {
  const { document } = file;
  const related = (code: string, id: string | null) => (id === null ? null : { code, target: reference(id) });
  const isOver = document.replacedBy !== null || document.withdrawnAt !== null;
  return resource('DocumentReference', document.id, {
    meta: { versionId: String(document.version), lastUpdated: instantOf(document.updatedAt) },
    identifier: [ownIdentifier('documents', showId('document', document.id))],
    status: isOver ? 'superseded' : 'current',
    type: documentType(document.type),
    category: [{ text: CATEGORY_WORDS[document.category as DocumentCategory] ?? document.category }],
    subject: reference(patient),
    date: instantOf(document.createdAt),
    author: [{ display: document.author }],
    relatesTo: [related('replaces', document.replaces), related('appends', document.addendumTo)],
    description: document.description ?? document.title,
    content: [{ attachment: attachment(file) }],
    context: {
      related: [document.resultId === null ? null : reference(document.resultId)],
    },
  });
}

const documentType = (type: DocumentRow['type']): unknown =>
  type === null ? null : { coding: [{ system: uri(type.system), code: type.code, display: type.display }] };

import { joinFiles } from './embedded-files';
import { groupSegments, type OrderGroup, type PatientGroup } from './groups';
import type { Message, Segment } from './message';
import type { NormalMessage, NormalPanel, NormalReport, NormalTime, ReportKey } from './normal-message';
import { entity, orNull } from './read-data-types';
import { readNotes } from './read-notes';
import { readObservation, type ReadingFacts } from './read-observation';
import { parentOf, readPanel } from './read-panel';
import { readPatient, readVisit } from './read-patient';
import { readSource, readSpecimen } from './read-specimen';
import { readTime } from './time';
import { Warnings } from './warnings';

/**
 * Converts a structurally valid message to its reports. Unparsable parts become warnings with their place, never
 * exceptions: a value that does not parse is filed as text.
 */
export interface NormalizeOptions {
  /** IANA name, for times without an offset. */
  timeZone: string;
  /** 3,5 is 3.5. Default: 3,5 is a text. */
  decimalComma?: boolean;
  /** Field in which this laboratory sends the accession number. */
  accessionField?: 'SPM-2' | 'OBR-18' | 'OBR-20';
}

export function normalize(message: Message, options: NormalizeOptions): NormalMessage {
  const warnings = new Warnings();
  // Most lines of a message repeat the same few times, and time zone conversion is slow.
  const known = new Map<string, NormalTime | null>();
  const time = (segment: Segment, field: number): NormalTime | null => {
    const sent = segment.text(field);
    if (sent === '') return null;
    const read = known.get(sent) ?? readTime(sent, options.timeZone);
    if (known.size < 1_000) known.set(sent, read);
    if (!read)
      warnings.add(
        'time_unreadable',
        segment.place(field),
        'The time cannot be parsed; it is shown as received.',
      );
    return read;
  };
  const facts: Facts = { options, time, warnings, decimalComma: options.decimalComma ?? false };
  const groups = groupSegments(message);
  const reports = groups.patients.flatMap((patient) => readReports(patient, facts));
  const first = reports[0];
  if (first) {
    first.notes = [...readNotes(groups.notes), ...first.notes];
    first.extra_segments = [...groups.extras.map(extraOf), ...first.extra_segments];
  }
  if (message.keptEscapes)
    warnings.add(
      'escape_kept',
      null,
      'The message has character set switches or local escape sequences; they are shown as received.',
    );
  const header = message.segments[0];
  const text = (field: number, component = 1) => orNull(header?.text(field, component) ?? '');
  return {
    sending_application: text(3),
    sending_facility: text(4),
    receiving_application: text(5),
    receiving_facility: text(6),
    sent_at: header ? time(header, 7) : null,
    event: text(9, 2),
    control_id: text(10),
    processing_id: text(11) ?? 'P',
    version: text(12),
    charset: message.reading.charset,
    reports,
    warnings: warnings.list,
  };
}

interface Facts extends ReadingFacts {
  options: NormalizeOptions;
}

/**
 * Groups a patient's orders by placer number. An order without one belongs to the previous report, or to that of the order
 * to which the laboratory added it.
 */
function readReports(patient: PatientGroup, facts: Facts): NormalReport[] {
  const bundles = new Map<string | null, OrderGroup[]>();
  let current: string | null = null;
  for (const order of patient.orders) {
    current = placerNumber(order) ?? current ?? parentOf(order)?.placer_number ?? null;
    const bundle = bundles.get(current);
    if (bundle) bundle.push(order);
    else bundles.set(current, [order]);
  }
  const who = readPatient(patient.pid, facts.warnings);
  const visit = patient.pv1 ? readVisit(patient.pv1) : null;
  const notes = readNotes(patient.notes);
  const extras = patient.extras.map(extraOf);
  const about = joinFiles(
    patient.results.map((result) => ({ obx: result.obx, observation: readObservation(result, null, facts) })),
    null,
    facts.warnings,
  ).map(({ observation }) => observation);
  return [...bundles.values()].map((orders, index) => ({
    ...readReport(orders, facts),
    patient: who,
    visit,
    notes: [...notes],
    patient_observations: about,
    // Once per patient.
    extra_segments: index === 0 ? extras : [],
  }));
}

const placerNumber = ({ orc, obr }: OrderGroup): string | null => entity(obr, 2) ?? (orc && entity(orc, 2));

const extraOf = ({ segment, after }: { segment: Segment; after: string }) => ({
  name: segment.name,
  raw: segment.raw,
  after,
});

type Read = Omit<NormalReport, 'patient' | 'visit' | 'notes' | 'patient_observations' | 'extra_segments'>;

function readReport(orders: OrderGroup[], facts: Facts): Read {
  const panels = orders.map((order) => readPanel(order, facts));
  const specimens = orders.flatMap(({ obr, specimens: sent }) => {
    const source = sent.length === 0 ? readSource(obr, facts.time) : null;
    return source ? [source] : sent.map(({ spm }) => readSpecimen(spm, facts.time));
  });
  const accession = accessionNumber(orders, facts.options);
  const placer =
    first(panels, 'placer_number') ??
    panels.find(({ parent }) => parent?.placer_number)?.parent?.placer_number ??
    null;
  const filler = panels[0]?.filler_number ?? null;
  const key = keyOf(placer, filler, accession);
  if (!key)
    facts.warnings.add(
      'key_missing',
      panels[0]?.place ?? null,
      'The report has neither an order number nor an accession number; later versions cannot be recognized.',
    );
  const orc = orders.find((order) => order.orc)?.orc;
  return {
    key,
    placer_number: placer,
    placer_authority: panels.find((panel) => panel.placer_number !== null)?.placer_authority ?? null,
    filler_number: filler,
    group_number: orc ? entity(orc, 4) : null,
    accession_number: accession,
    collected_at:
      extreme([...times(panels, 'collected_at')], -1) ?? extreme(times(specimens, 'collected_at'), -1),
    received_at: extreme(times(panels, 'received_at'), -1) ?? extreme(times(specimens, 'received_at'), -1),
    reported_at: extreme(times(panels, 'reported_at'), 1),
    orderer: panels.find(({ orderer }) => orderer)?.orderer ?? null,
    panels,
    specimens,
  };
}

const first = (panels: NormalPanel[], field: 'placer_number'): string | null =>
  panels.find((panel) => panel[field] !== null)?.[field] ?? null;

function times<Name extends string>(
  from: readonly Record<Name, NormalTime | null>[],
  field: Name,
): NormalTime[] {
  return from.flatMap((entry) => entry[field] ?? []);
}

/** The earliest (-1) or the latest (1). */
function extreme(all: readonly NormalTime[], direction: 1 | -1): NormalTime | null {
  return all.reduce<NormalTime | null>(
    (found, time) => (!found || (time.at > found.at ? 1 : -1) === direction ? time : found),
    null,
  );
}

function keyOf(placer: string | null, filler: string | null, accession: string | null): ReportKey | null {
  if (placer !== null) return { kind: 'placer', number: placer };
  if (filler !== null) return { kind: 'filler', number: filler };
  return accession === null ? null : { kind: 'accession', number: accession };
}

function accessionNumber(
  orders: OrderGroup[],
  { accessionField = 'SPM-2' }: NormalizeOptions,
): string | null {
  for (const { obr, specimens } of orders) {
    const number =
      accessionField === 'SPM-2'
        ? (specimens.map(({ spm }) => spm.text(2, 2, 1) || spm.text(2, 1, 1)).find((id) => id !== '') ?? '')
        : obr.text(Number(accessionField.slice(4)));
    if (number !== '') return number;
  }
  return null;
}

import type { Message, Segment } from './message';

/**
 * Groups the segments of a result message by position into patients, orders and their parts. Nothing is dropped:
 * segments without a place go to `others`.
 */
export interface OrderGroup {
  orc: Segment | null;
  obr: Segment;
  notes: Segment[];
  results: ResultGroup[];
  specimens: { spm: Segment; notes: Segment[] }[];
}

export interface ResultGroup {
  obx: Segment;
  afterSpecimen: boolean;
  notes: Segment[];
}

export interface PatientGroup {
  pid: Segment;
  pv1: Segment | null;
  notes: Segment[];
  results: ResultGroup[];
  orders: OrderGroup[];
  /** Z segments with the place of the preceding segment. */
  extras: { segment: Segment; after: string }[];
}

export interface Groups {
  /** NTE and Z segments before the first PID. */
  notes: Segment[];
  extras: PatientGroup['extras'];
  patients: PatientGroup[];
}

export function groupSegments(message: Message): Groups {
  const groups: Groups = { notes: [], extras: [], patients: [] };
  /** Notes of the last segment that can have them; an NTE belongs there. */
  let notes = groups.notes;
  let orc: Segment | null = null;
  /** Notes between an ORC and its OBR. */
  let ordered: Segment[] = [];
  let before: Segment | null = null;
  for (const segment of message.segments) {
    const patient = groups.patients.at(-1);
    const order = patient?.orders.at(-1);
    switch (segment.name) {
      case 'PID':
        groups.patients.push({ pid: segment, pv1: null, notes: [], results: [], orders: [], extras: [] });
        notes = groups.patients.at(-1)!.notes;
        orc = null;
        ordered = [];
        break;
      case 'PV1':
        if (patient && !patient.pv1) patient.pv1 = segment;
        break;
      case 'ORC':
        orc = segment;
        notes = ordered = [];
        break;
      case 'OBR':
        if (!patient) break;
        notes = ordered;
        patient.orders.push({ orc, obr: segment, notes, results: [], specimens: [] });
        orc = null;
        ordered = [];
        break;
      case 'OBX': {
        const results = order?.results ?? patient?.results;
        if (!results) break;
        // An ORC after its OBR: it does not belong to the next order.
        if (order && orc) {
          order.orc ??= orc;
          order.notes.push(...ordered);
          orc = null;
          ordered = [];
        }
        const afterSpecimen = (order?.specimens.length ?? 0) > 0;
        const result: ResultGroup = { obx: segment, afterSpecimen, notes: [] };
        results.push(result);
        notes = result.notes;
        break;
      }
      case 'SPM':
        if (!order) break;
        order.specimens.push({ spm: segment, notes: [] });
        notes = order.specimens.at(-1)!.notes;
        break;
      case 'NTE':
        notes.push(segment);
        break;
      default:
        if (segment.name.startsWith('Z'))
          (patient ?? groups).extras.push({ segment, after: before?.place() ?? '' });
    }
    before = segment;
  }
  return groups;
}

import type { Message, Segment } from './message';

/**
 * Segments of a result message → patients, their orders, and what belongs to each, by place. Nothing is thrown away:
 * what has no place of its own is in `others`.
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
  /** OBX before the first OBR. */
  results: ResultGroup[];
  orders: OrderGroup[];
  /** Z segments, with the place before them. */
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
  /** Where an NTE belongs: to the last segment that can have notes. */
  let notes = groups.notes;
  let orc: Segment | null = null;
  /** Notes between ORC and its OBR. */
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
        // An ORC after its OBR: it belongs to nothing that follows.
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

import type { Segment } from './message';
import type { NormalSpecimen, NormalTime } from './normal-message';
import { codeName, codeOf, NO_CODE, orNull, readCode, readEach } from './read-data-types';

export function readSpecimen(
  spm: Segment,
  time: (segment: Segment, field: number) => NormalTime | null,
): NormalSpecimen {
  return {
    place: spm.place(),
    placer_id: orNull(spm.text(2, 1, 1)),
    filler_id: orNull(spm.text(2, 2, 1)),
    type: readCode(spm, 4),
    description: orNull(spm.text(14)),
    collected_at: time(spm, 17),
    received_at: time(spm, 18),
    rejected_reasons: readEach(spm, 21, (sent) => codeName(codeOf(sent))),
    condition: codeName(readCode(spm, 24)),
    container: codeName(readCode(spm, 27)),
  };
}

/** OBR-15, used before SPM existed: source (code & text & system) ^ additives ^ description ^ body site. */
export function readSource(
  obr: Segment,
  time: (segment: Segment, field: number) => NormalTime | null,
): NormalSpecimen | null {
  if (obr.state(15) !== 'sent') return null;
  const part = (subcomponent: number) => orNull(obr.text(15, 1, subcomponent));
  // 2.2 and some later systems send code ^ text, as in any coded field.
  const plain = part(2) === null;
  return {
    place: obr.place(),
    placer_id: null,
    filler_id: null,
    type: { ...NO_CODE, code: part(1), text: plain ? orNull(obr.text(15, 2)) : part(2), system: part(3) },
    description: orNull(obr.text(15, 3)),
    collected_at: time(obr, 7),
    received_at: time(obr, 14),
    rejected_reasons: [],
    condition: null,
    container: null,
  };
}

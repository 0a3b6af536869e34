import { isDeepStrictEqual } from 'node:util';
import type { Specimen } from '../../../data-types/lab-result';
import type { NormalSpecimen } from '../../../hl7v2/normal-message';

/** SPM or OBR-15 of all panels. A specimen repeated for several panels becomes one. */
export function toSpecimens(sent: readonly NormalSpecimen[]): Specimen[] {
  const specimens: Specimen[] = [];
  for (const specimen of sent.map(toSpecimen))
    if (!specimens.some((known) => isDeepStrictEqual(known, specimen))) specimens.push(specimen);
  return specimens;
}

const toSpecimen = (sent: NormalSpecimen): Specimen => ({
  id: sent.filler_id ?? sent.placer_id,
  type: sent.type.text ?? sent.type.alternate?.text ?? sent.description ?? sent.type.code,
  type_code: sent.type.code,
  collected_at: sent.collected_at?.at ?? null,
  received_at: sent.received_at?.at ?? null,
  condition: sent.condition,
  rejected_reason: sent.rejected_reasons.length > 0 ? sent.rejected_reasons.join('; ') : null,
});

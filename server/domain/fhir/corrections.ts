import type { LabResult } from '../lab-results/contract';
import { own } from './resource';

/** The extension of a replaced value, which the definitions of FHIR do not have. */
const CORRECTION = () => own('StructureDefinition/correction');

/** Corrections of one line, or those of no line. @param lineId `obs_…` */
export function correctionsOf(
  { corrections }: Pick<LabResult, 'corrections'>,
  lineId: string | null,
): object[] | null {
  const found = corrections.flatMap(({ version, at, reason, changes }) =>
    changes
      .filter(({ observation_id }) => observation_id === lineId)
      .map(({ field, from, to }) => ({
        url: CORRECTION(),
        extension: [
          { url: 'version', valueString: String(version) },
          { url: 'at', valueInstant: at },
          { url: 'field', valueString: field },
          part('from', from),
          part('to', to),
          part('reason', reason),
        ],
      })),
  );
  return found.length > 0 ? found : null;
}

/** An extension without a value is not valid. */
const part = (url: string, text: string | null) => (text?.trim() ? { url, valueString: text } : null);

import { toUcum } from '../../domain/lab-results/units';
import type { NormalCode, NormalObservation } from '../hl7v2/normal-form';

/** What a connection calls tests and units, as people have mapped it. */
export interface ConnectionMaps {
  /** By `codeKey`. */
  codes: ReadonlyMap<string, string>;
  /** As sent → UCUM. */
  units: ReadonlyMap<string, string>;
}

export const NO_MAPS: ConnectionMaps = { codes: new Map(), units: new Map() };

/** A code alone may mean two tests in two systems. */
export const codeKey = (code: string, system: string | null): string => `${code}\n${system ?? ''}`;

/** What identifies a test over the versions of a report. A test without a code is its own text. */
export const codeOf = (test: NormalCode): string =>
  test.code ?? test.alternate?.code ?? test.text ?? test.alternate?.text ?? 'unnamed';

export const nameOf = (test: NormalCode): string =>
  test.text ?? test.alternate?.text ?? test.code ?? test.alternate?.code ?? 'Unnamed test';

/** As the laboratory says, else as the code was mapped. */
export function loincOf(test: NormalCode, { codes }: ConnectionMaps): string | null {
  if (test.loinc !== null) return test.loinc;
  const mapped = codes.get(codeKey(codeOf(test), systemOf(test)));
  if (mapped !== undefined || !test.alternate?.code) return mapped ?? null;
  return codes.get(codeKey(test.alternate.code, test.alternate.system)) ?? null;
}

/** Of the code that `codeOf` takes. */
export const systemOf = (test: NormalCode): string | null =>
  test.code !== null ? test.system : test.alternate?.code ? test.alternate.system : null;

export const ucumOf = (line: Pick<NormalObservation, 'unit' | 'ucum'>, { units }: ConnectionMaps) =>
  line.unit === null ? null : (units.get(line.unit) ?? line.ucum ?? toUcum(line.unit));

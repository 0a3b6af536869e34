import { toUcum } from '../../../hl7v2/ucum';
import type { NormalCode, NormalObservation } from '../../../hl7v2/normal-message';

/** Mappings of a connection's test codes and units, made by users. */
export interface ConnectionMappings {
  /** By `codeKey`. */
  codes: ReadonlyMap<string, string>;
  /** Unit as sent → UCUM. */
  units: ReadonlyMap<string, string>;
}

export const NO_MAPPINGS: ConnectionMappings = { codes: new Map(), units: new Map() };

/** The same code may mean different tests in two coding systems. */
export const codeKey = (code: string, system: string | null): string => `${code}\n${system ?? ''}`;

/** Identifies a test across versions of a report. A test without a code is identified by its text. */
export const codeOf = (test: NormalCode): string =>
  test.code ?? test.alternate?.code ?? test.text ?? test.alternate?.text ?? 'unnamed';

export const nameOf = (test: NormalCode): string =>
  test.text ?? test.alternate?.text ?? test.code ?? test.alternate?.code ?? 'Unnamed test';

/** The LOINC code from the message, else from the mapping. */
export function loincOf(test: NormalCode, { codes }: ConnectionMappings): string | null {
  if (test.loinc !== null) return test.loinc;
  const mapped = codes.get(codeKey(codeOf(test), systemOf(test)));
  if (mapped !== undefined || !test.alternate?.code) return mapped ?? null;
  return codes.get(codeKey(test.alternate.code, test.alternate.system)) ?? null;
}

/** The system of the code that `codeOf` returns. */
export const systemOf = (test: NormalCode): string | null =>
  test.code !== null ? test.system : test.alternate?.code ? test.alternate.system : null;

export const ucumOf = (line: Pick<NormalObservation, 'unit' | 'ucum'>, { units }: ConnectionMappings) =>
  line.unit === null ? null : (units.get(line.unit) ?? line.ucum ?? toUcum(line.unit));

import type { NormalCode, NormalIdentifier, NormalPerson } from './normal-message';
import type { Repetition, Segment } from './message';

export const orNull = (text: string): string | null => (text === '' ? null : text);

/** EI: the entity part. */
export const entity = (segment: Segment, field: number): string | null => orNull(segment.text(field));

/** CE, CWE. */
export const readCode = (segment: Segment, field: number): NormalCode => codeOf(segment.first(field));

export function codeOf(sent: Repetition): NormalCode {
  const part = (component: number) => orNull(sent.text(component));
  const [code, text, system] = [part(1), part(2), part(3)];
  const other = { code: part(4), text: part(5), system: part(6) };
  return {
    code,
    text,
    system,
    alternate: other.code === null && other.text === null ? null : other,
    original: part(9),
    loinc: isLoinc(system) ? code : isLoinc(other.system) ? other.code : null,
  };
}

/** Table 0396 specifies LN; the name and the OID occur as well. */
const isLoinc = (system: string | null): boolean =>
  system !== null && /^(LN|LOINC|2\.16\.840\.1\.113883\.6\.1)$/i.test(system);

export const NO_CODE: NormalCode = {
  code: null,
  text: null,
  system: null,
  alternate: null,
  original: null,
  loinc: null,
};

export const codeName = ({ code, text, alternate }: NormalCode): string | null =>
  text ?? code ?? alternate?.text ?? alternate?.code ?? null;

/** XCN, and CN in 2.1 to 2.2, which starts the same way. Null if empty. */
export const readPerson = (segment: Segment, field: number): NormalPerson | null =>
  personOf(segment.first(field));

export function personOf(sent: Repetition): NormalPerson | null {
  const part = (component: number, subcomponent?: number) => orNull(sent.text(component, subcomponent));
  const person: NormalPerson = {
    id: part(1),
    family: part(2, 1),
    given: part(3),
    authority: part(9, 1) ?? part(9, 2),
  };
  return person.id === null && person.family === null && person.given === null ? null : person;
}

export function readEach<Value>(
  segment: Segment,
  field: number,
  read: (sent: Repetition) => Value | null,
): Value[] {
  return segment.repetitions(field).flatMap((sent) => read(sent) ?? []);
}

/** CX. */
export function identifierOf(sent: Repetition): NormalIdentifier | null {
  const number = sent.text(1);
  if (number === '') return null;
  return { number, authority: orNull(sent.text(4, 1) || sent.text(4, 2)), type: orNull(sent.text(5)) };
}

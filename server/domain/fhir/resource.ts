import { env } from '../../env';
import { readId, type Kind } from '../../shared/ids';
import { LOINC_SYSTEM } from '../../shared/code-search';
import { isDateOnly } from '../lab-results/rules';
import { Decimal } from './json';

/**
 * Parts of the FHIR R4 (4.0.1) resources, for the API and the export of a patient. IDs are the UUIDs of the service,
 * because FHIR allows no underscores; the identifier has the ID of `/v1`.
 */
export type Resource = { resourceType: string; id: string } & Record<string, unknown>;

export const UCUM = 'http://unitsofmeasure.org';
export const HL7 = 'http://terminology.hl7.org/CodeSystem';
export const SNOMED = 'http://snomed.info/sct';
export const NPI = 'http://hl7.org/fhir/sid/us-npi';
const ABSENT = 'http://hl7.org/fhir/StructureDefinition/data-absent-reason';

/** How resources refer to each other, and who has them: different in the API and in the bundle of an export. */
export interface Links {
  /** @param id logical ID */
  to(type: string, id: string): { reference: string };
  /** Logical ID of the Observation of a panel, of which only its report leads to the row. */
  panelId(resultId: string, panelId: string): string;
  /** The organization that has the record. */
  organization: Record<string, unknown>;
  /** UUID of the organization, for systems of identifiers. */
  orgId: string;
  /** Null where users are not resources. @param id UUID of a user */
  practitioner(id: string): { reference: string } | null;
  /** Attachment of a document (UUID); null if it is not part of the export. */
  attachment(documentId: string): Record<string, unknown> | null;
}

/** Without null, empty texts, lists and objects, which FHIR forbids. */
function clean(value: unknown): unknown {
  if (Array.isArray(value)) {
    const kept = value.map(clean).filter((part) => part !== undefined);
    return kept.length > 0 ? kept : undefined;
  }
  if (value instanceof Decimal) return value;
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

/** System of our own identifiers; the value is the ID of `/v1`. */
export const ownSystem = (path: string): string => `${env.PUBLIC_URL}/v1/${path}`;
export const ownIdentifier = (path: string, value: string) => ({ system: ownSystem(path), value });

/** Definitions of ours: extensions and code systems. */
export const own = (path: string): string => `${env.PUBLIC_URL}/fhir/${path}`;

export const uri = (system: string | null): string | null =>
  system && /^(https?:\/\/|urn:)\S+$/.test(system) ? system : null;

/** A system that is not a URI, as one of the organization. */
export const systemUri = (orgId: string, system: string): string =>
  uri(system) ?? own(`sid/${orgId}/${encodeURIComponent(system)}`);

/** A date as precise as it is known, or the instant. */
export function dateTime(at: string | null, precision: string | null): string | null {
  if (at === null || !isDateOnly(precision)) return at;
  return at.slice(0, precision === 'year' ? 4 : precision === 'month' ? 7 : 10);
}

/** Instead of a value that the profile requires and the record does not have. */
export const absent = (reason: string) => ({ extension: [{ url: ABSENT, valueCode: reason }] });

export const codeOf = (
  name: string,
  loinc: string | null,
  local: { code: string | null; system: string | null; display: string | null }[],
) => ({
  coding: [
    loinc === null ? null : { system: LOINC_SYSTEM, code: loinc, display: name },
    ...local
      .filter(({ code }) => code !== null && code !== loinc && isCode(code))
      .map(({ code, system, display }) => ({ system: uri(system), code, display })),
  ],
  text: name,
});

/** FHIR allows no other spaces in a code. */
const isCode = (code: string): boolean => /^\S+( \S+)*$/.test(code);

export const notes = (list: readonly { text: string }[]) => list.map(({ text }) => ({ text }));

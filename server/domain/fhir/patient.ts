import { uuidOf, HL7, own, ownIdentifier, resource, systemUri, type Links, type Resource } from './resource';
import type { Patient } from '../patients/contract';

const US_CORE = 'http://hl7.org/fhir/us/core/StructureDefinition';

const IDENTIFIER_TYPES: Readonly<Record<string, string>> = {
  mrn: 'MR',
  national_id: 'NI',
  passport: 'PPN',
  insurance: 'MB',
};
const identifierType = (code: string | null) =>
  code === null ? null : { coding: [{ system: `${HL7}/v2-0203`, code }] };

/** MRNs and external IDs are unique within an organization only. */
export const mrnSystem = (orgId: string): string => own(`sid/${orgId}/mrn`);
export const externalSystem = (orgId: string): string => own(`sid/${orgId}/external-id`);

const humanName = (name: Patient['name']) => ({
  use: name.use,
  family: name.family,
  given: name.given,
  prefix: [name.prefix],
  suffix: [name.suffix],
});

const BIRTH_SEX: Readonly<Record<string, string>> = { female: 'F', male: 'M', unknown: 'UNK' };

export function patientResource(patient: Patient, links: Links): Resource {
  const { orgId } = links;
  const survivor = patient.merged_into_id;
  const sexAtBirth = patient.sex_at_birth === null ? undefined : BIRTH_SEX[patient.sex_at_birth];
  const clinician = patient.primary_clinician_id;
  return resource('Patient', uuidOf('patient', patient.id), {
    meta: { versionId: String(patient.version), lastUpdated: patient.updated_at },
    extension: [
      sexAtBirth === undefined ? null : { url: `${US_CORE}/us-core-birthsex`, valueCode: sexAtBirth },
      patient.gender_identity === null
        ? null
        : {
            url: `${US_CORE}/us-core-genderIdentity`,
            valueCodeableConcept: { text: patient.gender_identity },
          },
    ],
    identifier: [
      ownIdentifier('patients', patient.id),
      {
        type: identifierType('MR'),
        system: mrnSystem(orgId),
        value: patient.mrn,
        assigner: links.organization,
      },
      ...patient.identifiers.map(({ system, value, type, type_code, assigner }) => ({
        type: identifierType(type_code ?? IDENTIFIER_TYPES[type] ?? null),
        system: systemUri(orgId, system),
        value,
        assigner: { display: assigner ?? (systemUri(orgId, system) === system ? null : system) },
      })),
      patient.external_id === null ? null : { system: externalSystem(orgId), value: patient.external_id },
    ],
    active: patient.status === 'active',
    name: [humanName(patient.name), ...patient.other_names.map(humanName)],
    telecom: [
      ...patient.phones.map(({ value, use }) => ({ system: 'phone', value, use })),
      ...patient.emails.map(({ value, use }) => ({ system: 'email', value, use })),
    ],
    gender: patient.sex,
    birthDate: patient.birth_date,
    deceasedDateTime: patient.deceased_at,
    address: patient.addresses.map(({ lines, city, state, postal_code, country, use }) => ({
      use: use === 'temporary' ? 'temp' : use,
      line: lines,
      city,
      state,
      postalCode: postal_code,
      country,
    })),
    communication:
      patient.language === null
        ? null
        : [
            {
              language: {
                coding: [{ system: 'urn:ietf:bcp:47', code: patient.language }],
                text: patient.language,
              },
            },
          ],
    generalPractitioner: [clinician === null ? null : links.practitioner(uuidOf('user', clinician))],
    managingOrganization: links.organization,
    link: [
      survivor === null
        ? null
        : { other: links.to('Patient', uuidOf('patient', survivor)), type: 'replaced-by' },
      ...(survivor === null ? patient.merged_from : []).map((id) => ({
        other: links.to('Patient', uuidOf('patient', id)),
        type: 'replaces',
      })),
    ],
  });
}

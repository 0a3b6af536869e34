import { externalSystem, mrnSystem, patientResource } from '../../domain/fhir/patient';
import { own, ownSystem, type Resource } from '../../domain/fhir/resource';
import { listPatientsInput, type Patient } from '../../domain/patients/contract';
import type { IdentifierSearch } from '../../domain/patients/fhir-search';
import { getPatientRecord } from '../../domain/patients/get-patient-record';
import { listPatients } from '../../domain/patients/list-patients';
import type { CodeSearch } from '../../shared/code-search';
import type { Context } from '../../shared/context';
import { readId } from '../../shared/ids';
import { ID_PARAMETER, UPDATED_PARAMETER } from './query';
import { chosen, isUuid } from './search-values';
import { linksOf, patientId, type FhirType, type Found, type Include } from './types';

const found = (ctx: Context, patient: Patient): Found => ({
  resource: patientResource(patient, linksOf(ctx)),
  author: null,
});

const GENDERS = {
  male: ['male'],
  female: ['female'],
  other: ['other'],
  unknown: ['unknown'],
} as const;

export const patient: FhirType = {
  profile: 'us-core-patient',
  documentation:
    'Patients. A record that was merged into another one has the link `replaced-by`, and is found until it is separated.',
  scope: 'patients:read',
  actions: { read: 'get_patient', search: 'list_patients' },
  parameters: {
    _id: ID_PARAMETER,
    _lastUpdated: UPDATED_PARAMETER,
    identifier: {
      type: 'token',
      documentation:
        'MRN, external ID, ID of `/v1`, or another identifier: `system|value`, or `value` in any system.',
    },
    name: { type: 'string', documentation: 'Start of a part of a current or former name.' },
    family: { type: 'string', documentation: 'Start of a current or former family name.' },
    given: { type: 'string', documentation: 'Start of a current or former given name.' },
    birthdate: { type: 'date', documentation: 'Birth date.' },
    gender: { type: 'token', documentation: 'Administrative gender.' },
  },
  includes: {},
  hasProvenance: true,
  read: async (ctx, id) => found(ctx, await getPatientRecord(ctx, { id: patientId(id) })),
  async search(ctx, query) {
    const list = await listPatients(ctx, {
      ...listPatientsInput.parse({ limit: query.limit, cursor: query.cursor }),
      ids: query.ids()?.map((ids) => ids.filter(isUuid)),
      names: query.texts('name'),
      families: query.texts('family'),
      givens: query.texts('given'),
      sexes: chosen<Patient['sex']>(
        'gender',
        query.tokens('gender'),
        'http://hl7.org/fhir/administrative-gender',
        GENDERS,
      ),
      born: query.dates('birthdate'),
      updated: query.dates('_lastUpdated'),
      identifiers: query
        .tokens('identifier')
        ?.map((tokens) => tokens.flatMap((token) => identifiersOf(ctx, token))),
    });
    return { found: list.data.map((one) => found(ctx, one)), next: list.next_cursor };
  },
};

/** Alternatives; empty if no patient can have it. */
function identifiersOf({ actor }: Context, { system, code }: CodeSearch): IdentifierSearch[] {
  const id = readId('patient', code);
  const byId: IdentifierSearch[] = id ? [{ kind: 'id', value: id }] : [];
  if (system === undefined) return [{ kind: 'any', value: code }, ...byId];
  if (system === ownSystem('patients')) return byId;
  if (system === mrnSystem(actor.orgId)) return [{ kind: 'mrn', value: code }];
  if (system === externalSystem(actor.orgId)) return [{ kind: 'external', value: code }];
  if (system === null) return [];
  const named = `${own(`sid/${actor.orgId}`)}/`;
  return [{ kind: 'identifier', system: decoded(system, named), value: code }];
}

/** A system that is not a URI, as `systemUri` writes it. */
function decoded(system: string, named: string): string {
  if (!system.startsWith(named)) return system;
  try {
    return decodeURIComponent(system.slice(named.length));
  } catch {
    return system;
  }
}

const MOST = 100;

/** The patients that resources are about. */
export const subjectOf: Include = {
  scope: 'patients:read',
  async read(ctx, resources) {
    const ids = new Set(
      resources.map(({ resource }) =>
        (resource.subject as { reference: string }).reference.slice('Patient/'.length),
      ),
    );
    const read: Resource[] = [];
    for (let at = 0; at < ids.size; at += MOST) {
      const list = await listPatients(ctx, {
        ...listPatientsInput.parse({ limit: MOST }),
        ids: [[...ids].slice(at, at + MOST)],
      });
      read.push(...list.data.map((one) => found(ctx, one).resource));
    }
    return read;
  },
};

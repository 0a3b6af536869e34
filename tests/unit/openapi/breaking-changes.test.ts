import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { breakingChanges } from '../../../scripts/contract/breaking-changes';
import { BASELINE, SNAPSHOT } from '../../../scripts/contract/files';
import type { Loose } from '../../../scripts/contract/json';

/** The guarantee of docs/api.md, "Compatibility": released clients keep working. */

const file = (name: string) => path.resolve(import.meta.dirname, '../../..', name);
const read = (name: string): Loose => JSON.parse(readFileSync(file(name), 'utf8'));

/** The paths of the changes below; comparing all of them for each change took ten seconds. */
const CHANGED =
  /^\/v1\/(documents|events|labs\/catalog|labs\/orders|labs\/results|patients|patients\/\{id\}|visits|webhooks|webhooks\/\{id\})$/;

let contract: Loose;
beforeAll(() => {
  const { paths, ...rest } = read(SNAPSHOT);
  const changed = Object.entries(paths).filter(([name]) => CHANGED.test(name));
  contract = { ...rest, paths: Object.fromEntries(changed) };
});

const schema = (document: Loose, name: string): Loose => document.components.schemas[name];
const parameter = (document: Loose, at: string, name: string): Loose =>
  document.paths[at].get.parameters.find((entry: Loose) => entry.name === name);

type Change = [what: string, change: (now: Loose) => void, said?: string | RegExp];

const BREAKING: Change[] = [
  ['a path is gone', (now) => delete now.paths['/v1/events'], 'GET /v1/events: the operation is gone'],
  ['an operation is gone', (now) => delete now.paths['/v1/patients/{id}'].delete, 'DELETE /v1/patients/{id}'],
  [
    'an operation is renamed',
    (now) => (now.paths['/v1/patients'].get.operationId = 'findPatients'),
    'operationId listPatients became findPatients',
  ],
  [
    'a sufficient scope is no longer sufficient',
    (now) => (now.paths['/v1/labs/catalog'].get['x-required-scopes'] = ['labs:read']),
    'the scope labs:write is no longer enough',
  ],
  [
    'a parameter is gone',
    (now) =>
      (now.paths['/v1/patients'].get.parameters = now.paths['/v1/patients'].get.parameters.filter(
        (entry: Loose) => entry.name !== 'mrn',
      )),
    'query parameter mrn: is gone',
  ],
  [
    'a parameter is required',
    (now) => (parameter(now, '/v1/patients', 'q').required = true),
    /q: is now required/,
  ],
  [
    'a required parameter is new',
    (now) =>
      now.paths['/v1/patients'].get.parameters.push({
        name: 'clinic',
        in: 'query',
        required: true,
        schema: { type: 'string' },
      }),
    'query parameter clinic: is new and required',
  ],
  [
    'a list is written in another way',
    (now) => (parameter(now, '/v1/labs/orders', 'status').explode = true),
    /status: is written in another way/,
  ],
  [
    'a word of a parameter is gone',
    (now) => parameter(now, '/v1/labs/orders', 'status').schema.items.enum.shift(),
    /"requested" no longer among the words/,
  ],
  [
    'a limit of a parameter is tighter',
    (now) => (parameter(now, '/v1/patients', 'limit').schema.maximum = 50),
    /limit: maximum was 100 and is 50/,
  ],
  [
    'a field of a request is gone',
    (now) => delete schema(now, 'CreatePatientRequest').properties.language,
    'body.language: is gone',
  ],
  [
    'a new field of a request is required',
    (now) => {
      schema(now, 'CreatePatientRequest').properties.clinic = { type: 'string' };
      schema(now, 'CreatePatientRequest').required.push('clinic');
    },
    'body.clinic: is new and required',
  ],
  [
    'an old field of a request is required',
    (now) => schema(now, 'CreatePatientRequest').required.push('mrn'),
    'body.mrn: is now required',
  ],
  [
    'a nested field of a request is required',
    (now) => (schema(now, 'AddressInput').required = ['city']),
    'body.addresses[].city: is now required',
  ],
  [
    'a word of a request is gone',
    (now) => schema(now, 'CreatePatientRequest').properties.sex.enum.pop(),
    'body.sex: "unknown" no longer among the words',
  ],
  [
    'free text of a request becomes a closed list',
    (now) => (schema(now, 'CreatePatientRequest').properties.gender_identity.enum = ['x', null]),
    /gender_identity: takes only a closed list/,
  ],
  [
    'null is no longer accepted',
    (now) => (schema(now, 'CreatePatientRequest').properties.external_id.type = 'string'),
    /external_id: the type was string,null and is string/,
  ],
  [
    'a text of a request is shorter',
    (now) => (schema(now, 'HumanNameInput').properties.family.maxLength = 50),
    'body.name.family: maxLength was 100 and is 50',
  ],
  [
    'a text of a request must be longer',
    (now) => (schema(now, 'HumanNameInput').properties.family.minLength = 2),
    'body.name.family: minLength was 1 and is 2',
  ],
  [
    'a list of a request is shorter',
    (now) => (schema(now, 'CreateLabOrderRequest').properties.items.maxItems = 10),
    'body.items: maxItems was 50 and is 10',
  ],
  [
    'a limit appears',
    (now) => (schema(now, 'CreateDocumentRequest').properties.metadata.maxProperties = 5),
    /metadata: maxProperties was not set and is 5/,
  ],
  [
    'a pattern is another one',
    (now) => (schema(now, 'CreatePatientRequest').properties.mrn.pattern = '^[0-9]+$'),
    /mrn: the pattern is another one/,
  ],
  [
    'a format appears',
    (now) => (schema(now, 'CreatePatientRequest').properties.external_id.format = 'uuid'),
    /external_id: the format was free and is uuid/,
  ],
  [
    'the type of a request changes',
    (now) => (schema(now, 'CreatePatientRequest').properties.birth_date_estimated.type = 'string'),
    /birth_date_estimated: the type was boolean and is string/,
  ],
  [
    'a media type is no longer accepted',
    (now) => delete now.paths['/v1/documents'].post.requestBody.content['multipart/form-data'],
    'the media type multipart/form-data is gone',
  ],
  [
    'a body is required',
    (now) => (now.paths['/v1/webhooks/{id}'].delete.requestBody = { required: true, content: {} }),
    'DELETE /v1/webhooks/{id} body: is now required',
  ],
  ['a field of an answer is gone', (now) => delete schema(now, 'Patient').properties.mrn, '200.mrn: is gone'],
  [
    'a field of an answer is renamed',
    (now) => {
      const { properties } = schema(now, 'LabOrder');
      properties.number = properties.order_number;
      delete properties.order_number;
    },
    'order_number: is gone',
  ],
  [
    'a field of an answer is not always there',
    (now) =>
      (schema(now, 'Patient').required = schema(now, 'Patient').required.filter(
        (name: string) => name !== 'mrn',
      )),
    'mrn: is no longer always there',
  ],
  [
    'a field of an answer may be null',
    (now) => (schema(now, 'Patient').properties.mrn.type = ['string', 'null']),
    /mrn: the type was string and is string,null/,
  ],
  [
    'the type of an answer changes',
    (now) => (schema(now, 'Observation').properties.value_number.type = ['string', 'null']),
    /value_number: the type was number,null/,
  ],
  [
    'the format of an answer changes',
    (now) => (schema(now, 'Patient').properties.created_at.format = 'date'),
    /created_at: the format was date-time and is date/,
  ],
  [
    'a word of an answer is gone',
    (now) => schema(now, 'Patient').properties.status.enum.pop(),
    /status: "merged" no longer/,
  ],
  [
    'a closed list of an answer has a new word',
    (now) => schema(now, 'Patient').properties.status.enum.push('archived'),
    /"archived" is new in a list that is not called open/,
  ],
  [
    'a word of an open list is gone',
    (now) => schema(now, 'Document').properties.category['x-extensible-enum'].pop(),
    /category: "other" no longer/,
  ],
  [
    'the name of a kind changes',
    (now) => (schema(now, 'Patient').properties.object.const = 'person'),
    /object: was always patient and is person/,
  ],
  [
    'an answer is gone',
    (now) => delete now.paths['/v1/patients/{id}'].patch.responses['412'],
    'PATCH /v1/patients/{id} 412: the answer is gone',
  ],
  [
    'success has another status',
    (now) => {
      const { responses } = now.paths['/v1/webhooks'].post;
      responses['202'] = responses['201'];
    },
    'success has another status',
  ],
  [
    'an error code is gone',
    (now) => now.paths['/v1/patients'].post.responses['409']['x-error-codes'].pop(),
    /the error code \w+ is gone/,
  ],
  [
    'a header of an answer is gone',
    (now) => delete now.paths['/v1/patients'].post.responses['201'].headers.Location,
    'header Location: is gone',
  ],
  [
    'a header is not always there',
    (now) => (now.components.headers.ETag.required = false),
    'header ETag: is no longer always there',
  ],
  [
    'an event is gone',
    (now) => delete now.webhooks['document.created'],
    'webhook document.created: the event is gone',
  ],
  [
    'a field of an event is gone',
    (now) => delete schema(now, 'Event').properties.sequence,
    /webhook patient\.created\.sequence: is gone/,
  ],
  [
    'a header of an event is gone',
    (now) => now.webhooks['patient.created'].post.parameters.pop(),
    'webhook patient.created header webhook-signature: is gone',
  ],
];

const ALLOWED: Change[] = [
  ['nothing', () => undefined],
  ['other words', (now) => (now.paths['/v1/patients'].get.description = 'Other words')],
  [
    'other examples',
    (now) => delete now.paths['/v1/patients'].post.requestBody.content['application/json'].examples,
  ],
  ['another address', (now) => (now.servers = [{ url: 'https://other.example.org' }])],
  [
    'a new operation',
    (now) => (now.paths['/v1/visits'] = { get: { operationId: 'listVisits', responses: {} } }),
  ],
  [
    'a new optional parameter',
    (now) =>
      now.paths['/v1/patients'].get.parameters.push({
        name: 'clinic',
        in: 'query',
        schema: { type: 'string' },
      }),
  ],
  [
    'a new optional field of a request',
    (now) => (schema(now, 'CreatePatientRequest').properties.clinic = { type: 'string' }),
  ],
  ['a request field becomes optional', (now) => schema(now, 'CreatePatientRequest').required.pop()],
  ['a new word of a request', (now) => schema(now, 'CreatePatientRequest').properties.sex.enum.push('x')],
  ['a wider limit', (now) => (parameter(now, '/v1/patients', 'limit').schema.maximum = 200)],
  ['a limit that is gone', (now) => delete schema(now, 'HumanNameInput').properties.family.maxLength],
  [
    'null where it was not taken',
    (now) => (schema(now, 'CreatePatientRequest').properties.language.type = ['string', 'null']),
  ],
  [
    'a new field of an answer',
    (now) => {
      schema(now, 'Patient').properties.clinic = { type: 'string' };
      schema(now, 'Patient').required.push('clinic');
    },
  ],
  [
    'a field of an answer that is always there now',
    (now) => schema(now, 'PatientList').required.push('total_count'),
  ],
  [
    'a response is never null again',
    (now) => (schema(now, 'Patient').properties.external_id.type = 'string'),
  ],
  [
    'a new word of an open list',
    (now) => schema(now, 'Document').properties.category['x-extensible-enum'].push('video'),
  ],
  [
    'a new error code',
    (now) => now.paths['/v1/patients'].post.responses['409']['x-error-codes'].push('limit_reached'),
  ],
  [
    'a new error',
    (now) => (now.paths['/v1/patients'].get.responses['451'] = { description: 'For legal reasons' }),
  ],
  ['a new event', (now) => (now.webhooks['visit.created'] = now.webhooks['patient.created'])],
  [
    'a further scope that is enough',
    (now) => now.paths['/v1/patients'].get['x-required-scopes'].push('labs:read'),
  ],
  [
    'a schema of another name',
    (now) => {
      now.components.schemas.Person = schema(now, 'Patient');
      now.paths['/v1/patients/{id}'].get.responses['200'].content['application/json'].schema = {
        $ref: '#/components/schemas/Person',
      };
    },
  ],
];

const after = (change: (now: Loose) => void): string[] => {
  const now = structuredClone(contract);
  change(now);
  return breakingChanges(contract, now);
};

describe('breaking change', () => {
  it.each(BREAKING)('is detected when %s', (_what, change, said) => {
    expect(after(change).join('\n')).toMatch(
      said instanceof RegExp ? said : new RegExp(said!.replaceAll(/[.[\]{}()*+?^$|\\/]/g, '\\$&')),
    );
  });
});

describe('compatible change', () => {
  it.each(ALLOWED)('passes: %s', (_what, change) => {
    expect(after(change)).toEqual([]);
  });
});

describe('current contract', () => {
  it('keeps every promise of the released one', () => {
    expect(existsSync(file(BASELINE)), `${BASELINE} is the released contract and is never removed`).toBe(
      true,
    );
    expect(
      breakingChanges(read(BASELINE), read(SNAPSHOT)),
      'this would break clients; a release never makes it right. See "Compatibility" in docs/api.md',
    ).toEqual([]);
  });
});

import { BOUNDARY, formOf } from '../../integration/garbage/multipart-bodies';
import type { Fixture } from '../../integration/garbage/fixture';
import { members, sameHash } from './hostile';
import type { Senders, Slow } from './senders';

/** Bodies, forms and headers with a hostile structure: deep, wide, with many members or many errors. */

const PATIENT = { name: { family: 'Slow', given: ['Input'] }, birth_date: '2000-01-01', sex: 'other' };
const times = <T>(count: number, one: T): T[] => Array<T>(count).fill(one);

export function slowJson({ things }: Fixture, { post, call }: Senders): Slow[] {
  const bodies: Record<string, unknown> = {
    'depth 100,000': '{"a":'.repeat(100_000),
    'depth of what is allowed, very wide': `{"a":[${times(25_000, `${'['.repeat(18)}1${']'.repeat(18)}`).join()}]}`,
    'metadata of depth 100,000': `{"metadata":${'['.repeat(100_000)}${']'.repeat(100_000)}}`,
    '75,000 keys': members(75_000),
    '75,000 keys of metadata': { ...PATIENT, metadata: members(75_000, '') },
    '50 keys of metadata of 20 KB': { ...PATIENT, metadata: members(50, 'x'.repeat(20_000)) },
    '40 keys of metadata of 500': { ...PATIENT, metadata: members(40, '\ufdfa'.repeat(500)) },
    '20,000 keys of one hash': Object.fromEntries(sameHash(20_000).map((key) => [key, 1])),
    '90,000 numbers as keys': Object.fromEntries(Array.from({ length: 90_000 }, (_one, nth) => [nth * 7, 1])),
    'the same key 100,000 times': `{${times(100_000, '"name":1').join()}}`,
    '100 errors': {
      ...PATIENT,
      addresses: times(10, {}),
      phones: times(10, {}),
      identifiers: times(20, {}),
      ...members(60),
    },
    '100,000 wrong addresses': { ...PATIENT, addresses: times(100_000, {}) },
    '100,000 wrong identifiers': { ...PATIENT, identifiers: times(50_000, { system: 1, type: 'x' }) },
    '100,000 given names': { ...PATIENT, name: { family: 'Slow', given: times(100_000, 'a') } },
    'a number of a million digits': `{"a":${'9'.repeat(1_000_000)}}`,
    'a million backslashes': `{"a":"${'\\\\'.repeat(500_000)}"}`,
    'a string without an end': `{"a":"${'\\"'.repeat(500_000)}`,
    'a megabyte of white space': `{${' '.repeat(1_000_000)}}`,
    'a megabyte of U+0000': '\0'.repeat(1_000_000),
    'a family of a million letters': {
      ...PATIENT,
      name: { family: 'e\u0301'.repeat(300_000), given: ['a'] },
    },
  };
  return [
    ...Object.entries(bodies).flatMap(([what, body]) => [
      { name: `createPatient: ${what}`, wire: post('/v1/patients', body) },
      { name: `registerPatient: ${what}`, wire: call('patients.registerPatient', body) },
    ]),
    {
      name: 'createPatient with an idempotency key: 60,000 keys',
      wire: post('/v1/patients', members(60_000), 'Idempotency-Key: slow'),
    },
    ...[
      { items: times(200_000, 1) },
      { items: times(200_000, {}) },
      { items: times(30, { test_id: things.ids.test }) },
      { items: [{ test_id: things.ids.test }], diagnoses: times(50_000, { code: 1 }) },
      { items: [{ test_id: things.ids.test }], notes: '\ufdfa\n'.repeat(150_000) },
    ].map((body, nth) => ({
      name: `createLabOrder: long list ${nth}`,
      wire: post('/v1/labs/orders', { patient_id: things.ids.patient, ...body }),
    })),
    ...Object.entries({
      'no base64': 'A!'.repeat(7_000_000),
      'base64 of 13 MB': 'AAAA'.repeat(3_400_000),
    }).map(([what, data]) => ({
      name: `createDocument: ${what}`,
      wire: post('/v1/documents', { patient_id: things.ids.patient, content: { data, file_name: 'a.txt' } }),
    })),
  ];
}

export function slowForms({ multipart }: Senders): Slow[] {
  const parts = (count: number, headers: number) =>
    formOf(
      Array.from({ length: count }, (_unused, nth) => ({
        headers: Array.from({ length: headers }, (_none, at) =>
          at === 0 ? `Content-Disposition: form-data; name="p${nth}"` : `X-${at}: y`,
        ),
        body: Buffer.alloc(0),
      })),
    );
  const bodies: [string, Buffer, string?][] = [
    ['20,000 parts without bytes', parts(20_000, 1)],
    ['500 parts of 16 headers', parts(500, 16)],
    ['one part of 5,000 headers', parts(1, 5_000)],
    ['boundaries', Buffer.from(`--${BOUNDARY}\r\n`.repeat(40_000))],
    ['almost boundaries', Buffer.from(`\r\n--${BOUNDARY.slice(0, -1)}`.repeat(40_000))],
    ['a boundary of one letter', Buffer.from('\r\n--a'.repeat(200_000)), 'a'],
    ['a boundary of 70 hyphens', Buffer.from(`\r\n${'-'.repeat(70)}x`.repeat(14_000)), '-'.repeat(70)],
    ['line ends', Buffer.from('\r\n'.repeat(500_000))],
  ];
  return bodies.map(([what, body, boundary]) => ({
    name: `multipart: ${what}`,
    wire: multipart(body, boundary),
  }));
}

/** @param cursor a valid one of the patient list */
export function slowHeads({ things }: Fixture, { get, page, anonymous }: Senders, cursor: string): Slow[] {
  const altered = (at: number) =>
    cursor.slice(0, at) + (cursor[at] === 'A' ? 'B' : 'A') + cursor.slice(at + 1);
  const targets: Record<string, string> = {
    'a cursor that was made up': `/v1/patients?cursor=${'A'.repeat(900)}.${'B'.repeat(90)}`,
    'a cursor of dots': `/v1/patients?cursor=${'.'.repeat(1_000)}`,
    'a cursor altered at its beginning': `/v1/patients?cursor=${altered(0)}`,
    'a cursor altered in the middle': `/v1/patients?cursor=${altered(cursor.length >> 1)}`,
    'a cursor altered at its end': `/v1/patients?cursor=${altered(cursor.length - 2)}`,
    'a cursor twenty times': `/v1/patients?cursor=${cursor.repeat(20)}`,
    'a cursor of another list': `/v1/documents?cursor=${cursor}`,
    '1,000 parameters': `/v1/patients?${Object.keys(members(1_000)).join('=1&')}`,
    'one parameter 1,000 times': `/v1/patients?${'q=ab&'.repeat(1_000)}`,
    'nested parameters': `/v1/patients?q${'[a]'.repeat(1_000)}=1`,
    'a path of 8,000': `/v1/${'a/'.repeat(4_000)}`,
    'a path of 8,000 dots': `/v1/${'../'.repeat(2_600)}`,
    'an id of 8,000': `/v1/patients/${'a'.repeat(8_000)}`,
    'an id of percents': `/v1/patients/${'%25'.repeat(2_600)}`,
    'an address of 15 KiB': `/v1/patients?q=${'%61'.repeat(5_000)}`,
  };
  const headers: Record<string, string[]> = {
    'Accept of 15 KiB': [`Accept: ${'a/b;q=0.1,'.repeat(1_500)}c/d`],
    'Accept of white space': [`Accept: a${' '.repeat(15_000)}b`],
    'Accept-Language of 15 KiB': [`Accept-Language: ${'aa-bb;q=0.1,'.repeat(1_200)}c`],
    'Accept-Encoding of 15 KiB': [`Accept-Encoding: ${'gzip;q=0.1,'.repeat(1_300)}br`],
    'If-None-Match of 15 KiB': [`If-None-Match: ${'"a",'.repeat(3_700)}"b"`],
    'If-None-Match without an end': [`If-None-Match: "${'a'.repeat(15_000)}`],
    'Authorization of white space': [`Authorization: Bearer ${' '.repeat(15_000)}x`],
    'Idempotency-Key of 15 KiB': [`Idempotency-Key: ${'k'.repeat(15_000)}`],
    'X-Forwarded-For of 15 KiB': [`X-Forwarded-For: ${'10.0.0.1, '.repeat(1_500)}::1`],
    'Forwarded of 15 KiB': [`Forwarded: ${'for="[::1]";'.repeat(1_200)}a`],
    'as many headers as fit': times(2_500, 'a: b'),
    'as many different headers as fit': Array.from({ length: 1_500 }, (_one, nth) => `h${nth}: b`),
    '10,000 headers': times(10_000, 'a: b'),
    'Range of 15 KiB': [`Range: bytes=${'0-0,'.repeat(3_700)}0-0`],
  };
  return [
    ...Object.entries(targets).map(([name, target]) => ({ name, wire: get(target) })),
    ...Object.entries(headers).flatMap(([name, lines]) => [
      { name: `patient, ${name}`, wire: get(`/v1/patients/${things.ids.patient}`, ...lines) },
      { name: `content, ${name}`, wire: get(`/v1/documents/${things.ids.document}/content`, ...lines) },
      { name: `page, ${name}`, wire: page('/patients', ...lines) },
    ]),
    ...['/patients', `/patients/${things.ids.patient}`, '/documents', '/admin/webhooks'].map((path) => ({
      name: `page ${path}`,
      wire: page(path),
    })),
    ...['/api/trpc/patients.listCharts', '/patients', '/api/auth/session'].map((path) => ({
      name: `${path}, cookie of 15 KiB`,
      wire: anonymous('GET', path, ['Sec-Fetch-Site: same-origin', `Cookie: ${'a=b;'.repeat(3_700)}`]),
    })),
    {
      name: 'sign-in, session of 12 KiB',
      wire: anonymous('GET', '/patients', [`Cookie: next-auth.session-token=${'eyJ.'.repeat(3_000)}`]),
    },
    {
      name: 'sign-in, form of a megabyte',
      wire: anonymous(
        'POST',
        '/api/auth/callback/credentials',
        ['Content-Type: application/x-www-form-urlencoded'],
        'email=a&'.repeat(120_000),
      ),
    },
  ];
}

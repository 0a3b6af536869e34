import { writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { OPERATIONS } from '@/components/docs/reference';
import { samplesOf } from '@/components/docs/samples';
import { EXAMPLE_IDS } from '../../../server/shared/example-ids';
import { makeReader, runSample, type Reader } from '../../support/guide-readers';
import { startServer, type TestServer } from '../../support/server';
import { few } from '../../support/test-size';

/** The three forms of an upload, as the reference shows them in each language: the service stores the sent bytes. */

const TEXT = 'Dear colleague, thank you for the referral.\n';
const CLIENT = 'process.env.CLINICAL_URL, credential: process.env.API_KEY';
const START = {
  sh: '',
  mjs: `import { clinicalClient } from 'clinical-data-service-client';
const clinical = clinicalClient({ baseUrl: ${CLIENT} });
`,
  py: `import os
from clinical_client import ClinicalClient
clinical = ClinicalClient(os.environ["CLINICAL_URL"], os.environ["API_KEY"])
`,
};
const END = {
  sh: '',
  mjs: '\nconsole.log(JSON.stringify(document));',
  py: '\nimport json\nprint(json.dumps(document))',
};

let server: TestServer;
let reader: Reader;
beforeAll(async () => {
  server = await startServer();
  reader = await makeReader('py', server.url);
  writeFileSync(path.join(reader.folder, 'letter.txt'), TEXT);
}, 60_000);
afterAll(async () => {
  await server?.close();
  await rm(reader.folder, { recursive: true, force: true });
});

const cases = samplesOf(OPERATIONS.find(({ id }) => id === 'createDocument')!).flatMap((sample) =>
  (
    [
      ['sh', sample.curl],
      ['mjs', sample.javascript],
      ['py', sample.python],
    ] as const
  ).map(([language, code]) => [sample.title, language, code] as const),
);

it('covers three forms in three languages', () => expect(cases).toHaveLength(9));

// The others in the nightly run: each starts a program of its language.
it.each(few(cases, 2))('%s, %s', async (title, language, code) => {
  const { things, settings } = reader;
  const file = `upload.${language}`;
  const own = code
    .replace(EXAMPLE_IDS.patient, things.ids.patient)
    // Each sample is a new request.
    .replace(/(Idempotency-Key: )[\w-]+/, `$1${title.replaceAll(/\W/g, '-')}`);
  // With an upload URL, curl writes the response to a file.
  const end = own.includes('document.json') ? '\ncat document.json' : END[language];
  writeFileSync(path.join(reader.folder, file), START[language] + own + end);
  const created = JSON.parse((await runSample(reader, file)).join('')) as { id: string; title: string };
  expect(created.title).toBe('Cardiology letter');
  const content = await fetch(`${server.url}/v1/documents/${created.id}/content`, {
    headers: { Authorization: `Bearer ${settings.API_KEY}` },
  });
  expect([content.status, await content.text()]).toEqual([200, TEXT]);
});

import { pathOf } from '../../integration/garbage/good';
import { formOf } from '../../integration/garbage/multipart-bodies';
import type { Fixture } from '../../integration/garbage/fixture';
import { FULL, put, TEXT_FIELDS } from '../../integration/garbage/text-fields';
import { HOSTILE } from './hostile';
import type { Senders, Slow } from './senders';

/** Hostile texts in every parameter of every list and every text of every body. */

const words = Array.from({ length: 16 }, (_unused, nth) => nth);

/** Searches of many words, each a common prefix. */
const SEARCHES = [
  ...words
    .map((nth) => String.fromCharCode(97 + nth))
    .join(' ')
    .split('\n'),
  words.map(() => 'a').join(' '),
  words.map((nth) => 'slow'.slice(0, 1 + (nth % 4))).join(' '),
  'ab '.repeat(60),
  '1 '.repeat(90),
  '01/02/03 '.repeat(16),
  words.map((nth) => `${nth}-jan-19${nth}`).join(' '),
  '% '.repeat(90),
  "a'b ".repeat(40),
].map((text) => text.trim().slice(0, 200));

export function slowQueries({ operations, things }: Fixture, { get, page, call }: Senders): Slow[] {
  const reading = operations.filter(({ method }) => method === 'GET');
  const inQuery = reading.flatMap((operation) =>
    operation.parameters
      .filter((one) => one.in === 'query')
      .flatMap(({ name }) =>
        Object.entries(HOSTILE).flatMap(([what, text]) =>
          [200, 2_500].map((length) => ({
            name: `${operation.id} ${name}: ${length} of ${what}`,
            wire: get(
              `${pathOf(operation, things)}?${new URLSearchParams({ [name]: text(length) })}`.slice(0, 8_000),
            ),
          })),
        ),
      ),
  );
  const searches = SEARCHES.flatMap((q) => [
    { name: `listPatients q: ${q}`, wire: get(`/v1/patients?${new URLSearchParams({ q })}`) },
    { name: `listDocuments q: ${q}`, wire: get(`/v1/documents?${new URLSearchParams({ q })}`) },
    { name: `page of patients q: ${q}`, wire: page(`/patients?${new URLSearchParams({ q })}`) },
    {
      name: `findDuplicates: ${q}`,
      wire: page(
        `/api/trpc/patients.findDuplicates?input=${encodeURIComponent(JSON.stringify({ family: q, given: q, birth_date: '2000-01-01' }))}`,
      ),
    },
    {
      name: `registerPatient named ${q}`,
      wire: call('patients.registerPatient', { ...named(q), duplicate_reason: 'different_person' }),
    },
  ]);
  return [...inQuery, ...searches];
}

const named = (text: string) => ({
  name: { family: text, given: [text] },
  birth_date: '2000-01-01',
  sex: 'other',
});

export function slowBodies({ operations, things }: Fixture, { post, multipart }: Senders): Slow[] {
  const creating = operations.filter(({ id }) => id in FULL && id.startsWith('create'));
  const found: Slow[] = [];
  for (const [what, text] of Object.entries(HOSTILE)) {
    for (const operation of creating) {
      // As long as a field may be, and as long as a body may be.
      for (const length of [null, 60_000]) {
        const body = FULL[operation.id]!(things);
        for (const { pointer, max } of TEXT_FIELDS[operation.id]!)
          put(body, pointer, text(length ?? Math.max(8, max)));
        found.push({
          name: `${operation.id}, every text ${length ?? 'to its limit'} of ${what}`,
          wire: post(pathOf(operation, things), body),
        });
      }
    }
    found.push(
      {
        name: `createPatient, ten phones and email addresses of ${what}`,
        wire: post('/v1/patients', {
          ...named('Slow'),
          phones: Array.from({ length: 10 }, () => ({ value: text(50) })),
          emails: Array.from({ length: 10 }, () => ({ value: `${text(200)}@example.org` })),
          language: text(60),
          deceased_at: text(60),
          external_id: text(200),
        }),
      },
      {
        name: `createWebhook, address of ${what}`,
        wire: post('/v1/webhooks', { url: `https://${text(2_000)}`, events: ['patient.created'] }),
      },
      {
        name: `multipart, file name of ${what}`,
        wire: multipart(
          formOf([
            {
              headers: ['Content-Disposition: form-data; name="metadata"'],
              body: Buffer.from(JSON.stringify({ patient_id: things.ids.patient, title: text(200) })),
            },
            {
              headers: [`Content-Disposition: form-data; name="file"; filename="${text(8_000)}"`],
              body: Buffer.from('x'),
            },
          ]),
        ),
      },
    );
  }
  return found;
}

import { expect, it } from 'vitest';
import { OPERATIONS } from '@/components/docs/reference';

/** The page of an operation shows its first request and its first response next to each other: they belong together. */

type Json = Record<string, unknown>;

const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null;

/** Values of the request that its response does not repeat. */
function differences(sent: unknown, answered: unknown, at: string): string[] {
  if (!isObject(sent) || !isObject(answered)) return sent === answered ? [] : [`${at}: ${String(sent)}`];
  if (Array.isArray(sent) && sent.length !== (answered as unknown as unknown[]).length)
    return [`${at}: ${sent.length} entries`];
  return Object.keys(sent)
    .filter((key) => key in answered)
    .flatMap((key) => {
      // `value` is normalized where `raw` holds the text of the request.
      const name = key === 'value' && 'raw' in answered ? 'raw' : key;
      return differences(sent[key], answered[name], `${at}/${key}`);
    });
}

/** What a response says about the request: the object itself, or each part of a batch. */
const partsOf = (request: Json, response: Json): [unknown, unknown][] =>
  response.object === 'patient_batch'
    ? (response.data as Json[]).flatMap(({ patient }, index): [unknown, unknown][] =>
        patient ? [[(request.patients as unknown[])[index], patient]] : [],
      )
    : [[request, response]];

it('belong to the form of the request, if its forms have different ones', () => {
  const pairs = OPERATIONS.flatMap(({ id, bodies, answers }) => {
    const responses = answers.flatMap((answer) => answer.bodies)[0]?.examples ?? [];
    if (responses.length < 2) return [];
    return bodies
      .flatMap(({ examples }) => examples)
      .map(({ title, value }) => {
        const own = responses.filter((response) => response.title.split(', ').includes(title));
        expect(own, `${id}: ${title}`).toHaveLength(1);
        // The facts of a form are one of its parts.
        const { file, metadata, ...facts } = value as Json;
        const sent = file === undefined ? facts : metadata;
        return { form: `${id}: ${title}`, response: own[0]!.value, sent };
      });
  });
  expect(pairs).toHaveLength(3);
  // The file to be sent is part of the request only.
  expect(
    pairs.flatMap(({ sent, response, form }) =>
      differences(
        { ...(sent as Json), upload: undefined },
        { ...(response as Json), upload: undefined },
        form,
      ),
    ),
  ).toEqual([]);
  expect(pairs.map(({ response }) => (response as Json).status)).toEqual([
    'available',
    'pending_upload',
    'available',
  ]);
});

it('repeat the values of the sample request', () => {
  const pairs = OPERATIONS.flatMap(({ id, bodies, answers }) => {
    const request = bodies[0]?.examples[0]?.value;
    const response = answers.flatMap((answer) => answer.bodies)[0]?.examples[0]?.value;
    return isObject(request) && isObject(response) ? [{ id, parts: partsOf(request, response) }] : [];
  });
  expect(pairs.length).toBeGreaterThan(12);
  expect(
    pairs.flatMap(({ id, parts }) => parts.flatMap(([sent, answered]) => differences(sent, answered, id))),
  ).toEqual([]);
});

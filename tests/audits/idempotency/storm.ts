import http from 'node:http';
import { showId } from '../../../server/shared/ids';
import { joinAudit } from './audited';
import type { Mortal } from './service';

/**
 * E-01: many identical concurrent POSTs per key while the process is killed at random, and a final count. Tests the
 * guarantee as a black box: one row, one event, the same bytes or a clear error.
 */

export interface Options {
  keys: number;
  parallel: number;
  /** Minimum number: further keys are sent until it is reached. */
  kills: number;
  seed: number;
  seconds: number;
  /** Maximum responses between two kills; counted in responses, so that a slow machine still makes progress. */
  killEvery: number;
}

export interface Figures {
  keys: number;
  requests: number;
  kills: number;
  created: number;
  replayed: number;
  inProgress: number;
  cut: number;
  /** Keys whose first response was lost in a kill after the commit: the retry replayed it. */
  savedByReplay: number;
  /** Created rows, and audit rows of creates. */
  writes: number;
  notes: number;
  seconds: number;
  violations: string[];
}

interface Answer {
  status: number;
  text: string;
  replayed: boolean;
  retryAfter: string | undefined;
}

function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

interface Kind {
  path: string;
  body: (mark: string) => object;
  /** Sent as an additional file part. */
  file?: (mark: string) => string;
  /** Rows with this mark, and their events. */
  rows: string;
  event: string;
}

/** No field is unique in the product: only the key prevents a second row. */
function kindsOf(patientId: string, testId: string): Kind[] {
  return [
    {
      path: '/v1/patients',
      body: (mark) => ({
        name: { family: mark, given: ['A', 'B'] },
        birth_date: '2001-09-09',
        sex: 'unknown',
        addresses: [{ postal_code: '10115', city: 'Berlin', country: 'DE' }],
        metadata: { zz: '1', b: 'é', aaa: '' },
      }),
      rows: `SELECT name->>'family' AS mark, id FROM patients`,
      event: 'patient.created',
    },
    {
      path: '/v1/labs/orders',
      body: (mark) => ({ patient_id: patientId, items: [{ test_id: testId }], notes: mark }),
      rows: 'SELECT notes AS mark, id FROM lab_orders',
      event: 'lab_order.created',
    },
    {
      path: '/v1/documents',
      body: (mark) => ({
        patient_id: patientId,
        title: mark,
        content: { data: Buffer.from(mark).toString('base64'), file_name: 'a.txt' },
      }),
      rows: 'SELECT title AS mark, id FROM documents',
      event: 'document.created',
    },
    {
      path: '/v1/documents',
      body: (mark) => ({ patient_id: patientId, title: mark }),
      file: fileOf,
      rows: 'SELECT title AS mark, id FROM documents',
      event: 'document.created',
    },
  ];
}

/** Spans several socket reads, so that it is also cut in the middle. */
const fileOf = (mark: string) => `${mark} `.repeat(12_000);

const BOUNDARY = 'storm-of-idempotency';
const part = (head: string, content: string) =>
  `--${BOUNDARY}\r\nContent-Disposition: form-data; ${head}\r\n\r\n${content}\r\n`;

function messageOf(kind: Kind, mark: string): { type: string; body: string } {
  const json = JSON.stringify(kind.body(mark));
  if (!kind.file) return { type: 'application/json', body: json };
  const file = part('name="file"; filename="a.txt"\r\nContent-Type: text/plain', kind.file(mark));
  const body = `${part('name="metadata"', json)}${file}--${BOUNDARY}--\r\n`;
  return { type: `multipart/form-data; boundary=${BOUNDARY}`, body };
}

/** Signed URLs differ in every response; everything else must be identical. */
const comparable = (text: string) => text.replace(/"content_url":"[^"]*"/, '"content_url":""');

export async function storm(
  service: Mortal,
  options: Options,
  say: (sentence: string) => void,
): Promise<Figures> {
  const random = seeded(options.seed);
  const agent = new http.Agent({ keepAlive: true, maxSockets: 2 * options.parallel });
  const figures: Figures = {
    keys: 0,
    requests: 0,
    kills: 0,
    created: 0,
    replayed: 0,
    inProgress: 0,
    cut: 0,
    savedByReplay: 0,
    writes: 0,
    notes: 0,
    seconds: 0,
    violations: [],
  };
  const wrong = (sentence: string) => void figures.violations.push(sentence);
  const began = Date.now();

  /** Null if the connection was cut. */
  const post = (path: string, message: { type: string; body: string } | null, key: string | null = null) =>
    new Promise<Answer | null>((resolve) => {
      figures.requests++;
      const request = http.request(
        service.url + path,
        {
          method: message ? 'POST' : 'GET',
          agent,
          headers: {
            Authorization: `Bearer ${service.key}`,
            ...(message
              ? { 'Content-Type': message.type, 'Content-Length': Buffer.byteLength(message.body) }
              : {}),
            ...(key ? { 'Idempotency-Key': key } : {}),
          },
        },
        (response) => {
          let text = '';
          response.setEncoding('utf8');
          response.on('data', (chunk: string) => (text += chunk));
          response.once('error', () => resolve(null));
          response.once('end', () =>
            resolve({
              status: response.statusCode!,
              text,
              replayed: response.headers['idempotency-replayed'] === 'true',
              retryAfter: response.headers['retry-after'],
            }),
          );
        },
      );
      request.once('error', () => resolve(null));
      request.end(message?.body);
    });

  const firstOf = async (path: string) =>
    (JSON.parse((await post(path, null))!.text) as { data: { id: string }[] }).data[0]!.id;
  const kinds = kindsOf(
    await firstOf('/v1/patients?limit=1&status=active'),
    await firstOf('/v1/labs/catalog?kind=panel&limit=1'),
  );

  const answersOf = new Map<string, Set<string>>();
  const firsts = new Map<string, number>();
  function count(mark: string, path: string, answer: Answer | null): void {
    if (!answer) return void figures.cut++;
    if (answer.status === 201) {
      figures[answer.replayed ? 'replayed' : 'created']++;
      if (!answer.replayed) firsts.set(mark, (firsts.get(mark) ?? 0) + 1);
      answersOf.set(mark, (answersOf.get(mark) ?? new Set()).add(comparable(answer.text)));
    } else if (answer.status === 409 && answer.text.includes('"idempotency_in_progress"')) {
      figures.inProgress++;
      if (answer.retryAfter !== '1') wrong(`${mark}: 409 without Retry-After: 1`);
      // Inline documents exceed the memory limit, or the database lost its client.
    } else if (answer.status !== 503)
      wrong(`${mark}: ${path} answered ${answer.status} ${answer.text.slice(0, 120)}`);
  }

  let answered = 0;
  let nextKill = Math.ceil(random() * options.killEvery);
  let killing = Promise.resolve();
  /** In the middle of a batch, while its other requests are in progress. */
  function maybeKill(): void {
    if (++answered < nextKill) return;
    nextKill = Infinity;
    figures.kills++;
    killing = service.killAndStart().then(() => {
      nextKill = answered + Math.ceil(random() * options.killEvery);
    });
    killing.catch(() => undefined);
  }

  const marks: [mark: string, kind: Kind][] = [];
  const fourOfFive = () => (random() < 0.8 ? kinds[0]! : kinds[1 + Math.floor(random() * 3)]!);
  const oneKey = async (): Promise<void> => {
    const mark = `Storm${options.seed}x${marks.length}`;
    const kind = fourOfFive();
    const at = marks.push([mark, kind]);
    const message = messageOf(kind, mark);
    await service.up();
    await Promise.all(
      Array.from({ length: options.parallel }, async () => {
        count(mark, kind.path, await post(kind.path, message, mark));
        maybeKill();
      }),
    );
    if (at % 50 === 0) say(`${at} keys, ${figures.kills} kills, ${figures.requests} requests`);
  };
  const isWanted = () => marks.length < options.keys || figures.kills < options.kills;
  while (isWanted() && Date.now() - began < options.seconds * 1000) await Promise.all([oneKey(), oneKey()]);
  nextKill = Infinity;
  await killing;

  say('Every key once more, and with another body');
  for (const [mark, kind] of marks) {
    const message = messageOf(kind, mark);
    const lost = !firsts.has(mark);
    let answer: Answer | null = null;
    for (let attempt = 0; attempt < 20 && answer?.status !== 201; attempt++) {
      if (attempt > 0) await pause(250);
      answer = await post(kind.path, message, mark);
      count(mark, kind.path, answer);
    }
    if (answer?.status !== 201) wrong(`${mark}: never answered 201`);
    else if (lost && answer.replayed) figures.savedByReplay++;
    if (answersOf.get(mark)!.size !== 1) wrong(`${mark}: ${answersOf.get(mark)!.size} different answers`);
    if ((firsts.get(mark) ?? 0) > 1) wrong(`${mark}: done ${firsts.get(mark)} times`);
    const other = await post(kind.path, messageOf(kind, `${mark}b`), mark);
    if (other?.status !== 422 || !other.text.includes('"idempotency_key_reused"'))
      wrong(`${mark}: another body was answered ${other?.status}`);
  }
  for (const kind of kinds) {
    const rows = await service.query<{ mark: string; id: string }>(kind.rows);
    const events = await service.query<{ object_id: string; n: number }>(
      'SELECT object_id, count(*)::int AS n FROM events WHERE type = $1 GROUP BY object_id',
      [kind.event],
    );
    const reported = new Map(events.map(({ object_id, n }) => [object_id, n]));
    for (const [mark, of] of marks) {
      if (of !== kind) continue;
      const mine = rows.filter((row) => row.mark === mark);
      if (mine.length !== 1) wrong(`${mark}: ${mine.length} rows`);
      for (const { id } of mine)
        if (reported.get(id) !== 1) wrong(`${mark}: ${reported.get(id) ?? 0} events`);
      // A row with a truncated or missing file would be worse than no row.
      for (const { id } of kind.file ? mine : []) {
        const content = await post(`/v1/documents/${showId('document', id)}/content`, null);
        if (content?.text !== kind.file!(mark))
          wrong(`${mark}: its file is answered with ${content?.status}`);
      }
    }
    if (rows.some(({ mark }) => mark?.endsWith('b') && mark.startsWith('Storm')))
      wrong(`${kind.path}: a rejected body left a row`);
  }
  const { writes, notes, violations } = await joinAudit(service, `Storm${options.seed}x`);
  violations.forEach(wrong);
  if (writes !== marks.length) wrong(`${writes} rows of ${marks.length} keys`);
  agent.destroy();
  return { ...figures, keys: marks.length, writes, notes, seconds: Math.round((Date.now() - began) / 1000) };
}

const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

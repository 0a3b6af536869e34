import { createHash } from 'node:crypto';
import { flood, type Flood } from './flood';
import type { Finding } from './report';
import { peakGrowth, type Setup } from './setup';

/** D-08: oversized uploads are rejected early, and fifty such senders at once use no extra memory. */

const PARALLEL = 50;
const BAR_MB = 20;
const MB = 1024 * 1024;
const BOUNDARY = 'oversize';
const START = (patientId: string) =>
  `--${BOUNDARY}\r\nContent-Disposition: form-data; name="metadata"\r\n\r\n${JSON.stringify({ patient_id: patientId })}\r\n--${BOUNDARY}\r\nContent-Disposition: form-data; name="file"; filename="a.txt"\r\n\r\n`;
const PIECE = Buffer.alloc(64 * 1024, 'a letter ');

export async function oversize(setup: Setup, limit: number): Promise<Finding[]> {
  const head = (method: string, target: string, headers: string[], key: string | null = setup.key) =>
    [
      `${method} ${target} HTTP/1.1`,
      `Host: ${setup.host}`,
      ...(key ? [`Authorization: Bearer ${key}`] : []),
      ...headers,
      '',
      '',
    ].join('\r\n');
  const multipart = `Content-Type: multipart/form-data; boundary=${BOUNDARY}`;
  const post = (...headers: string[]) => head('POST', '/v1/documents', headers);
  const start = START(setup.patientId);
  const chunks = 'Transfer-Encoding: chunked';

  const announce = async (): Promise<string> => {
    const upload = {
      size: limit,
      sha256: createHash('sha256').update('x').digest('hex'),
      content_type: 'text/plain',
      file_name: 'a.txt',
    };
    const answer = await fetch(`${setup.url}/v1/documents`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${setup.key}`, 'Content-Type': 'application/json' },
      body: JSON.stringify({ patient_id: setup.patientId, upload }),
    });
    return new URL(((await answer.json()) as { upload: { url: string } }).upload.url).pathname;
  };

  const findings: Finding[] = [];
  const measure = async (
    name: string,
    send: () => Promise<Flood>,
    check: (flood: Flood) => string | null,
    bar = BAR_MB,
  ) => {
    let answers: Flood[] = [];
    const { before, grown } = await peakGrowth(setup.pid, async () => {
      answers = await Promise.all(Array.from({ length: PARALLEL }, send));
    });
    const wrong = new Set(answers.map(check).filter((word) => word !== null));
    const most = Math.max(...answers.map(({ sent }) => sent));
    findings.push({
      name: `${PARALLEL} at once: ${name}`,
      measured: `${before.toFixed(0)} MB, +${grown.toFixed(1)} MB; at most ${(most / MB).toFixed(2)} MB sent${wrong.size > 0 ? `; ${[...wrong].join(', ')}` : ''}`,
      goal: `at most +${bar} MB`,
      met: wrong.size === 0 && grown <= bar,
    });
  };
  const is =
    (wanted: number) =>
    ({ status, code }: Flood) =>
      status === wanted ? null : `answered ${status} ${code}`;
  const good = () =>
    flood(setup.url, {
      head: post(multipart, chunks),
      chunked: true,
      start,
      piece: PIECE,
      bytes: limit - PIECE.length,
      end: `\r\n--${BOUNDARY}--\r\n`,
    });

  // The initial memory growth is not counted.
  for (let round = 0; round < 2; round++) await measure('good ones, to warm up', good, is(201), Infinity);
  findings.length = 0;
  const rows = await setup.rows();
  const files = await setup.files();

  await measure(
    '10 GB announced, multipart',
    () => flood(setup.url, { head: post(multipart, 'Content-Length: 10737418240') }),
    is(413),
  );
  await measure(
    '10 GB announced, JSON',
    () => flood(setup.url, { head: post('Content-Type: application/json', 'Content-Length: 10737418240') }),
    is(413),
  );
  await measure(
    'a file without end, in chunks: cut at the limit and 64 KiB',
    () =>
      flood(setup.url, {
        head: post(multipart, chunks),
        chunked: true,
        start,
        piece: PIECE,
        bytes: limit + 64 * 1024,
      }),
    is(413),
  );
  await measure(
    'a preamble without end: cut at the limit and 80 KiB',
    () =>
      flood(setup.url, {
        head: post(multipart, chunks),
        chunked: true,
        piece: PIECE,
        bytes: limit + 128 * 1024,
      }),
    is(413),
  );
  await measure(
    'endless, whatever is answered: the connection ends',
    () =>
      flood(setup.url, {
        head: post(multipart, chunks),
        chunked: true,
        start,
        piece: PIECE,
        bytes: Infinity,
      }),
    is(413),
  );
  await measure(
    'more bytes than announced',
    () =>
      flood(setup.url, {
        head: post(multipart, `Content-Length: ${start.length + 1000}`),
        start,
        piece: PIECE,
        bytes: limit,
      }),
    is(400),
  );
  const address = await announce();
  const put = (...headers: string[]) => head('PUT', address, headers, null);
  await measure(
    '10 GB announced for an upload URL',
    () => flood(setup.url, { head: put('Content-Length: 10737418240') }),
    is(413),
  );
  await measure(
    'bytes without end to an upload URL',
    () => flood(setup.url, { head: put(chunks), chunked: true, piece: PIECE, bytes: limit + 64 * 1024 }),
    is(413),
  );
  await measure(
    'JSON without end, in chunks (held in memory, at most 60 MB of an organization)',
    () =>
      flood(setup.url, {
        head: post('Content-Type: application/json', chunks),
        chunked: true,
        start: '{"a":"',
        piece: PIECE,
        bytes: 15 * MB + 64 * 1024,
      }),
    ({ status }) => ([413, 503].includes(status) ? null : `answered ${status}`),
    100,
  );
  await measure('good ones of the limit', good, is(201));

  const now = await setup.rows();
  const left = await setup.files();
  const expected = { ...rows, pending_upload: 1, available: (rows.available ?? 0) + PARALLEL };
  const same = JSON.stringify(Object.entries(now).sort()) === JSON.stringify(Object.entries(expected).sort());
  findings.push({
    name: 'leftovers',
    measured: `${JSON.stringify(now)}, ${left.staged} staged, ${files.placed} files before and ${left.placed} now`,
    goal: `${PARALLEL} documents and an announcement more`,
    met: same && left.staged === 0 && left.placed === files.placed + PARALLEL,
  });
  return findings;
}

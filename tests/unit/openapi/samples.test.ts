import { runInNewContext } from 'node:vm';
import { describe, expect, it, vi } from 'vitest';
import { OPERATIONS } from '../../../components/docs/reference';
import { formsOf, samplesOf } from '../../../components/docs/samples';
import { clinicalClient } from '../../../docs/client/main';
import { resolve, type Loose } from '../../../scripts/contract/json';
import { openApiDocument } from '../../../server/http/openapi/document';
import { compileCheck } from '../../support/contract';

/** Each sample of the reference is a valid request of its operation. */

const ORIGIN = 'https://clinical.example.org';
const document: Loose = JSON.parse(JSON.stringify(openApiDocument('/')));
const check = compileCheck(document);

interface Sent {
  method: string;
  url: URL;
  headers: Record<string, string>;
  mediaType: string | null;
  body: unknown;
}

/** The words of a command, as a POSIX shell reads them. */
function wordsOf(command: string): string[] {
  const env: Record<string, string> = { CLINICAL_URL: ORIGIN, API_KEY: 'clin_test_key' };
  const expanded = (text: string) => text.replace(/\$(\w+)/g, (_, name: string) => env[name]!);
  const words: string[] = [];
  let word: string | null = null;
  for (const [, single, double, escaped, blank, plain] of command.matchAll(
    /'([^']*)'|"([^"]*)"|\\([\s\S])|(\s+)|([^\s'"\\]+)/g,
  )) {
    if (escaped === '\n') continue;
    if (blank === undefined) word = (word ?? '') + (single ?? escaped ?? expanded(double ?? plain ?? ''));
    else if (word !== null) {
      words.push(word);
      word = null;
    }
  }
  return word === null ? words : [...words, word];
}

/** The bytes follow in a second command. */
const PUT = `curl --fail-with-body "$(jq --raw-output .upload.url document.json)" \\
  --header 'Content-Type: text/plain' \\
  --upload-file 'letter.txt'`;

function readCurl(commands: string): Sent {
  const [command, second] = commands.split('\n\n');
  if (second !== undefined) expect(second).toBe(PUT);
  const [name, ...words] = wordsOf(command!);
  expect(name).toBe('curl');
  const sent: Sent = { method: '', url: new URL(ORIGIN), headers: {}, mediaType: null, body: undefined };
  const form: Record<string, unknown> = {};
  for (let at = 0; at < words.length; at++) {
    const word = words[at]!;
    if (['--fail-with-body', '--remote-name', '--remote-header-name'].includes(word)) continue;
    if (!word.startsWith('--')) {
      sent.url = new URL(word);
      continue;
    }
    const value = words[++at]!;
    if (word === '--request') sent.method = value;
    else if (word === '--output') continue;
    else if (word === '--data') sent.body = JSON.parse(value);
    else if (word === '--header') {
      const [, header, text] = /^([\w-]+): (.+)$/.exec(value)!;
      sent.headers[header!] = text!;
    } else if (word === '--form') {
      const [, part, content, type] = /^(\w+)=([\s\S]*?)(?:;type=([\w/]+))?$/.exec(value)!;
      form[part!] = type === 'application/json' ? JSON.parse(content!) : content;
    } else throw new Error(`unknown option ${word}`);
  }
  if (Object.keys(form).length > 0) Object.assign(sent, { body: form, mediaType: 'multipart/form-data' });
  else if (sent.body !== undefined) sent.mediaType = sent.headers['Content-Type']!;
  sent.method ||= sent.body === undefined ? 'GET' : 'POST';
  expect(sent.headers.Authorization).toBe('Bearer clin_test_key');
  return sent;
}

const UPLOAD = { url: `${ORIGIN}/uploads/1`, headers: { 'Content-Type': 'text/plain' } };

/** What the client sends when the sample is run, and then the PUT of the bytes. */
async function runTypescript(code: string): Promise<Sent> {
  const sent: Sent[] = [];
  const clinical = clinicalClient({
    baseUrl: ORIGIN,
    credential: 'clin_test_key',
    fetch: async (request) => {
      const type = request.headers.get('Content-Type') ?? null;
      const isForm = type?.startsWith('multipart/') ?? false;
      const form = isForm ? await request.formData() : null;
      const text = isForm ? '' : await request.text();
      sent.push({
        method: request.method,
        url: new URL(request.url),
        headers: {},
        mediaType: isForm ? 'multipart/form-data' : type,
        // The client sends an empty object without input.
        body: form
          ? { metadata: JSON.parse(await (form.get('metadata') as File).text()), file: '' }
          : text && text !== '{}'
            ? JSON.parse(text)
            : undefined,
      });
      return Response.json({ data: [], has_more: false, next_cursor: null, upload: UPLOAD });
    },
  });
  // Given below.
  const body = code.replace("import { readFile } from 'node:fs/promises';\n", '');
  const readFile = () => Promise.resolve(new Uint8Array([1]));
  const put = vi.fn(() => Promise.resolve(new Response(null, { status: 204 })));
  const names = { clinical, readFile, fetch: put, console: { log() {} } };
  await runInNewContext(`(async () => {\n${body}\n})()`, names);
  expect(sent).toHaveLength(1);
  const { upload } = (sent[0]!.body ?? {}) as { upload?: object };
  const { url, headers } = UPLOAD;
  expect(put.mock.calls).toEqual(
    upload ? [[url, { method: 'PUT', headers, body: new Uint8Array([1]) }]] : [],
  );
  return sent[0]!;
}

/** A text of a URL or header, as the type of its parameter. */
function asTyped(schema: Loose, text: string): unknown {
  const types = [schema.type].flat();
  if (types.includes('array')) return text.split(',');
  if (types.includes('integer') || types.includes('number')) return Number(text);
  if (types.includes('boolean')) return text === 'true';
  return text;
}

/** The errors of a request, by the document alone. */
function problemsOf(id: string, { method, url, headers, mediaType, body }: Sent): string[] {
  const found = Object.entries<Loose>(document.paths).flatMap(([path, methods]) => {
    const operation = methods[method.toLowerCase()];
    const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!);
    const match = new RegExp(`^${path.replace(/\{\w+\}/g, '([^/]+)')}$`).exec(url.pathname);
    if (!match || operation?.operationId !== id) return [];
    return [{ operation, path: names.map((name, at): [string, string] => [name, match[at + 1]!]) }];
  });
  if (found.length !== 1) return [`${method} ${url.pathname} is not ${id}`];
  const { operation, path } = found[0]!;
  const known: Loose[] = (operation.parameters ?? []).map((one: Loose) => resolve(document, one));
  const given = { path, query: [...url.searchParams], header: Object.entries(headers) };
  const problems = Object.entries(given).flatMap(([place, values]) =>
    values.flatMap(([name, text]) => {
      if (place === 'header' && ['Authorization', 'Content-Type'].includes(name)) return [];
      const parameter = known.find((one) => one.in === place && one.name === name);
      const problem = parameter
        ? check(parameter.schema, asTyped(resolve(document, parameter.schema), text))
        : 'unknown';
      return problem ? [`${place} ${name}: ${problem}`] : [];
    }),
  );
  for (const { name, in: place, required } of known)
    if (required && !given[place as 'path'].some(([one]) => one === name))
      problems.push(`${name} is missing`);
  const content = operation.requestBody?.content;
  if (body === undefined) {
    if (operation.requestBody?.required) problems.push('the body is missing');
  } else {
    const schema = content?.[mediaType ?? '']?.schema;
    const problem = schema ? check(schema, body) : `has no ${mediaType}`;
    if (problem) problems.push(problem);
  }
  return problems;
}

describe.each(OPERATIONS.map((operation) => [operation.id, operation] as const))('%s', (id, operation) => {
  const samples = samplesOf(operation);

  it('has a sample', () => expect(samples.length).toBeGreaterThan(0));

  it('has a sample of each form that its description lists', () => {
    const titles = samples.map(({ title }) => title);
    expect(titles).toEqual(samples.length > 1 ? formsOf(operation) : ['']);
  });

  it.each(samples)('is requested by curl', ({ curl }) => expect(problemsOf(id, readCurl(curl))).toEqual([]));

  it.each(samples)('is requested in the same way by the client', async ({ curl, javascript }) => {
    const sent = await runTypescript(javascript);
    expect(problemsOf(id, sent)).toEqual([]);
    const { method, url, body } = readCurl(curl);
    expect([sent.method, sent.url.pathname]).toEqual([method, url.pathname]);
    if (sent.mediaType === 'application/json') expect(sent.body ?? {}).toEqual(body ?? {});
  });
});

it('lists the three forms of an upload', () => {
  const [operation] = OPERATIONS.filter(({ id }) => id === 'createDocument');
  expect(formsOf(operation!)).toEqual(['JSON with base64', 'multipart/form-data', 'Upload URL']);
});

it('shows a quote, a backslash and a dollar as they are', () => {
  const text = `it's "a" \\ $HOME \\" 'x'`;
  const [operation] = OPERATIONS.filter(({ id }) => id === 'createPatient');
  const [json] = operation!.bodies;
  const example = { ...json!.examples[0]!, value: { name: { family: text } } };
  const odd = { ...operation!, bodies: [{ ...json!, examples: [example] }] };
  const [sample] = samplesOf(odd);
  expect(readCurl(sample!.curl).body).toEqual({ name: { family: text } });
  return expect(runTypescript(sample!.javascript)).resolves.toMatchObject({
    body: { name: { family: text } },
  });
});

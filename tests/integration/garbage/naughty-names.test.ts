import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connect, runConcurrently, type Answer, type Client } from '../matrix/client';
import { startServer, type TestServer } from '../../support/server';
import { isFull } from '../../support/test-size';
import { BOUNDARY, formOf } from './multipart-bodies';
import { line, NAUGHTY, OURS } from './naughty';
import { makeFixture, type Fixture } from './fixture';

/**
 * Naughty strings as file names, in every form of upload, read back from the document and from the header of the
 * download (RFC 6266, RFC 8187). Every second name is sent in one form; the nightly run sends all in every form.
 */

let server: TestServer;
let client: Client;
let fixture: Fixture;
beforeAll(async () => {
  server = await startServer();
  client = connect(server.url, 6);
  fixture = await makeFixture(server.url, 0);
});
afterAll(() => {
  client.close();
  return server.close();
});

/** The rule of `server/domain/documents/file-name.ts`, implemented independently: the last part of a path, cleaned. */
function stored(name: string): string {
  const form = /\p{M}{31}/u.test(name) ? name : name.normalize('NFC');
  const last = form.split('/').at(-1)!.split('\\').at(-1)!;
  const harmful = /\p{Cc}|\p{Cs}|[\u2028\u2029\u202a-\u202e\u2066-\u2069]/u;
  const bare = [...last]
    .filter((mark) => !harmful.test(mark))
    .join('')
    .trim();
  return /^\.*$/.test(bare) ? 'document' : bare;
}

const content = Buffer.from('A letter.\n');
const bearer = () => ({ Authorization: `Bearer ${fixture.key}` });
const facts = () => ({ patient_id: fixture.things.ids.patient });
const post = (body: object) =>
  client.send({
    method: 'POST',
    path: '/v1/documents',
    headers: { ...bearer(), 'Content-Type': 'application/json' },
    body: JSON.stringify({ ...facts(), ...body }),
  });

async function inTwoSteps(name: string): Promise<Answer> {
  const sha256 = createHash('sha256').update(content).digest('hex');
  const upload = { size: content.length, sha256, content_type: 'text/plain', file_name: name };
  const announced = await post({ upload });
  if (announced.status !== 201) return announced;
  const { url } = (JSON.parse(announced.text) as { upload: { url: string } }).upload;
  const put = await client.send({ method: 'PUT', path: new URL(url).pathname, headers: {}, body: content });
  expect(put.status).toBe(204);
  return announced;
}

const multipart = (parameter: string) =>
  client.send({
    method: 'POST',
    path: '/v1/documents',
    headers: { ...bearer(), 'Content-Type': `multipart/form-data; boundary=${BOUNDARY}` },
    body: formOf([
      {
        headers: ['Content-Disposition: form-data; name="metadata"'],
        body: Buffer.from(JSON.stringify(facts())),
      },
      { headers: [`Content-Disposition: form-data; name="file"; ${parameter}`], body: content },
    ]),
  });

/**
 * Escaped as a quoted string; `%22`, `%0A` and `%0D` in a name cannot be distinguished from the encoding of browsers.
 */
const quoted = (name: string) => `filename="${name.replaceAll(/["\\]/g, (mark) => `\\${mark}`)}"`;
const unquotable = (name: string) => /%(22|0a|0d)/i.test(name);

interface Form {
  send(name: string): Promise<Answer>;
  /** Names with control characters are rejected before they are cleaned. */
  takes(name: string): boolean;
}
const plain = (name: string) => !/\p{Cc}/u.test(name);
const FORMS: Record<string, Form> = {
  inline: {
    send: (name) => post({ content: { data: content.toString('base64'), file_name: name } }),
    takes: (name) => line(name, 255) !== null,
  },
  'two steps': { send: inTwoSteps, takes: (name) => line(name, 255) !== null },
  filename: {
    send: (name) =>
      multipart(unquotable(name) ? `filename*=UTF-8''${encodeURIComponent(name)}` : quoted(name)),
    takes: plain,
  },
  'filename*': { send: (name) => multipart(`filename*=UTF-8''${encodeURIComponent(name)}`), takes: plain },
};

/** RFC 8187. */
function savedAs(disposition: string): string {
  const match =
    /^(?:inline|attachment); filename="[\x20\x21\x23-\x5b\x5d-\x7e]*"; filename\*=UTF-8''([!#$&+.^_`|~0-9A-Za-z%-]+)$/.exec(
      disposition,
    );
  return match ? decodeURIComponent(match[1]!) : `cannot be read: ${disposition}`;
}

describe('file names', () => {
  // With an extension that matches the bytes; otherwise the download would add one.
  const names = [...NAUGHTY, ...OURS]
    .map((text) => `${text.toWellFormed()}.txt`)
    .filter((name) => name.length <= 255);

  it(
    'are cleaned by the documented rules and saved under the same name',
    async () => {
      expect(names.length).toBeGreaterThan(300);
      const forms = Object.entries(FORMS);
      const cases = names.flatMap((name, number) =>
        (isFull ? forms : number % 2 === 0 ? [forms[(number >> 1) % forms.length]!] : []).map(
          ([form, how]) => ({ form, how, name }),
        ),
      );
      const wrong: unknown[] = [];
      let taken = 0;
      await runConcurrently(6, cases, async ({ form, how, name }) => {
        const made = await how.send(name);
        if (!how.takes(name))
          return made.status === 422 ? undefined : void wrong.push([form, name, made.status]);
        if (made.status !== 201) return void wrong.push([form, name, made.status, made.text]);
        const document = JSON.parse(made.text) as { id: string; file_name: string };
        const { headers } = await client.send({
          method: 'GET',
          path: `/v1/documents/${document.id}/content`,
          headers: bearer(),
        });
        const saved = savedAs(headers['content-disposition']!);
        if (document.file_name !== stored(name) || saved !== stored(name))
          wrong.push([form, name, stored(name), document.file_name, saved]);
        taken++;
      });
      expect(wrong).toEqual([]);
      expect(taken).toBeGreaterThan(0.8 * cases.length);
    },
    isFull ? 600_000 : 60_000,
  );
});

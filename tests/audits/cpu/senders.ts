import { BOUNDARY } from '../../integration/garbage/multipart-bodies';
import type { Fixture } from '../../integration/garbage/fixture';
import type { Wire } from '../../integration/garbage/wire';

/** Requests of one caller as bytes. */

export interface Slow {
  name: string;
  wire: Wire;
}

export interface Senders {
  get(target: string, ...headers: string[]): Wire;
  post(path: string, body: unknown, ...headers: string[]): Wire;
  multipart(body: Buffer, boundary?: string): Wire;
  /** As a signed-in user. */
  page(target: string, ...headers: string[]): Wire;
  call(procedure: string, body: unknown): Wire;
  anonymous(method: string, target: string, headers: string[], body?: string): Wire;
}

export function sendersOf(fixture: Fixture): Senders {
  const bearer = `Authorization: Bearer ${fixture.key}`;
  const cookie = `Cookie: ${fixture.people[0]!}`;
  const wire = (method: string, target: string, headers: string[], body: Buffer | string = ''): Wire => {
    const bytes = Buffer.from(body as string);
    const length = method === 'GET' ? [] : [`Content-Length: ${bytes.length}`];
    return {
      method,
      target,
      headers: [`Host: ${new URL(fixture.url).host}`, ...headers, ...length],
      body: bytes,
    };
  };
  const json = (method: string, path: string, headers: string[], body: unknown) =>
    wire(
      method,
      path,
      ['Content-Type: application/json', ...headers],
      typeof body === 'string' ? body : JSON.stringify(body),
    );
  return {
    get: (target, ...headers) => wire('GET', target, [bearer, ...headers]),
    post: (path, body, ...headers) => json('POST', path, [bearer, ...headers], body),
    multipart: (body, boundary = BOUNDARY) =>
      wire(
        'POST',
        '/v1/documents',
        [bearer, `Content-Type: multipart/form-data; boundary=${boundary}`],
        body,
      ),
    page: (target, ...headers) => wire('GET', target, [cookie, 'Sec-Fetch-Site: same-origin', ...headers]),
    call: (procedure, body) =>
      json('POST', `/api/trpc/${procedure}`, [cookie, 'Sec-Fetch-Site: same-origin'], body),
    anonymous: wire,
  };
}

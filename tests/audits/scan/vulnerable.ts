import http, { type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import pg from 'pg';
import type { SqlTarget } from './sqlmap';

/**
 * A server with the vulnerabilities that the scanners should find, on a separate database of the same PostgreSQL. If a
 * scanner misses them, its silence about the service proves nothing.
 */

export interface Vulnerable {
  url: string;
  close(): Promise<void>;
}

type Answer = { status?: number; type?: string; headers?: Record<string, string>; body: string };

const HIDDEN = '.git/config';
const BROKEN = 'server-status';

/** What ffuf must report of this server: an unknown page and a 5xx response. */
export const SHOWN_TO_FFUF = [HIDDEN, BROKEN];

/** Wapiti's names of the vulnerabilities. */
export const SHOWN_TO_WAPITI = [
  'Cross Site Scripting',
  'SQL Injection',
  'Blind SQL Injection',
  'Path Traversal',
  'Open Redirect',
  'Content Security Policy Configuration',
];

/** Injections in each kind of place; responses reveal only yes or no, the last one not even that. */
export const SHOWN_TO_SQLMAP: readonly SqlTarget[] = [
  { name: 'query parameter', method: 'GET', path: '/rows?owner=alpha&limit=10', headers: {} },
  { name: 'path', method: 'GET', path: '/rows/1*', headers: {} },
  {
    name: 'JSON body',
    method: 'POST',
    path: '/rows',
    headers: { 'Content-Type': 'application/json' },
    body: '{"filter": {"owner": "alpha"}}',
  },
  {
    name: 'JSON in a query parameter',
    method: 'GET',
    path: `/input?input=${encodeURIComponent('{"owner":"alpha')}*${encodeURIComponent('"}')}`,
    headers: {},
  },
  { name: 'header, by time only', method: 'GET', path: '/silent', headers: { 'X-Request-Id': 'alpha*' } },
];

const page = (body: string): Answer => ({ type: 'text/html', body: `<html><body>${body}</body></html>` });

export async function startVulnerable(adminUrl: string): Promise<Vulnerable> {
  const admin = new pg.Client({ connectionString: adminUrl });
  await admin.connect();
  await admin.query('CREATE DATABASE scan_control');
  await admin.end();
  const scratch = new URL(adminUrl);
  scratch.pathname = '/scan_control';
  const pool = new pg.Pool({ connectionString: scratch.href, max: 6 });
  await pool.query('CREATE TABLE rows (id int, owner text)');
  await pool.query(
    `INSERT INTO rows SELECT n, CASE WHEN n < 4 THEN 'alpha' ELSE 'beta' END FROM generate_series(1, 9) n`,
  );
  const said: string[] = [];

  /** The vulnerability: caller's text in the statement. */
  const rowsWhere = async (condition: string): Promise<Answer> => {
    const { rows } = await pool
      .query(`SELECT id, owner FROM rows WHERE ${condition}`)
      .catch(() => ({ rows: [] }));
    return { status: rows.length > 0 ? 200 : 404, type: 'application/json', body: JSON.stringify(rows) };
  };

  async function answer(req: IncomingMessage, url: URL, body: string): Promise<Answer> {
    const asked = (name: string): string => url.searchParams.get(name) ?? '';
    switch (url.pathname) {
      case '/':
        return page(
          [
            '<a href="/greet?name=you">1</a> <a href="/owner?owner=alpha">2</a> <a href="/go?to=/">3</a>',
            '<a href="/read?file=a.txt">4</a> <a href="/guests">5</a> <a href="/column?name=id">6</a>',
          ].join(''),
        );
      case '/greet':
        return page(`Hello ${asked('name')}`);
      case '/guests':
        if (req.method === 'POST') said.push(new URLSearchParams(body).get('text') ?? '');
        return page(`${said.join('<br>')}<form method="POST" action="/guests"><input name="text"></form>`);
      case '/go':
        // Only to this foreign site: wapiti follows redirects and fails at URLs it cannot parse.
        return asked('to').startsWith('https://openbugbounty.org/')
          ? { status: 302, headers: { Location: asked('to') }, body: '' }
          : page('Stay');
      case '/read':
        return page(asked('file').endsWith('etc/passwd') ? 'root:x:0:0:root:/root:/bin/sh' : 'no such file');
      case '/owner':
        return pool.query(`SELECT * FROM rows WHERE owner = '${asked('owner')}'`).then(
          ({ rows }) => page(String(rows.length)),
          (error: Error) => page(`PostgreSQL query failed: ERROR: ${error.message}`),
        );
      case '/column':
        await pool.query(`SELECT ${asked('name')} FROM rows LIMIT 1`).catch(() => null);
        return page('ok');
      // Replaces wapiti's own site, which reports which of its URLs were fetched.
      case '/get_xxe.php':
        return { type: 'application/json', body: '{}' };
      case '/rows':
        if (req.method !== 'POST') return rowsWhere(`owner = '${asked('owner')}'`);
        return rowsWhere(`owner = '${(JSON.parse(body) as { filter: { owner: string } }).filter.owner}'`);
      case '/input':
        return rowsWhere(`owner = '${(JSON.parse(asked('input')) as { owner: string }).owner}'`);
      case '/silent':
        await rowsWhere(`owner = '${String(req.headers['x-request-id'])}'`);
        return { body: 'ok' };
      case `/${HIDDEN}`:
        return { body: '[core]' };
      case `/${BROKEN}`:
        return { status: 500, body: 'Traceback' };
      default:
        return url.pathname.startsWith('/rows/')
          ? rowsWhere(`id = ${decodeURIComponent(url.pathname.slice('/rows/'.length))}`)
          : { status: 404, body: 'not found' };
    }
  }

  const server = http.createServer((req: IncomingMessage, res: ServerResponse) => {
    let body = '';
    req.on('data', (chunk) => (body += String(chunk)));
    req.once('end', () => {
      Promise.resolve()
        .then(() => answer(req, new URL(req.url!, 'http://control'), body))
        .catch((): Answer => ({ status: 400, body: 'unreadable' }))
        .then(({ status = 200, type = 'text/plain', headers, body: text }) =>
          res.writeHead(status, { 'Content-Type': type, ...headers }).end(text),
        )
        // A header that cannot be written, such as a redirect with a line break.
        .catch(() => res.destroy());
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close() {
      await new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      });
      await pool.end();
    },
  };
}

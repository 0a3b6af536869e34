import { passwordResetsSent } from '../../../server/auth/password-reset';
import { asSuperuser } from '../../support/database';
import { runConcurrently, type Answer, type Client, type Wire } from './client';

/**
 * Sends requests that are rejected and checks the record of each: one row of the audit, or one security event, with
 * the code of the response.
 */

export interface Rejection {
  requestId: string;
  /** Below 300 the request was not rejected. */
  status: number;
  /** The code of the response; null for plain text. */
  code: string | null;
}

export interface Expected {
  /** Code of the record, if it differs from that of the response. */
  code?: string;
  /** Action of the audit row; a security event if absent. */
  action?: string;
  /** Code of the response, if it differs from that of the record. */
  says?: string;
}

export interface Try {
  name: string;
  send: () => Promise<Rejection>;
  expected: Expected;
}

export const json = { 'Content-Type': 'application/json' };
/** Headers of a browser for one of our pages, and for a page of another site. */
export const SAME = { 'Sec-Fetch-Site': 'same-origin' };
export const FOREIGN = { 'Sec-Fetch-Site': 'cross-site' };
export const get = (path: string, headers: Record<string, string> = {}): Wire => ({
  method: 'GET',
  path,
  headers,
});
export const post = (path: string, body: string, headers: Record<string, string> = {}): Wire => ({
  method: 'POST',
  path,
  headers: { ...json, ...SAME, ...headers },
  body,
});

const FROM = '127.9.';
let addresses = 0;
/** Events are counted by address, so each request has a different one. */
export const ownAddress = (): string => `${FROM}${(addresses >> 8) & 255}.${addresses++ & 255}`;

export const errorFromThrown = (answer: Answer): Rejection => ({
  requestId: answer.requestId,
  status: answer.status,
  code: codeOf(answer),
});

function codeOf({ text, headers: { location } }: Answer): string | null {
  if (location) return new URL(location, 'http://x').searchParams.get('error');
  if (!text.startsWith('{')) return null;
  const { code, error } = JSON.parse(text) as {
    code?: string;
    error?: string | { data: { problem: { code: string } } };
  };
  return (typeof error === 'object' ? error.data.problem.code : error) ?? code ?? null;
}

export const over = (client: Client, name: string, wire: Wire, expected: Expected = {}): Try => ({
  name,
  expected,
  // The address is that of the connection.
  send: async () =>
    errorFromThrown(await client.send({ ...wire, headers: { ...wire.headers, Connection: 'close' } })),
});

/** @returns what is wrong with the responses and records, as sentences */
export async function checkRecords(tries: readonly Try[]): Promise<string[]> {
  const wrong: string[] = [];
  const sent: { name: string; requestId: string; line: string }[] = [];
  await runConcurrently(8, tries, async ({ name, send, expected }) => {
    const { requestId, status, code } = await send();
    const says = expected.says ?? expected.code;
    if (status < 300) wrong.push(`${name}: is let in: ${status}`);
    if (code !== null && says !== undefined && code !== says)
      wrong.push(`${name}: answers ${code} instead of ${says}`);
    const recorded = expected.code ?? code;
    const line = expected.action ? `audit ${expected.action} ${recorded}` : `event ${recorded}`;
    sent.push({ name, requestId, line });
  });
  await passwordResetsSent();
  const lines = await recordsOf(sent.map(({ requestId }) => requestId));
  for (const { name, requestId, line } of sent) {
    const found = lines.get(requestId) ?? [];
    if (found.join() !== line) wrong.push(`${name}: recorded as [${found.join()}] instead of [${line}]`);
  }
  return wrong;
}

async function recordsOf(requestIds: string[]): Promise<Map<string, string[]>> {
  const rows = await asSuperuser<{ id: string; line: string }>(
    // Without the additional rows: why an expired or revoked key fails, and the lookup of an earlier consent.
    `SELECT request_id AS id, concat('audit ', action, ' ', code, CASE outcome WHEN 'refused' THEN '' ELSE ' ' || outcome END) AS line
     FROM audit_events WHERE request_id = ANY ($1) AND action NOT IN ('authenticate_api_key', 'authorize_again')
     UNION ALL
     SELECT last_request_id, concat('event ', code, CASE count WHEN 1 THEN '' ELSE ' ' || count END)
     FROM security_events WHERE last_request_id = ANY ($1)`,
    [requestIds],
  );
  const lines = new Map<string, string[]>();
  for (const { id, line } of rows) lines.set(id, [...(lines.get(id) ?? []), line]);
  return lines;
}

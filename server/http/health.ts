import type { ServerResponse } from 'node:http';

/**
 * `/healthz`: the process lives. `/readyz`: it may be sent work; otherwise 503 and the names of what is missing.
 */
const checks = new Map<string, () => boolean>();

/** Adds a condition of readiness; it is asked at each call. */
export function requireForReady(part: string, holds: () => boolean): void {
  checks.set(part, holds);
}

export function missingParts(): string[] {
  return [...checks].filter(([, holds]) => !holds()).map(([part]) => part);
}

export function sendLiveness(res: ServerResponse): void {
  sendJson(res, 200, { status: 'ok' });
}

export function sendReadiness(res: ServerResponse): void {
  const missing = missingParts();
  if (missing.length === 0) sendJson(res, 200, { status: 'ready' });
  else sendJson(res, 503, { status: 'not_ready', missing });
}

function sendJson(res: ServerResponse, status: number, value: object): void {
  const body = JSON.stringify(value);
  res.writeHead(status, {
    'Content-Type': 'application/json',
    'Content-Length': Buffer.byteLength(body),
    'Cache-Control': 'no-store',
  });
  res.end(body);
}

import type { ServerResponse } from 'node:http';
import { BUILD } from '../build-info';

/** `/healthz`: the process runs. `/readyz`: it can take requests; otherwise 503 with the missing parts and reasons. */

/** Null if healthy, otherwise a short reason. It is public: no addresses, no names. */
type Check = () => string | null | Promise<string | null>;

const checks = new Map<string, Check>();

/** Adds a readiness condition, which is checked on each call. */
export function requireForReady(part: string, check: Check): void {
  checks.set(part, check);
}

const WITHIN_MS = 1_000;
const KEEP_MS = 1_000;

/**
 * A check outside the process runs at most once a second, however many probes there are, and never twice at once,
 * because each call to a hanging disk stays blocked.
 */
export function outsideCheck(ask: () => Promise<string | null>, withinMs = WITHIN_MS): Check {
  let asking: Promise<string | null> | null = null;
  let answer: string | null = null;
  let answeredAt = -Infinity;
  const begin = async () => {
    try {
      answer = await ask();
      answeredAt = performance.now();
      return answer;
    } finally {
      asking = null;
    }
  };
  return () => {
    if (performance.now() - answeredAt < KEEP_MS) return answer;
    asking ??= begin();
    return within(asking, withinMs);
  };
}

async function within(asked: Promise<string | null>, ms: number): Promise<string | null> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<string>((resolve) => (timer = setTimeout(resolve, ms, 'does not respond')));
  try {
    return await Promise.race([asked, late]);
  } finally {
    clearTimeout(timer);
  }
}

/** Missing parts with their reasons. If an internal check fails, external ones are skipped. */
export async function missingParts(): Promise<Record<string, string>> {
  const asked = [...checks].map(([part, check]) => [part, check()] as const);
  const known = asked.filter((one): one is readonly [string, string] => typeof one[1] === 'string');
  if (known.length > 0) return Object.fromEntries(known);
  const reasons = await Promise.all(asked.map(async ([part, reason]) => [part, await reason] as const));
  return Object.fromEntries(reasons.filter((one): one is readonly [string, string] => one[1] !== null));
}

export function sendLiveness(res: ServerResponse): void {
  sendJson(res, 200, { status: 'ok', version: BUILD.version });
}

export async function sendReadiness(res: ServerResponse): Promise<void> {
  const reasons = await missingParts();
  const missing = Object.keys(reasons);
  if (missing.length === 0) sendJson(res, 200, { status: 'ready' });
  else sendJson(res, 503, { status: 'not_ready', missing, reasons });
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

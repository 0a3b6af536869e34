import createClient, { type Client } from 'openapi-fetch';
import type { components, paths } from './contract';

/**
 * A typed client of /v1. Errors have a code, requests that are safe to repeat are retried after `Retry-After`, and no
 * others are.
 */

export type Problem = components['schemas']['Problem'];
export type ClinicalClient = Client<paths>;

export interface Settings {
  /** Address of the service, without `/v1`. */
  baseUrl: string;
  /** API key. Never in a browser, never in a repository. */
  key: string;
  fetch?: (request: Request) => Promise<Response>;
  wait?: (seconds: number) => Promise<void>;
}

const TRIES = 4;
const sleep = (seconds: number) => new Promise<void>((resolve) => setTimeout(resolve, seconds * 1000));

export function clinicalClient({
  baseUrl,
  key,
  fetch = globalThis.fetch,
  wait = sleep,
}: Settings): ClinicalClient {
  return createClient<paths>({
    baseUrl,
    headers: { Authorization: `Bearer ${key}` },
    // Lists of a query are comma-separated: status=sent,in_progress
    querySerializer: { array: { style: 'form', explode: false } },
    fetch: async (request) => {
      for (let tried = 1; ; tried++) {
        const response = await fetch(request.clone());
        const seconds = Number(response.headers.get('Retry-After') ?? NaN);
        // 429, 503 and 409 idempotency_in_progress carry Retry-After.
        if (Number.isNaN(seconds) || tried === TRIES || !mayBeRepeated(request)) return response;
        await response.body?.cancel();
        await wait(seconds);
      }
    },
  });
}

/** A POST without `Idempotency-Key` might have been done although its answer was lost. */
const mayBeRepeated = (request: Request): boolean =>
  request.method !== 'POST' || request.headers.has('Idempotency-Key');

export class ProblemError extends Error {
  constructor(readonly problem: Problem) {
    // Safe to log: problem documents hold no patient data.
    super(`${problem.status} ${problem.code}: ${problem.detail} (${problem.request_id})`);
  }
}

/** Returns the data of a response, or throws its problem. */
export function dataOf<Data>(answer: { data?: Data; error?: Problem; response: Response }): Data {
  if (answer.error) throw new ProblemError(answer.error);
  if (answer.data === undefined) throw new Error(`The answer ${answer.response.status} has no body`);
  return answer.data;
}

export const hasCode = (error: unknown, code: string): boolean =>
  error instanceof ProblemError && error.problem.code === code;

import { ApiError } from './api-error.js';
import type { components, operations } from './contract.js';
import { OPERATIONS } from './operations.js';

/** A typed client of `/v1`: one method for each operation, named by its `operationId`. */

export interface ClientSettings {
  /** Address of the service, without `/v1`. */
  baseUrl: string;
  /** API key or access token, or a function that returns one. Never in a browser or a repository. */
  credential: string | (() => string | Promise<string>);
  /** Further attempts after a rejection that asks to retry, or a lost connection. Default 3. */
  retries?: number;
  fetch?: (request: Request) => Promise<Response>;
  /** Waits between attempts. */
  wait?: (milliseconds: number) => Promise<void>;
}

export interface CallOptions {
  /** For operations that create or act: a UUID for each intended change. Default: a new one for each call. */
  idempotencyKey?: string;
  /** The version that is to be changed; another one is an error with the code `version_mismatch`. */
  ifMatch?: number;
  signal?: AbortSignal;
}

type Id = keyof typeof OPERATIONS;
type Given<Part> = [Exclude<Part, undefined>] extends [never] ? unknown : Exclude<Part, undefined>;
type BodyOf<Operation> = Operation extends { requestBody?: { content: { 'application/json': infer Body } } }
  ? Body
  : unknown;
type InputOf<Name extends Id> = Given<operations[Name]['parameters']['path']> &
  Given<operations[Name]['parameters']['query']> &
  BodyOf<operations[Name]>;
type Json<Answer> = Answer extends { content: { 'application/json': infer Output } } ? Output : void;
type OutputOf<Name extends Id> = operations[Name]['responses'] extends { 201: infer Created }
  ? Json<Created>
  : operations[Name]['responses'] extends { 200: infer Done }
    ? Json<Done>
    : void;
type Arguments<Input, Options> = object extends Input
  ? [input?: Input, options?: Options]
  : [input: Input, options?: Options];

type Call<Name extends Id> = (...given: Arguments<InputOf<Name>, CallOptions>) => Promise<OutputOf<Name>>;
/** Lists also have `all`: their items, page by page. */
type All<Name extends Id> =
  OutputOf<Name> extends { data: (infer Item)[]; next_cursor: string | null }
    ? {
        all(
          ...given: Arguments<Omit<InputOf<Name>, 'cursor'>, Pick<CallOptions, 'signal'>>
        ): AsyncGenerator<Item, void>;
      }
    : unknown;

type Download = Extract<Id, `download${string}`>;

export type ClinicalClient = {
  readonly [Name in Exclude<Id, Download>]: Call<Name> & All<Name>;
} & {
  /** The response with the bytes, for example for `arrayBuffer()` or to stream its `body`. */
  readonly [Name in Download]: (
    input: InputOf<Name>,
    options?: Pick<CallOptions, 'signal'>,
  ) => Promise<Response>;
} & {
  /** Uploads the bytes as they are (`createDocument` takes base64). */
  uploadDocument(
    metadata: components['schemas']['DocumentMetadata'],
    file: { name: string; bytes: Uint8Array<ArrayBuffer> },
    options?: CallOptions,
  ): Promise<components['schemas']['Document']>;
};

type Values = Record<string, unknown>;
interface Sent extends CallOptions {
  query?: Values;
  body?: string | FormData;
  type?: string;
}

const FIRST_PAUSE_MS = 500;
const sleep = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

export function clinicalClient(settings: ClientSettings): ClinicalClient {
  const methods: Record<string, unknown> = {};
  for (const name of Object.keys(OPERATIONS) as Id[]) {
    const call = async (input: Values = {}, options: CallOptions = {}) => {
      const response = await send(settings, name, input, options);
      return name.startsWith('download') ? response : parsed(response);
    };
    methods[name] = Object.assign(call, {
      async *all(input: Values = {}, options: CallOptions = {}) {
        let cursor: string | null = null;
        do {
          const page = (await call({ limit: 100, ...input, ...(cursor ? { cursor } : {}) }, options)) as Page;
          yield* page.data;
          cursor = page.has_more ? page.next_cursor : null;
        } while (cursor !== null);
      },
    });
  }
  return {
    ...methods,
    async uploadDocument(
      metadata: object,
      file: { name: string; bytes: Uint8Array<ArrayBuffer> },
      options: CallOptions = {},
    ) {
      const form = new FormData();
      form.set('metadata', new Blob([JSON.stringify(metadata)], { type: 'application/json' }));
      form.set('file', new Blob([file.bytes]), file.name);
      return parsed(await request(settings, 'createDocument', '/v1/documents', { ...options, body: form }));
    },
    // The methods are made in a loop, whose keys and types the compiler cannot relate.
  } as unknown as ClinicalClient;
}

interface Page {
  data: unknown[];
  has_more: boolean;
  next_cursor: string | null;
}

const parsed = async (response: Response): Promise<unknown> =>
  response.status === 204 ? undefined : response.json();

/** Fills the path; the rest of the input is the query of a GET or DELETE, otherwise the body. */
function send(
  settings: ClientSettings,
  name: Id,
  { ...rest }: Values,
  options: CallOptions,
): Promise<Response> {
  const [method, pattern] = OPERATIONS[name];
  const path = pattern.replace(/\{(\w+)\}/g, (_, key: string) => {
    const value = rest[key];
    if (typeof value !== 'string' || value === '') throw new TypeError(`${name}: ${key} is required`);
    delete rest[key];
    return encodeURIComponent(value);
  });
  if (method === 'GET' || method === 'DELETE')
    return request(settings, name, path, { ...options, query: rest });
  const body = JSON.stringify(rest);
  return request(settings, name, path, { ...options, body, type: 'application/json' });
}

async function request(
  settings: ClientSettings,
  name: Id,
  path: string,
  { query = {}, body, type, ifMatch, idempotencyKey, signal }: Sent,
): Promise<Response> {
  const [method, , takesKey = false] = OPERATIONS[name];
  const { baseUrl, credential, retries = 3, fetch = globalThis.fetch, wait = sleep } = settings;
  const url = new URL(baseUrl.replace(/\/+$/, '') + path);
  for (const [key, value] of Object.entries(query))
    // Lists are comma-separated.
    if (value !== undefined) url.searchParams.set(key, String(value));
  const headers: Record<string, string> = {
    Accept: 'application/json, */*',
    ...(type ? { 'Content-Type': type } : {}),
    ...(takesKey ? { 'Idempotency-Key': idempotencyKey ?? crypto.randomUUID() } : {}),
    ...(ifMatch === undefined ? {} : { 'If-Match': `"${ifMatch}"` }),
  };
  for (let tried = 0; ; tried++) {
    headers.Authorization = `Bearer ${typeof credential === 'string' ? credential : await credential()}`;
    const init = { method, headers, ...(body === undefined ? {} : { body }), ...(signal ? { signal } : {}) };
    const pause = FIRST_PAUSE_MS * 2 ** tried;
    let response: Response;
    try {
      response = await fetch(new Request(url, init));
    } catch (error) {
      // A deletion whose answer was lost may have been done, and the next attempt would find nothing.
      if (tried >= retries || signal?.aborted || method === 'DELETE') throw error;
      await wait(pause);
      continue;
    }
    if (response.ok) return response;
    const again = response.headers.get('Retry-After');
    if (again === null || tried >= retries) throw await ApiError.of(response);
    await response.body?.cancel();
    await wait(Number(again) * 1000 || pause);
  }
}

import pg from 'pg';
import { SCOPES } from '../../../server/shared/scopes';
import { createCaller } from '../../../server/api/root';
import { asDomainError } from '../../../server/errors/from-thrown';
import { createApiKey } from '../../../server/domain/api-keys/create-api-key';
import type { CatalogEntry } from '../../../server/domain/catalog/upsert-catalog';
import { upsertCatalog } from '../../../server/domain/catalog/upsert-catalog';
import type { Context } from '../../../server/shared/context';
import { newId, newRequestId, showId } from '../../../server/shared/ids';
import { testOrg, type TestOrg } from '../../support/database';
import { call, type Answer, type TestServer } from '../../support/server';
import type { Who } from './model';

/**
 * The service that the model is compared with: the two organizations of a sequence, reached through `/v1` by a key
 * each, through the procedures of the portal by an administrator each, and through the operation of intake.
 */

/** The response of any transport, in the form of `/v1`. */
export interface Reply {
  request: string;
  /** As in the audit. */
  actor: string;
  status: number;
  code: string | null;
  // oxlint-disable-next-line typescript/no-explicit-any -- responses are checked by the comparison with the model
  json: any;
  text: string;
  headers: Headers | null;
}

/** All transports. */
export interface World {
  /** Several steps are in progress: each sends one request only. */
  readonly atOnce: boolean;
  /** Bypasses row-level security, for comparisons. */
  readonly look: pg.Pool;
  orgId(as: Who): string;
  rest(as: Who, method: string, path: string, options?: RestOptions): Promise<Reply>;
  /** Sends bytes to the upload URL of an announced document. */
  put(as: Who, url: string, bytes: string): Promise<Reply>;
  portal(as: Who, ask: (caller: ReturnType<typeof createCaller>) => Promise<unknown>): Promise<Reply>;
  intake(as: Who, ask: (ctx: Context) => Promise<unknown>): Promise<Reply>;
}

export interface RestOptions {
  body?: object;
  headers?: Record<string, string>;
  key?: { id: string; secret: string };
}

interface Real {
  org: TestOrg;
  key: string;
  keyName: string;
  admin: Context;
}

export class RealWorld implements World {
  readonly atOnce = false;

  private constructor(
    private readonly server: TestServer,
    readonly look: pg.Pool,
    private readonly orgs: [Real, Real],
  ) {}

  static async open(server: TestServer, look: pg.Pool, catalog: readonly CatalogEntry[]): Promise<World> {
    return new RealWorld(server, look, [await openOrg(look, catalog), await openOrg(look, catalog)]);
  }

  orgId(as: Who): string {
    return this.orgs[as].org.orgId;
  }

  async rest(
    as: Who,
    method: string,
    path: string,
    { body, headers, key: other }: RestOptions = {},
  ): Promise<Reply> {
    const { key, keyName } = this.orgs[as];
    const answer: Answer = await call(this.server, other?.secret ?? key, method, path, body, headers);
    return replied(answer, other?.id ?? keyName);
  }

  /** Audited under the key that announced the document. */
  async put(as: Who, url: string, bytes: string): Promise<Reply> {
    const path = url.slice(this.server.url.length);
    return replied(
      await call(this.server, null, 'PUT', path, bytes, { 'Content-Type': 'text/plain' }),
      this.orgs[as].keyName,
    );
  }

  /** Like a page or a button of an administrator. */
  portal(as: Who, ask: (caller: ReturnType<typeof createCaller>) => Promise<unknown>): Promise<Reply> {
    const ctx: Context = { ...this.orgs[as].admin, requestId: newRequestId() };
    return replyOf(ctx, showId('user', ctx.actor.id!), () => ask(createCaller(ctx)));
  }

  /** Like intake. A rejected internal operation has no audit row. */
  intake(as: Who, ask: (ctx: Context) => Promise<unknown>): Promise<Reply> {
    const ctx: Context = { ...this.orgs[as].org.ctx, requestId: newRequestId() };
    return replyOf(ctx, 'system', () => ask(ctx));
  }
}

const replied = (answer: Answer, actor: string): Reply => ({
  request: answer.headers.get('x-request-id') ?? '',
  actor,
  status: answer.status,
  code: answer.status >= 400 ? ((answer.json as { code: string }).code ?? null) : null,
  json: answer.json,
  text: answer.text,
  headers: answer.headers,
});

async function replyOf(ctx: Context, actor: string, ask: () => Promise<unknown>): Promise<Reply> {
  const reply = { request: ctx.requestId, actor, text: '', headers: null };
  try {
    return { ...reply, status: 200, code: null, json: await ask() };
  } catch (error) {
    const { status, code } = asDomainError(error);
    return { ...reply, status, code, json: null };
  }
}

async function openOrg(look: pg.Pool, catalog: readonly CatalogEntry[]): Promise<Real> {
  const org = await testOrg();
  await upsertCatalog(org.ctx, catalog);
  // The model starts with its catalog, without events.
  await look.query('delete from events where org_id = $1', [org.orgId]);
  const made = await createApiKey(org.ctx, { name: 'model', scopes: [...SCOPES], rate_limit: 1_000_000 });
  // The user row of a session is not part of the model.
  const admin: Context = {
    actor: { kind: 'user', id: newId(), orgId: org.orgId, scopes: new Set(SCOPES), role: 'admin' },
    transport: 'portal',
    requestId: '',
    ip: '127.0.0.1',
    session: { id: newId(), signedInAt: new Date(), authenticatedAt: new Date(), methods: ['password'] },
  };
  return { org, key: made.key!, keyName: made.id, admin };
}

/** Bypasses row-level security, for the comparison at the end of a sequence. */
export function openLook(): pg.Pool {
  return new pg.Pool({ connectionString: process.env.TEST_ADMIN_URL, max: 4 });
}

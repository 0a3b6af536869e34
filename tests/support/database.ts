import pg from 'pg';
import type { Role } from '../../server/data-types/role-codes';
import type { Scope } from '../../server/shared/scopes';
import { ROLE_SCOPES, SCOPES } from '../../server/shared/scopes';
import { createApiKey } from '../../server/domain/api-keys/create-api-key';
import type { Context } from '../../server/shared/context';
import { newId, newRequestId, readId } from '../../server/shared/ids';
import { createOrganization } from '../../server/domain/organizations/create-organization';
import { createUser } from '../../server/domain/people/create-user';
import { systemContext } from '../../server/shared/system-actor';

/** Organizations and contexts for tests, and queries that bypass row-level security. */

export interface TestOrg {
  orgId: string;
  slug: string;
  /** The system user in the organization, with all scopes. */
  ctx: Context;
}

let count = 0;

export async function testOrg(options: { sandboxOf?: string; demo?: boolean } = {}): Promise<TestOrg> {
  const slug = `test-${process.pid}-${Date.now().toString(36)}-${count++}`;
  const made = await createOrganization(
    { transport: 'admin', requestId: newRequestId(), ip: null },
    {
      name: 'Test organization',
      slug,
      ...(options.sandboxOf ? { sandbox_of: options.sandboxOf } : {}),
      ...(options.demo ? { demo: true } : {}),
    },
  );
  const orgId = readId('organization', made.id)!;
  return { orgId, slug, ctx: systemContext(orgId, 'system') };
}

/** Context of a made-up API key: only scopes, no row in the database. */
export function keyContext(orgId: string, scopes: readonly Scope[] = SCOPES): Context {
  return {
    actor: { kind: 'api_key', id: newId(), orgId, scopes: new Set(scopes), role: null },
    transport: 'v1',
    requestId: newRequestId(),
    ip: '127.0.0.1',
  };
}

/** A stored user of the organization with a role. */
export async function personContext(
  org: TestOrg,
  role: Role,
): Promise<Context & { email: string; password: string }> {
  const email = `${role}-${count++}-${newId().slice(-8)}@example.org`;
  const password = 'correct horse battery staple';
  const user = await createUser(org.ctx, { email, name: `Test ${role}`, role, password });
  return {
    actor: {
      kind: 'user',
      id: readId('user', user.id),
      orgId: org.orgId,
      role,
      scopes: new Set(ROLE_SCOPES[role]),
    },
    transport: 'portal',
    requestId: newRequestId(),
    ip: '127.0.0.1',
    session: {
      id: newId(),
      signedInAt: new Date(),
      authenticatedAt: new Date(),
      methods: ['password'],
    },
    email,
    password,
  };
}

/** A stored API key of the organization, with a limit that tests reach only on purpose. */
export async function realKey(
  org: TestOrg,
  scopes: readonly Scope[] = SCOPES,
  rateLimit: number | null = 1_000_000,
): Promise<string> {
  const made = await createApiKey(org.ctx, { name: 'test', scopes: [...scopes], rate_limit: rateLimit });
  return made.key!;
}

/** Of `TEST_ADMIN_URL`, which some files change. Idle connections do not keep the process alive. */
let superusers: { url: string; pool: pg.Pool } | undefined;

function poolOfSuperuser(): pg.Pool {
  const url = process.env.TEST_ADMIN_URL!;
  if (superusers?.url === url) return superusers.pool;
  void superusers?.pool.end();
  const pool = new pg.Pool({ connectionString: url, max: 20, allowExitOnIdle: true });
  // Some tests stop the database.
  pool.on('error', () => undefined);
  superusers = { url, pool };
  return pool;
}

/** One statement as superuser of the test database, bypassing policies. */
export async function asSuperuser<Row extends pg.QueryResultRow>(
  text: string,
  values: unknown[] = [],
): Promise<Row[]> {
  return (await poolOfSuperuser().query<Row>(text, values)).rows;
}

export const auditRows = (requestId: string) =>
  asSuperuser<{
    action: string;
    kind: string;
    outcome: string;
    code: string | null;
    patient_ids: string[];
    object_id: string | null;
    detail: unknown;
    actor: string;
  }>('SELECT * FROM audit_events WHERE request_id = $1 ORDER BY id', [requestId]);

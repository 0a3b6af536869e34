import pg from 'pg';

/**
 * Database and roles of the embedded PostgreSQL, created or repaired at each start: an owner for migrations, a role for
 * requests that owns nothing, and the roles of the worker and of erasures, which the request role may assume.
 */
export const DATABASE = 'clinical';

export async function ensureDatabase(
  adminUrl: (database: string) => string,
  passwords: { owner: string; app: string },
): Promise<void> {
  await withClient(adminUrl('postgres'), async (client) => {
    await client.query(`
      DO $$ BEGIN
        IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'clinical_owner') THEN CREATE ROLE clinical_owner; END IF;
        IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'clinical_app') THEN CREATE ROLE clinical_app; END IF;
        IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'clinical_worker') THEN CREATE ROLE clinical_worker; END IF;
        IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'clinical_eraser') THEN CREATE ROLE clinical_eraser; END IF;
      END $$;
      ALTER ROLE clinical_owner LOGIN NOSUPERUSER NOCREATEDB NOCREATEROLE NOBYPASSRLS NOREPLICATION
        PASSWORD ${client.escapeLiteral(passwords.owner)};
      ALTER ROLE clinical_app LOGIN NOINHERIT NOSUPERUSER NOCREATEDB NOCREATEROLE NOBYPASSRLS NOREPLICATION
        PASSWORD ${client.escapeLiteral(passwords.app)};
      ALTER ROLE clinical_worker NOLOGIN NOSUPERUSER NOCREATEDB NOCREATEROLE NOBYPASSRLS NOREPLICATION;
      ALTER ROLE clinical_eraser NOLOGIN NOSUPERUSER NOCREATEDB NOCREATEROLE NOBYPASSRLS NOREPLICATION;
      GRANT clinical_worker, clinical_eraser TO clinical_app WITH INHERIT FALSE, SET TRUE;
    `);
    const { rowCount } = await client.query('SELECT FROM pg_database WHERE datname = $1', [DATABASE]);
    if (rowCount === 0) await client.query(`CREATE DATABASE ${DATABASE} OWNER clinical_owner`);
    await client.query(`
      REVOKE ALL ON DATABASE ${DATABASE} FROM PUBLIC;
      GRANT CONNECT ON DATABASE ${DATABASE} TO clinical_app;
    `);
  });
  await withClient(adminUrl(DATABASE), async (client) => {
    await client.query(
      'ALTER SCHEMA public OWNER TO clinical_owner; GRANT USAGE ON SCHEMA public TO clinical_app, clinical_worker, clinical_eraser',
    );
  });
}

export async function accepts(url: string): Promise<boolean> {
  return withClient(url, (client) => client.query('SELECT 1')).then(
    () => true,
    () => false,
  );
}

async function withClient<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000 });
  client.on('error', () => undefined);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

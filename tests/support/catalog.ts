import pg from 'pg';

/**
 * A complete schema, read from PostgreSQL's catalog in a fixed order. Two databases with equal results differ at most
 * in column order.
 */
const QUERIES = {
  schemas: `
    SELECT nspname || ' owner ' || pg_get_userbyid(nspowner) FROM pg_namespace WHERE nspname IN ('public', 'drizzle')`,
  relations: `
    SELECT format('%s kind=%s persistence=%s owner=%s rls=%s forced=%s options=%s', c.relname, relkind, relpersistence,
                  pg_get_userbyid(relowner), relrowsecurity, relforcerowsecurity, coalesce(reloptions::text, ''))
    FROM pg_class c WHERE relnamespace = 'public'::regnamespace AND relkind NOT IN ('i', 't')`,
  columns: `
    SELECT format('%s.%s %s null=%s identity=%s generated=%s collation=%s storage=%s default=%s', c.relname, attname,
                  format_type(atttypid, atttypmod), NOT attnotnull, attidentity, attgenerated,
                  (SELECT collname FROM pg_collation WHERE oid = attcollation), attstorage, pg_get_expr(adbin, adrelid))
    FROM pg_attribute a JOIN pg_class c ON c.oid = attrelid
    LEFT JOIN pg_attrdef ON adrelid = attrelid AND adnum = attnum
    WHERE relnamespace = 'public'::regnamespace AND relkind NOT IN ('i', 't') AND attnum > 0 AND NOT attisdropped`,
  constraints: `
    SELECT format('%s %s %s valid=%s', conrelid::regclass, conname, pg_get_constraintdef(oid), convalidated)
    FROM pg_constraint WHERE connamespace = 'public'::regnamespace`,
  indexes: `
    SELECT format('%s valid=%s', pg_get_indexdef(indexrelid), indisvalid)
    FROM pg_index JOIN pg_class c ON c.oid = indexrelid WHERE relnamespace = 'public'::regnamespace`,
  policies: `
    SELECT format('%s %s %s permissive=%s to=%s using=%s check=%s', polrelid::regclass, polname, polcmd, polpermissive,
                  (SELECT array_agg(rolname ORDER BY rolname) FROM pg_roles WHERE oid = ANY (polroles)),
                  pg_get_expr(polqual, polrelid), pg_get_expr(polwithcheck, polrelid))
    FROM pg_policy`,
  functions: `
    SELECT pg_get_functiondef(oid) FROM pg_proc WHERE pronamespace = 'public'::regnamespace AND prokind <> 'a'`,
  triggers: `SELECT pg_get_triggerdef(oid) FROM pg_trigger WHERE NOT tgisinternal`,
  types: `
    SELECT format('%s type=%s', typname, typtype) FROM pg_type
    WHERE typnamespace = 'public'::regnamespace AND typtype NOT IN ('b', 'c')`,
  sequences: `
    SELECT format('%s %s start=%s min=%s max=%s by=%s cycle=%s cache=%s', sequencename, data_type, start_value, min_value,
                  max_value, increment_by, cycle, cache_size)
    FROM pg_sequences WHERE schemaname = 'public'`,
  extensions: `SELECT extname FROM pg_extension`,
  comments: `
    SELECT format('%s %s %s', classoid::regclass, objsubid, description) FROM pg_description
    WHERE objoid IN (SELECT oid FROM pg_class WHERE relnamespace = 'public'::regnamespace)`,
  roles: `
    SELECT format('%s super=%s bypassrls=%s createrole=%s createdb=%s inherit=%s login=%s member_of=%s', rolname, rolsuper,
                  rolbypassrls, rolcreaterole, rolcreatedb, rolinherit, rolcanlogin,
                  (SELECT array_agg(roleid::regrole ORDER BY roleid::regrole::text) FROM pg_auth_members WHERE member = r.oid))
    FROM pg_roles r WHERE rolname LIKE 'clinical%'`,
  grants: `
    WITH objects AS (
      SELECT 'schema ' || nspname AS object, coalesce(nspacl, acldefault('n', nspowner)) AS acl FROM pg_namespace
      WHERE nspname IN ('public', 'drizzle')
      UNION ALL
      SELECT c.oid::regclass::text, coalesce(relacl, acldefault(CASE relkind WHEN 'S' THEN 's'::"char" ELSE 'r' END, relowner))
      FROM pg_class c JOIN pg_namespace n ON n.oid = relnamespace
      WHERE nspname IN ('public', 'drizzle') AND relkind NOT IN ('i', 't')
      UNION ALL
      SELECT format('%s(%s)', attrelid::regclass, attname), attacl FROM pg_attribute WHERE attacl IS NOT NULL AND attrelid >= 16384
      UNION ALL
      SELECT format('default %s', defaclobjtype), defaclacl FROM pg_default_acl
      UNION ALL
      SELECT oid::regprocedure::text, coalesce(proacl, acldefault('f', proowner)) FROM pg_proc
      WHERE pronamespace = 'public'::regnamespace
    )
    SELECT format('%s %s %s by=%s grantable=%s', object, CASE grantee WHEN 0 THEN 'public' ELSE grantee::regrole::text END,
                  privilege_type, grantor::regrole, is_grantable)
    FROM objects CROSS JOIN LATERAL aclexplode(acl)`,
} as const;

export type Catalog = Record<keyof typeof QUERIES, string[]>;

export async function catalogOf(url: string): Promise<Catalog> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const found: Partial<Catalog> = {};
    for (const [what, query] of Object.entries(QUERIES)) {
      const { rows } = await client.query<string[]>({ text: query, rowMode: 'array' });
      found[what as keyof Catalog] = rows.map(([line]) => line!).sort();
    }
    return found as Catalog;
  } finally {
    await client.end();
  }
}

import { getTableName, is } from 'drizzle-orm';
import { PgTable } from 'drizzle-orm/pg-core';
import { expect, it } from 'vitest';
import { GRANTS } from '../../../server/db/schema/grants';
import * as schema from '../../../server/db/schema/index';

/** Tables that an erasure leaves as they are, each with the reason. */
const WITHOUT_PATIENTS: Record<string, string> = {
  audit_events: 'sealed; IDs, field names and counts, so that the ID becomes a pseudonym',
  audit_seals: 'hashes',
  audit_archives: 'names of files; the rows in them are as in audit_events',
  audit_streams: 'positions and leases',
  storage_claims: 'IDs of files that are being stored',
  audit_filters: 'criteria of users',
  generations: 'restores of the database',
  erasures: 'certificates without patient data',
  ...Object.fromEntries(
    [
      'api_keys auth_sessions encryption_keys ingest_keys invitations known_devices memberships oauth_apps',
      'oauth_app_secrets oauth_codes oauth_consents oauth_grants oauth_refresh_tokens oauth_requests passkeys',
      'password_resets rate_limits recovery_codes security_events sign_in_steps sign_in_throttles signing_keys',
      'totp_secrets users webhook_secrets webhooks delegations organizations organization_logos',
      'identity_domains identity_providers logout_tokens sign_on_failures user_identities',
      'scim_groups scim_tokens scim_users',
    ]
      .join(' ')
      .split(' ')
      .map((name) => [name, 'users, credentials and settings']),
  ),
  ...Object.fromEntries(
    'catalog_imports catalog_tests favorite_tests lab_codes lab_connections lab_providers lab_units order_destinations order_sets'
      .split(' ')
      .map((name) => [name, 'laboratories and their tests']),
  ),
};

it('an erasure removes the rows of every table, or a reason says why not', () => {
  const tables = Object.values(schema)
    .filter((value) => is(value, PgTable))
    .map(getTableName)
    .sort();
  const handled = Object.entries(GRANTS).flatMap(([name, { eraser }]) => (eraser ? [name] : []));
  expect([...handled, ...Object.keys(WITHOUT_PATIENTS)].sort()).toEqual(tables);
});

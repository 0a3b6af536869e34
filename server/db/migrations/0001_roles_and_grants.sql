-- Row-level security is enabled by the table definitions; FORCE binds the owner of the tables as well.
-- Grants are per table and per verb: what is not listed here is refused by Postgres whatever the code does.
DO $$
DECLARE t text;
BEGIN
  FOR t IN SELECT c.relname FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
           WHERE n.nspname = 'public' AND c.relkind = 'r' AND c.relrowsecurity
  LOOP
    EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', t);
  END LOOP;
END $$;
--> statement-breakpoint
REVOKE ALL ON SCHEMA public FROM PUBLIC;
--> statement-breakpoint
GRANT USAGE ON SCHEMA public TO clinical_app, clinical_worker;
--> statement-breakpoint
-- Add and read only: history is never changed by the app.
GRANT SELECT, INSERT ON audit_events, events, lab_result_versions, idempotency_records TO clinical_app;
--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE ON organisations, users, memberships, auth_sessions, api_keys, patients,
  catalog_tests, lab_orders, lab_order_items, lab_results, documents, webhooks, deliveries, security_events TO clinical_app;
--> statement-breakpoint
-- Rows that are rebuilt from the record they belong to.
GRANT SELECT, INSERT, UPDATE, DELETE ON patient_identifiers, patient_tokens, lab_observations, webhook_secrets, sign_in_throttles TO clinical_app;
--> statement-breakpoint
GRANT SELECT ON delivery_attempts TO clinical_app;
--> statement-breakpoint
-- The worker crosses organisations, so it sees queues and never patient data.
GRANT SELECT (id, slug) ON organisations TO clinical_worker;
--> statement-breakpoint
GRANT SELECT (org_id, id, url, events, enabled, status, disabled_reason, last_success_at, last_failure_at, first_failure_at, consecutive_failures, deleted_at),
  UPDATE (enabled, status, disabled_reason, last_success_at, last_failure_at, first_failure_at, consecutive_failures, updated_at) ON webhooks TO clinical_worker;
--> statement-breakpoint
GRANT SELECT ON webhook_secrets TO clinical_worker;
--> statement-breakpoint
GRANT SELECT, INSERT, DELETE ON events TO clinical_worker;
--> statement-breakpoint
GRANT SELECT, INSERT, DELETE, UPDATE (status, attempts, next_attempt_at, lease_until, lease_token, finished_at) ON deliveries TO clinical_worker;
--> statement-breakpoint
GRANT SELECT, INSERT, DELETE ON delivery_attempts TO clinical_worker;
--> statement-breakpoint
GRANT SELECT (created_at, org_id), DELETE ON idempotency_records TO clinical_worker;
--> statement-breakpoint
GRANT SELECT (minute), DELETE ON security_events TO clinical_worker;
--> statement-breakpoint
GRANT SELECT (updated_at), DELETE ON sign_in_throttles TO clinical_worker;
--> statement-breakpoint
-- The app may see which migrations have run, so that it can refuse to serve an older schema.
GRANT USAGE ON SCHEMA drizzle TO clinical_app;
--> statement-breakpoint
GRANT SELECT ON drizzle.__drizzle_migrations TO clinical_app;

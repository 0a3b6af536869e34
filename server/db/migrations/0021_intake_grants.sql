DO $$
DECLARE t text;
BEGIN
  FOREACH t IN ARRAY ARRAY['lab_connections', 'ingest_keys', 'lab_codes', 'lab_units', 'inbound_messages', 'inbound_message_bytes', 'inbound_reports']
  LOOP
    EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', t);
  END LOOP;
END $$;
--> statement-breakpoint
-- Keys and connections that have ended stay, because messages and the audit name them.
GRANT SELECT, INSERT, UPDATE ON lab_connections, ingest_keys, lab_codes, inbound_messages, inbound_reports TO clinical_app;
--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE, DELETE ON lab_units TO clinical_app;
--> statement-breakpoint
-- What a laboratory sent is never changed.
GRANT SELECT, INSERT ON inbound_message_bytes TO clinical_app;
--> statement-breakpoint
-- Where to listen, for all organisations.
GRANT SELECT (org_id, id, version, transport, enabled, port, tls, allowed_addresses, directory, on_database_down, deleted_at) ON lab_connections TO clinical_worker;
--> statement-breakpoint
-- The queue: which message of which connection is due, not what it says. Never the bytes.
GRANT SELECT (org_id, id, connection_id, position, state, tries, next_try_at, lease_until, lease_token),
  UPDATE (tries, next_try_at, lease_until, lease_token) ON inbound_messages TO clinical_worker;

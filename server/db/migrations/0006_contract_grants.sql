ALTER TABLE rate_limits SET UNLOGGED;
--> statement-breakpoint
ALTER TABLE rate_limits FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE upload_tokens FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE audit_seals FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE ON rate_limits, upload_tokens TO clinical_app;
--> statement-breakpoint
GRANT SELECT (window_started_at), DELETE ON rate_limits TO clinical_worker;
--> statement-breakpoint
-- The chain is read by the app and laid by the worker; nobody may change or remove a link of it.
GRANT SELECT ON audit_seals TO clinical_app;
--> statement-breakpoint
GRANT SELECT, INSERT ON audit_seals TO clinical_worker;
--> statement-breakpoint
GRANT SELECT ON audit_events TO clinical_worker;
--> statement-breakpoint
-- The queue of the malware check and of promised uploads: which document, not what it is or whose.
GRANT SELECT (org_id, id, created_at, status, scan_status, storage_key) ON documents TO clinical_worker;

ALTER TABLE uploads FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE, DELETE ON uploads TO clinical_app;
--> statement-breakpoint
-- Which are over, never what they are.
GRANT SELECT (org_id, id, expires_at) ON uploads TO clinical_worker;

ALTER TABLE pinned_tests FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
GRANT SELECT, INSERT, DELETE ON pinned_tests TO clinical_app;

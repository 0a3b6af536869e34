ALTER TABLE favourite_tests FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
-- Added and taken out, never changed.
GRANT SELECT, INSERT, DELETE ON favourite_tests TO clinical_app;

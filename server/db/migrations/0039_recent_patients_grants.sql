ALTER TABLE recent_patients FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE, DELETE ON recent_patients TO clinical_app;

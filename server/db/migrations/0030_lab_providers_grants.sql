ALTER TABLE lab_providers FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
-- What a laboratory has named stays in the list, mapped or not.
GRANT SELECT, INSERT, UPDATE ON lab_providers TO clinical_app;

ALTER TABLE document_corrections FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
-- Added to and read, never changed.
GRANT SELECT, INSERT ON document_corrections TO clinical_app;

DROP INDEX "documents_same_file";--> statement-breakpoint
CREATE INDEX "documents_same_file" ON "documents" USING btree ("org_id","sha256","patient_id");
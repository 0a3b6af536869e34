DROP INDEX "documents_scan";--> statement-breakpoint
ALTER TABLE "documents" ADD COLUMN "scan_due_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "documents" ADD COLUMN "scan_attempts" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX "documents_scan" ON "documents" USING btree ("scan_due_at") WHERE scan_due_at is not null;
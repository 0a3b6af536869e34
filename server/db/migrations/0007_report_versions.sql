ALTER TABLE "inbound_reports" ADD COLUMN "filler_number" text;--> statement-breakpoint
ALTER TABLE "inbound_reports" ADD COLUMN "reported_at" timestamp (3) with time zone;--> statement-breakpoint
CREATE INDEX "inbound_reports_versions" ON "inbound_reports" USING btree ("org_id","key_number") WHERE state in ('unmatched', 'conflict', 'parked');
DROP INDEX "inbound_reports_open";--> statement-breakpoint
DROP INDEX "inbound_reports_waiting";--> statement-breakpoint
ALTER TABLE "inbound_reports" ADD COLUMN "severity" text;--> statement-breakpoint
ALTER TABLE "inbound_reports" ADD COLUMN "severe_values" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "inbound_reports" ADD COLUMN "queue_rank" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
CREATE INDEX "inbound_reports_open" ON "inbound_reports" USING btree ("org_id","state","queue_rank","id") WHERE state in ('unmatched', 'conflict', 'parked', 'rejected');--> statement-breakpoint
CREATE INDEX "inbound_reports_waiting" ON "inbound_reports" USING btree ("org_id","queue_rank","id") WHERE state in ('unmatched', 'conflict');
DROP INDEX "outbound_messages_due";--> statement-breakpoint
ALTER TABLE "order_destinations" ADD COLUMN "failing_since" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "outbound_messages" ADD COLUMN "stat" boolean DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX "outbound_messages_due" ON "outbound_messages" USING btree ("org_id","connection_id","stat" DESC NULLS FIRST,"position") WHERE status = 'queued';
--> statement-breakpoint
GRANT SELECT (stat) ON outbound_messages TO clinical_worker;

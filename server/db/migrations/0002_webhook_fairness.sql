DROP INDEX "deliveries_due";--> statement-breakpoint
ALTER TABLE "webhooks" ADD COLUMN "scopes" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "webhooks" ADD COLUMN "sequence" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX "deliveries_leased" ON "deliveries" USING btree ("org_id","webhook_id") WHERE lease_until is not null;--> statement-breakpoint
CREATE INDEX "deliveries_by_event" ON "deliveries" USING btree ("org_id","event_id");--> statement-breakpoint
CREATE INDEX "deliveries_due" ON "deliveries" USING btree ("org_id","webhook_id","next_attempt_at") WHERE status in ('pending', 'failed');
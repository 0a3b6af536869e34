DROP INDEX "events_type";--> statement-breakpoint
CREATE INDEX "events_type" ON "events" USING btree ("org_id","type","txid","id");
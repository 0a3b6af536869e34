ALTER TABLE "inbound_patient_updates" ADD COLUMN "birth_date_unread" text;--> statement-breakpoint
ALTER TABLE "inbound_patient_updates" ADD COLUMN "values_before" jsonb DEFAULT '{}'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "inbound_patient_updates" ADD COLUMN "values_after" jsonb DEFAULT '{}'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "inbound_patient_updates" ADD COLUMN "feed_before" jsonb;
--> statement-breakpoint
GRANT DELETE ON patient_feeds TO clinical_app;

DROP INDEX "lab_observations_history";--> statement-breakpoint
DROP INDEX "lab_results_filler";--> statement-breakpoint
ALTER TABLE "lab_observations" ADD COLUMN "test_key" text GENERATED ALWAYS AS (coalesce(loinc, code)) STORED NOT NULL;--> statement-breakpoint
ALTER TABLE "lab_results" ADD COLUMN "lab_id" text GENERATED ALWAYS AS (lab->>'id') STORED;--> statement-breakpoint
CREATE INDEX "lab_observations_history" ON "lab_observations" USING btree ("org_id","patient_id","test_key","observed_at" DESC NULLS LAST);--> statement-breakpoint
CREATE UNIQUE INDEX "lab_results_filler" ON "lab_results" USING btree ("org_id","lab_id","filler_order_number") WHERE filler_order_number is not null;
CREATE TABLE "review_entries" (
	"org_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"result_id" uuid NOT NULL,
	"version" integer NOT NULL,
	"act" text NOT NULL,
	"by" text NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"to_id" uuid,
	"note" text,
	"restores" jsonb,
	CONSTRAINT "review_entries_pkey" PRIMARY KEY("org_id","id")
);
--> statement-breakpoint
ALTER TABLE "review_entries" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "lab_results" ADD COLUMN "reviewer_id" uuid;--> statement-breakpoint
ALTER TABLE "lab_results" ADD COLUMN "inbox_rank" smallint;--> statement-breakpoint
ALTER TABLE "lab_results" ADD COLUMN "seen" jsonb;--> statement-breakpoint
ALTER TABLE "lab_results" ADD COLUMN "critical_since" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "lab_results" ADD COLUMN "critical_due_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "lab_results" ADD COLUMN "critical_told_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "organisations" ADD COLUMN "critical_minutes" integer DEFAULT 30 NOT NULL;--> statement-breakpoint
ALTER TABLE "organisations" ADD COLUMN "critical_alarm_minutes" integer DEFAULT 60 NOT NULL;--> statement-breakpoint
ALTER TABLE "review_entries" ADD CONSTRAINT "review_entries_result" FOREIGN KEY ("org_id","result_id") REFERENCES "public"."lab_results"("org_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "review_entries_result_idx" ON "review_entries" USING btree ("org_id","result_id","id");--> statement-breakpoint
CREATE INDEX "review_entries_by" ON "review_entries" USING btree ("org_id","by","id");--> statement-breakpoint
CREATE INDEX "lab_results_inbox" ON "lab_results" USING btree ("org_id","inbox_rank","collected_at" DESC NULLS LAST,"id" DESC NULLS LAST) WHERE inbox_rank is not null;--> statement-breakpoint
CREATE INDEX "lab_results_reviewer" ON "lab_results" USING btree ("org_id","reviewer_id","inbox_rank") WHERE inbox_rank is not null;--> statement-breakpoint
CREATE INDEX "lab_results_told" ON "lab_results" USING btree ("org_id","id") WHERE critical_told_at is not null;--> statement-breakpoint
CREATE INDEX "lab_results_critical_due" ON "lab_results" USING btree ("critical_due_at") WHERE critical_due_at is not null;--> statement-breakpoint
CREATE POLICY "lab_results_worker" ON "lab_results" AS PERMISSIVE FOR ALL TO "clinical_worker" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "review_entries_select" ON "review_entries" AS PERMISSIVE FOR SELECT TO "clinical_app" USING (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "review_entries_insert" ON "review_entries" AS PERMISSIVE FOR INSERT TO "clinical_app" WITH CHECK (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "review_entries_update" ON "review_entries" AS PERMISSIVE FOR UPDATE TO "clinical_app" USING (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid) WITH CHECK (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "review_entries_delete" ON "review_entries" AS PERMISSIVE FOR DELETE TO "clinical_app" USING (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid);
CREATE TABLE "pinned_tests" (
	"org_id" uuid NOT NULL,
	"patient_id" uuid NOT NULL,
	"test_key" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"created_by" text NOT NULL,
	CONSTRAINT "pinned_tests_pkey" PRIMARY KEY("org_id","patient_id","test_key")
);
--> statement-breakpoint
ALTER TABLE "pinned_tests" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "pinned_tests" ADD CONSTRAINT "pinned_tests_patient" FOREIGN KEY ("org_id","patient_id") REFERENCES "public"."patients"("org_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE POLICY "pinned_tests_select" ON "pinned_tests" AS PERMISSIVE FOR SELECT TO "clinical_app" USING (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "pinned_tests_insert" ON "pinned_tests" AS PERMISSIVE FOR INSERT TO "clinical_app" WITH CHECK (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "pinned_tests_update" ON "pinned_tests" AS PERMISSIVE FOR UPDATE TO "clinical_app" USING (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid) WITH CHECK (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "pinned_tests_delete" ON "pinned_tests" AS PERMISSIVE FOR DELETE TO "clinical_app" USING (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid);
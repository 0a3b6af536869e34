CREATE TABLE "favourite_tests" (
	"org_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"test_id" uuid NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "favourite_tests_pkey" PRIMARY KEY("org_id","user_id","test_id")
);
--> statement-breakpoint
ALTER TABLE "favourite_tests" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "favourite_tests" ADD CONSTRAINT "favourite_tests_test" FOREIGN KEY ("org_id","test_id") REFERENCES "public"."catalog_tests"("org_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE POLICY "favourite_tests_select" ON "favourite_tests" AS PERMISSIVE FOR SELECT TO "clinical_app" USING (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "favourite_tests_insert" ON "favourite_tests" AS PERMISSIVE FOR INSERT TO "clinical_app" WITH CHECK (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "favourite_tests_update" ON "favourite_tests" AS PERMISSIVE FOR UPDATE TO "clinical_app" USING (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid) WITH CHECK (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "favourite_tests_delete" ON "favourite_tests" AS PERMISSIVE FOR DELETE TO "clinical_app" USING (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid);
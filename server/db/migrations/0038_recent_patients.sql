CREATE TABLE "recent_patients" (
	"org_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"patient_id" uuid NOT NULL,
	"opened_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "recent_patients_pkey" PRIMARY KEY("org_id","user_id","patient_id")
);
--> statement-breakpoint
ALTER TABLE "recent_patients" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "organisations" ADD COLUMN "hide_names" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "recent_patients" ADD CONSTRAINT "recent_patients_patient" FOREIGN KEY ("org_id","patient_id") REFERENCES "public"."patients"("org_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "recent_patients_opened" ON "recent_patients" USING btree ("org_id","user_id","opened_at");--> statement-breakpoint
CREATE POLICY "recent_patients_select" ON "recent_patients" AS PERMISSIVE FOR SELECT TO "clinical_app" USING (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "recent_patients_insert" ON "recent_patients" AS PERMISSIVE FOR INSERT TO "clinical_app" WITH CHECK (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "recent_patients_update" ON "recent_patients" AS PERMISSIVE FOR UPDATE TO "clinical_app" USING (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid) WITH CHECK (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "recent_patients_delete" ON "recent_patients" AS PERMISSIVE FOR DELETE TO "clinical_app" USING (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid);
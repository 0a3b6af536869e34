CREATE TABLE "uploads" (
	"org_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"patient_id" uuid NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"file_name" text NOT NULL,
	"content_type" text NOT NULL,
	"declared_content_type" text,
	"encrypted" boolean NOT NULL,
	"size" bigint NOT NULL,
	"sha256" text NOT NULL,
	"storage_key" text,
	"document_id" uuid,
	CONSTRAINT "uploads_pkey" PRIMARY KEY("org_id","id")
);
--> statement-breakpoint
ALTER TABLE "uploads" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "uploads" ADD CONSTRAINT "uploads_patient" FOREIGN KEY ("org_id","patient_id") REFERENCES "public"."patients"("org_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "uploads" ADD CONSTRAINT "uploads_document" FOREIGN KEY ("org_id","document_id") REFERENCES "public"."documents"("org_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "uploads_person" ON "uploads" USING btree ("org_id","user_id","id");--> statement-breakpoint
CREATE INDEX "uploads_storage_key" ON "uploads" USING btree ("org_id","storage_key") WHERE storage_key is not null;--> statement-breakpoint
CREATE INDEX "uploads_expiry" ON "uploads" USING btree ("expires_at");--> statement-breakpoint
CREATE POLICY "uploads_select" ON "uploads" AS PERMISSIVE FOR SELECT TO "clinical_app" USING (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "uploads_insert" ON "uploads" AS PERMISSIVE FOR INSERT TO "clinical_app" WITH CHECK (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "uploads_update" ON "uploads" AS PERMISSIVE FOR UPDATE TO "clinical_app" USING (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid) WITH CHECK (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "uploads_delete" ON "uploads" AS PERMISSIVE FOR DELETE TO "clinical_app" USING (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "uploads_worker" ON "uploads" AS PERMISSIVE FOR ALL TO "clinical_worker" USING (true) WITH CHECK (true);
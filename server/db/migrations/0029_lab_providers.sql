CREATE TABLE "lab_providers" (
	"org_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"connection_id" uuid NOT NULL,
	"number" text NOT NULL,
	"authority" text DEFAULT '' NOT NULL,
	"name" text,
	"user_id" uuid,
	"mapped_by" text,
	"mapped_at" timestamp (3) with time zone,
	"first_seen_at" timestamp (3) with time zone NOT NULL,
	"last_seen_at" timestamp (3) with time zone NOT NULL,
	"count" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "lab_providers_pkey" PRIMARY KEY("org_id","id")
);
--> statement-breakpoint
ALTER TABLE "lab_providers" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "lab_providers" ADD CONSTRAINT "lab_providers_connection" FOREIGN KEY ("org_id","connection_id") REFERENCES "public"."lab_connections"("org_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "lab_providers" ADD CONSTRAINT "lab_providers_member" FOREIGN KEY ("org_id","user_id") REFERENCES "public"."memberships"("org_id","user_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "lab_providers_number" ON "lab_providers" USING btree ("org_id","connection_id","number","authority");--> statement-breakpoint
CREATE INDEX "lab_providers_unmapped" ON "lab_providers" USING btree ("org_id","id") WHERE mapped_at is null;--> statement-breakpoint
CREATE POLICY "lab_providers_select" ON "lab_providers" AS PERMISSIVE FOR SELECT TO "clinical_app" USING (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "lab_providers_insert" ON "lab_providers" AS PERMISSIVE FOR INSERT TO "clinical_app" WITH CHECK (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "lab_providers_update" ON "lab_providers" AS PERMISSIVE FOR UPDATE TO "clinical_app" USING (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid) WITH CHECK (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "lab_providers_delete" ON "lab_providers" AS PERMISSIVE FOR DELETE TO "clinical_app" USING (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid);
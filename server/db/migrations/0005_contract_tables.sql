CREATE TABLE "audit_seals" (
	"org_id" uuid NOT NULL,
	"number" integer NOT NULL,
	"sealed_at" timestamp (3) with time zone NOT NULL,
	"first_txid" "xid8" NOT NULL,
	"first_id" uuid NOT NULL,
	"last_txid" "xid8" NOT NULL,
	"last_id" uuid NOT NULL,
	"row_count" integer NOT NULL,
	"row_hashes" "bytea" NOT NULL,
	"previous_hash" "bytea" NOT NULL,
	"hash" "bytea" NOT NULL,
	CONSTRAINT "audit_seals_pkey" PRIMARY KEY("org_id","number")
);
--> statement-breakpoint
ALTER TABLE "audit_seals" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "rate_limits" (
	"org_id" uuid NOT NULL,
	"subject" text NOT NULL,
	"policy" text NOT NULL,
	"window_started_at" timestamp (3) with time zone NOT NULL,
	"used" integer NOT NULL,
	CONSTRAINT "rate_limits_pkey" PRIMARY KEY("org_id","subject","policy")
);
--> statement-breakpoint
ALTER TABLE "rate_limits" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "upload_tokens" (
	"org_id" uuid NOT NULL,
	"document_id" uuid NOT NULL,
	"secret_hash" "bytea" NOT NULL,
	"created_by" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"used_at" timestamp (3) with time zone,
	CONSTRAINT "upload_tokens_pkey" PRIMARY KEY("org_id","document_id"),
	CONSTRAINT "upload_tokens_secret_hash" UNIQUE("secret_hash")
);
--> statement-breakpoint
ALTER TABLE "upload_tokens" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "documents" ALTER COLUMN "storage_key" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "upload_tokens" ADD CONSTRAINT "upload_tokens_document" FOREIGN KEY ("org_id","document_id") REFERENCES "public"."documents"("org_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "rate_limits_age" ON "rate_limits" USING btree ("window_started_at");--> statement-breakpoint
CREATE INDEX "documents_pending" ON "documents" USING btree ("created_at") WHERE status = 'pending_upload';--> statement-breakpoint
CREATE INDEX "documents_scan" ON "documents" USING btree ("org_id","id") WHERE scan_status = 'pending';--> statement-breakpoint
CREATE INDEX "events_type" ON "events" USING btree ("org_id","type","id");--> statement-breakpoint
CREATE INDEX "patients_deleted" ON "patients" USING btree ("org_id","deleted_at","id") WHERE deleted_at is not null;--> statement-breakpoint
CREATE POLICY "audit_events_worker" ON "audit_events" AS PERMISSIVE FOR SELECT TO "clinical_worker" USING (true);--> statement-breakpoint
CREATE POLICY "documents_worker" ON "documents" AS PERMISSIVE FOR ALL TO "clinical_worker" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "audit_seals_select" ON "audit_seals" AS PERMISSIVE FOR SELECT TO "clinical_app" USING (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "audit_seals_insert" ON "audit_seals" AS PERMISSIVE FOR INSERT TO "clinical_app" WITH CHECK (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "audit_seals_update" ON "audit_seals" AS PERMISSIVE FOR UPDATE TO "clinical_app" USING (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid) WITH CHECK (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "audit_seals_delete" ON "audit_seals" AS PERMISSIVE FOR DELETE TO "clinical_app" USING (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "audit_seals_worker" ON "audit_seals" AS PERMISSIVE FOR ALL TO "clinical_worker" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "rate_limits_select" ON "rate_limits" AS PERMISSIVE FOR SELECT TO "clinical_app" USING (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "rate_limits_insert" ON "rate_limits" AS PERMISSIVE FOR INSERT TO "clinical_app" WITH CHECK (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "rate_limits_update" ON "rate_limits" AS PERMISSIVE FOR UPDATE TO "clinical_app" USING (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid) WITH CHECK (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "rate_limits_delete" ON "rate_limits" AS PERMISSIVE FOR DELETE TO "clinical_app" USING (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "rate_limits_worker" ON "rate_limits" AS PERMISSIVE FOR ALL TO "clinical_worker" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "upload_tokens_select" ON "upload_tokens" AS PERMISSIVE FOR SELECT TO "clinical_app" USING (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "upload_tokens_insert" ON "upload_tokens" AS PERMISSIVE FOR INSERT TO "clinical_app" WITH CHECK (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "upload_tokens_update" ON "upload_tokens" AS PERMISSIVE FOR UPDATE TO "clinical_app" USING (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid) WITH CHECK (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "upload_tokens_delete" ON "upload_tokens" AS PERMISSIVE FOR DELETE TO "clinical_app" USING (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "upload_tokens_credential" ON "upload_tokens" AS PERMISSIVE FOR SELECT TO "clinical_app" USING (secret_hash = decode(nullif(current_setting('clinical.credential_hash', true), ''), 'hex'));
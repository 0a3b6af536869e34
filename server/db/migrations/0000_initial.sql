CREATE TABLE "api_keys" (
	"org_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"name" text NOT NULL,
	"secret_hash" "bytea" NOT NULL,
	"stub" text NOT NULL,
	"scopes" text[] NOT NULL,
	"rate_limit" integer,
	"ip_allow_list" text[] DEFAULT '{}' NOT NULL,
	"expires_at" timestamp (3) with time zone,
	"last_used_at" timestamp (3) with time zone,
	"last_used_ip" text,
	"revoked_at" timestamp (3) with time zone,
	"revoked_by" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"created_by" text NOT NULL,
	CONSTRAINT "api_keys_pkey" PRIMARY KEY("org_id","id"),
	CONSTRAINT "api_keys_secret_hash" UNIQUE("secret_hash")
);
--> statement-breakpoint
ALTER TABLE "api_keys" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "audit_events" (
	"org_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"txid" "xid8" DEFAULT pg_current_xact_id() NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"actor" text NOT NULL,
	"door" text NOT NULL,
	"action" text NOT NULL,
	"kind" text NOT NULL,
	"outcome" text NOT NULL,
	"code" text,
	"object_kind" text,
	"object_id" uuid,
	"patient_ids" uuid[] DEFAULT '{}' NOT NULL,
	"request_id" text NOT NULL,
	"ip" text,
	"detail" jsonb,
	CONSTRAINT "audit_events_pkey" PRIMARY KEY("org_id","txid","id")
);
--> statement-breakpoint
ALTER TABLE "audit_events" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "auth_sessions" (
	"org_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"secret_hash" "bytea" NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"last_seen_at" timestamp (3) with time zone NOT NULL,
	"idle_minutes" integer DEFAULT 15 NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"methods" text[] NOT NULL,
	"ip" text,
	"user_agent" text,
	"revoked_at" timestamp (3) with time zone,
	"revoked_reason" text,
	CONSTRAINT "auth_sessions_pkey" PRIMARY KEY("org_id","id"),
	CONSTRAINT "auth_sessions_secret_hash" UNIQUE("secret_hash")
);
--> statement-breakpoint
ALTER TABLE "auth_sessions" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "catalog_tests" (
	"org_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"code" text NOT NULL,
	"loinc" text,
	"name" text NOT NULL,
	"short_name" text,
	"synonyms" text[] DEFAULT '{}' NOT NULL,
	"kind" text NOT NULL,
	"components" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"category" text NOT NULL,
	"specimen" jsonb,
	"unit" text,
	"reference_ranges" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"fasting_required" boolean,
	"turnaround_hours" numeric,
	"questions" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"lab_id" text NOT NULL,
	"lab_name" text NOT NULL,
	"active" boolean DEFAULT true NOT NULL,
	"critical_low" numeric,
	"critical_high" numeric,
	"source" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "catalog_tests_pkey" PRIMARY KEY("org_id","id")
);
--> statement-breakpoint
ALTER TABLE "catalog_tests" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "deliveries" (
	"org_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"event_id" uuid NOT NULL,
	"webhook_id" uuid NOT NULL,
	"status" text DEFAULT 'pending' NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"next_attempt_at" timestamp (3) with time zone,
	"lease_until" timestamp (3) with time zone,
	"lease_token" uuid,
	"manual" boolean DEFAULT false NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"finished_at" timestamp (3) with time zone,
	CONSTRAINT "deliveries_pkey" PRIMARY KEY("org_id","id")
);
--> statement-breakpoint
ALTER TABLE "deliveries" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "delivery_attempts" (
	"org_id" uuid NOT NULL,
	"delivery_id" uuid NOT NULL,
	"attempt" integer NOT NULL,
	"sent_at" timestamp (3) with time zone NOT NULL,
	"duration_ms" integer NOT NULL,
	"response_status" integer,
	"response_excerpt" text,
	"error" text,
	"error_detail" text,
	CONSTRAINT "delivery_attempts_pkey" PRIMARY KEY("org_id","delivery_id","attempt")
);
--> statement-breakpoint
ALTER TABLE "delivery_attempts" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "documents" (
	"org_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"created_by" text NOT NULL,
	"patient_id" uuid NOT NULL,
	"title" text NOT NULL,
	"category" text NOT NULL,
	"type" jsonb,
	"document_date" date,
	"description" text,
	"author" text,
	"order_id" uuid,
	"result_id" uuid,
	"file_name" text NOT NULL,
	"content_type" text NOT NULL,
	"declared_content_type" text,
	"size" bigint NOT NULL,
	"sha256" text NOT NULL,
	"page_count" integer,
	"encrypted" boolean DEFAULT false NOT NULL,
	"duplicate_of" uuid,
	"status" text NOT NULL,
	"scan_status" text NOT NULL,
	"storage_key" text NOT NULL,
	"metadata" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"sequence" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "documents_pkey" PRIMARY KEY("org_id","id")
);
--> statement-breakpoint
ALTER TABLE "documents" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "events" (
	"org_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"txid" "xid8" DEFAULT pg_current_xact_id() NOT NULL,
	"type" text NOT NULL,
	"object_kind" text NOT NULL,
	"object_id" uuid NOT NULL,
	"sequence" integer NOT NULL,
	"body" text NOT NULL,
	"previous" jsonb,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "events_pkey" PRIMARY KEY("org_id","id")
);
--> statement-breakpoint
ALTER TABLE "events" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "idempotency_records" (
	"org_id" uuid NOT NULL,
	"credential" text NOT NULL,
	"path" text NOT NULL,
	"key" text NOT NULL,
	"fingerprint" "bytea" NOT NULL,
	"status" integer NOT NULL,
	"output" jsonb NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "idempotency_records_pkey" PRIMARY KEY("org_id","credential","path","key")
);
--> statement-breakpoint
ALTER TABLE "idempotency_records" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "lab_observations" (
	"org_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"result_id" uuid NOT NULL,
	"patient_id" uuid NOT NULL,
	"panel_id" uuid NOT NULL,
	"position" integer NOT NULL,
	"code" text NOT NULL,
	"code_system" text,
	"loinc" text,
	"name" text NOT NULL,
	"value_type" text NOT NULL,
	"value_text" text,
	"value_number" double precision,
	"comparator" text,
	"value_code" jsonb,
	"unit" text,
	"ucum" text,
	"reference_range" jsonb,
	"interpretation" text,
	"flags" text[] DEFAULT '{}' NOT NULL,
	"interpretation_source" text,
	"severity" text NOT NULL,
	"status" text NOT NULL,
	"observed_at" timestamp (3) with time zone,
	"method" text,
	"device" text,
	"performing_lab" text,
	"sub_id" text,
	"notes" jsonb DEFAULT '[]'::jsonb NOT NULL,
	CONSTRAINT "lab_observations_pkey" PRIMARY KEY("org_id","id")
);
--> statement-breakpoint
ALTER TABLE "lab_observations" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "lab_order_items" (
	"org_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"order_id" uuid NOT NULL,
	"position" integer NOT NULL,
	"test_id" uuid,
	"code" text NOT NULL,
	"loinc" text,
	"name" text NOT NULL,
	"specimen" text,
	"answers" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"status" text DEFAULT 'ordered' NOT NULL,
	"result_id" uuid,
	CONSTRAINT "lab_order_items_pkey" PRIMARY KEY("org_id","id")
);
--> statement-breakpoint
ALTER TABLE "lab_order_items" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "lab_orders" (
	"org_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"created_by" text NOT NULL,
	"order_number" text NOT NULL,
	"external_id" text,
	"patient_id" uuid NOT NULL,
	"priority" text DEFAULT 'routine' NOT NULL,
	"ordering_clinician" jsonb,
	"ordering_user_id" uuid,
	"copy_to" text[] DEFAULT '{}' NOT NULL,
	"diagnoses" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"fasting" boolean,
	"collection" jsonb,
	"notes" text,
	"lab_id" text,
	"status" text DEFAULT 'requested' NOT NULL,
	"status_history" jsonb NOT NULL,
	"expected_by" timestamp (3) with time zone,
	"cancelled_reason" text,
	"sequence" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "lab_orders_pkey" PRIMARY KEY("org_id","id")
);
--> statement-breakpoint
ALTER TABLE "lab_orders" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "lab_result_versions" (
	"org_id" uuid NOT NULL,
	"result_id" uuid NOT NULL,
	"version" integer NOT NULL,
	"snapshot" jsonb NOT NULL,
	"replaced_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "lab_result_versions_pkey" PRIMARY KEY("org_id","result_id","version")
);
--> statement-breakpoint
ALTER TABLE "lab_result_versions" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "lab_results" (
	"org_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"created_by" text NOT NULL,
	"order_id" uuid,
	"patient_id" uuid NOT NULL,
	"status" text NOT NULL,
	"lab" jsonb NOT NULL,
	"accession_number" text,
	"filler_order_number" text,
	"specimens" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"collected_at" timestamp (3) with time zone,
	"collected_at_precision" text,
	"received_at" timestamp (3) with time zone,
	"reported_at" timestamp (3) with time zone,
	"issued_at" timestamp (3) with time zone NOT NULL,
	"severity" text NOT NULL,
	"panels" jsonb NOT NULL,
	"notes" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"document_ids" text[] DEFAULT '{}' NOT NULL,
	"pending_tests" text[] DEFAULT '{}' NOT NULL,
	"reviews" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"corrections" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"source" jsonb NOT NULL,
	"historical" boolean DEFAULT false NOT NULL,
	"computed_flags_present" boolean DEFAULT false NOT NULL,
	"sequence" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "lab_results_pkey" PRIMARY KEY("org_id","id")
);
--> statement-breakpoint
ALTER TABLE "lab_results" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "memberships" (
	"org_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"role" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"ended_at" timestamp (3) with time zone,
	CONSTRAINT "memberships_pkey" PRIMARY KEY("org_id","user_id")
);
--> statement-breakpoint
ALTER TABLE "memberships" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "organisations" (
	"id" uuid PRIMARY KEY NOT NULL,
	"slug" text NOT NULL,
	"name" text NOT NULL,
	"sandbox_of" uuid,
	"demo" boolean DEFAULT false NOT NULL,
	"time_zone" text DEFAULT 'UTC' NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "organisations_slug" UNIQUE("slug")
);
--> statement-breakpoint
ALTER TABLE "organisations" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "patient_identifiers" (
	"org_id" uuid NOT NULL,
	"patient_id" uuid NOT NULL,
	"system" text NOT NULL,
	"value" text NOT NULL,
	"type" text NOT NULL,
	CONSTRAINT "patient_identifiers_pkey" PRIMARY KEY("org_id","patient_id","system","value")
);
--> statement-breakpoint
ALTER TABLE "patient_identifiers" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "patient_tokens" (
	"org_id" uuid NOT NULL,
	"token" text COLLATE "C" NOT NULL,
	"kind" text NOT NULL,
	"patient_id" uuid NOT NULL,
	CONSTRAINT "patient_tokens_pkey" PRIMARY KEY("org_id","token","kind","patient_id")
);
--> statement-breakpoint
ALTER TABLE "patient_tokens" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "patients" (
	"org_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"created_by" text NOT NULL,
	"mrn" text NOT NULL,
	"identifiers" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"name" jsonb NOT NULL,
	"other_names" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"family_key" text NOT NULL,
	"given_key" text NOT NULL,
	"birth_date" date NOT NULL,
	"birth_date_estimated" boolean DEFAULT false NOT NULL,
	"sex" text NOT NULL,
	"sex_at_birth" text,
	"gender_identity" text,
	"phones" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"emails" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"addresses" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"language" text,
	"deceased_at" text,
	"primary_clinician_id" uuid,
	"external_id" text,
	"status" text DEFAULT 'active' NOT NULL,
	"merged_into_id" uuid,
	"metadata" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"sequence" integer DEFAULT 0 NOT NULL,
	"deleted_at" timestamp (3) with time zone,
	"deleted_by" text,
	CONSTRAINT "patients_pkey" PRIMARY KEY("org_id","id")
);
--> statement-breakpoint
ALTER TABLE "patients" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "security_events" (
	"minute" timestamp (3) with time zone NOT NULL,
	"ip" text NOT NULL,
	"code" text NOT NULL,
	"door" text NOT NULL,
	"count" integer NOT NULL,
	"last_request_id" text NOT NULL,
	CONSTRAINT "security_events_pkey" PRIMARY KEY("minute","ip","code","door")
);
--> statement-breakpoint
CREATE TABLE "sign_in_throttles" (
	"key" text PRIMARY KEY NOT NULL,
	"failures" integer NOT NULL,
	"locked_until" timestamp (3) with time zone,
	"updated_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "users" (
	"id" uuid PRIMARY KEY NOT NULL,
	"email" text NOT NULL,
	"email_hash" "bytea" NOT NULL,
	"name" text NOT NULL,
	"password_hash" text,
	"disabled_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "users_email_hash" UNIQUE("email_hash")
);
--> statement-breakpoint
ALTER TABLE "users" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "webhook_secrets" (
	"org_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"webhook_id" uuid NOT NULL,
	"ciphertext" text NOT NULL,
	"hint" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone,
	CONSTRAINT "webhook_secrets_pkey" PRIMARY KEY("org_id","webhook_id","id")
);
--> statement-breakpoint
ALTER TABLE "webhook_secrets" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "webhooks" (
	"org_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"created_by" text NOT NULL,
	"url" text NOT NULL,
	"events" text[] NOT NULL,
	"description" text,
	"enabled" boolean DEFAULT true NOT NULL,
	"status" text NOT NULL,
	"disabled_reason" text,
	"last_success_at" timestamp (3) with time zone,
	"last_failure_at" timestamp (3) with time zone,
	"first_failure_at" timestamp (3) with time zone,
	"consecutive_failures" integer DEFAULT 0 NOT NULL,
	"metadata" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"deleted_at" timestamp (3) with time zone,
	CONSTRAINT "webhooks_pkey" PRIMARY KEY("org_id","id")
);
--> statement-breakpoint
ALTER TABLE "webhooks" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "deliveries" ADD CONSTRAINT "deliveries_event" FOREIGN KEY ("org_id","event_id") REFERENCES "public"."events"("org_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "deliveries" ADD CONSTRAINT "deliveries_webhook" FOREIGN KEY ("org_id","webhook_id") REFERENCES "public"."webhooks"("org_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "delivery_attempts" ADD CONSTRAINT "delivery_attempts_delivery" FOREIGN KEY ("org_id","delivery_id") REFERENCES "public"."deliveries"("org_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "documents" ADD CONSTRAINT "documents_patient" FOREIGN KEY ("org_id","patient_id") REFERENCES "public"."patients"("org_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "lab_observations" ADD CONSTRAINT "lab_observations_result" FOREIGN KEY ("org_id","result_id") REFERENCES "public"."lab_results"("org_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "lab_order_items" ADD CONSTRAINT "lab_order_items_order" FOREIGN KEY ("org_id","order_id") REFERENCES "public"."lab_orders"("org_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "lab_orders" ADD CONSTRAINT "lab_orders_patient" FOREIGN KEY ("org_id","patient_id") REFERENCES "public"."patients"("org_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "lab_result_versions" ADD CONSTRAINT "lab_result_versions_result" FOREIGN KEY ("org_id","result_id") REFERENCES "public"."lab_results"("org_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "lab_results" ADD CONSTRAINT "lab_results_patient" FOREIGN KEY ("org_id","patient_id") REFERENCES "public"."patients"("org_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "patient_identifiers" ADD CONSTRAINT "patient_identifiers_patient" FOREIGN KEY ("org_id","patient_id") REFERENCES "public"."patients"("org_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "patient_tokens" ADD CONSTRAINT "patient_tokens_patient" FOREIGN KEY ("org_id","patient_id") REFERENCES "public"."patients"("org_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhook_secrets" ADD CONSTRAINT "webhook_secrets_webhook" FOREIGN KEY ("org_id","webhook_id") REFERENCES "public"."webhooks"("org_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "api_keys_list" ON "api_keys" USING btree ("org_id","id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "audit_events_time" ON "audit_events" USING btree ("org_id","id" DESC NULLS LAST);--> statement-breakpoint
CREATE UNIQUE INDEX "catalog_tests_code" ON "catalog_tests" USING btree ("org_id","lab_id","code");--> statement-breakpoint
CREATE INDEX "catalog_tests_name" ON "catalog_tests" USING btree ("org_id","name","id");--> statement-breakpoint
CREATE INDEX "catalog_tests_loinc" ON "catalog_tests" USING btree ("org_id","loinc");--> statement-breakpoint
CREATE UNIQUE INDEX "deliveries_once" ON "deliveries" USING btree ("org_id","event_id","webhook_id") WHERE not manual;--> statement-breakpoint
CREATE INDEX "deliveries_due" ON "deliveries" USING btree ("next_attempt_at") WHERE status in ('pending', 'failed');--> statement-breakpoint
CREATE INDEX "deliveries_webhook_list" ON "deliveries" USING btree ("org_id","webhook_id","id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "documents_list" ON "documents" USING btree ("org_id","id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "documents_patient_list" ON "documents" USING btree ("org_id","patient_id","id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "documents_same_file" ON "documents" USING btree ("org_id","patient_id","sha256");--> statement-breakpoint
CREATE INDEX "events_position" ON "events" USING btree ("org_id","txid","id");--> statement-breakpoint
CREATE INDEX "events_object" ON "events" USING btree ("org_id","object_id","sequence");--> statement-breakpoint
CREATE INDEX "idempotency_records_age" ON "idempotency_records" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "lab_observations_result_idx" ON "lab_observations" USING btree ("org_id","result_id","position");--> statement-breakpoint
CREATE INDEX "lab_observations_history" ON "lab_observations" USING btree ("org_id","patient_id",coalesce(loinc, code),"observed_at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "lab_order_items_order_idx" ON "lab_order_items" USING btree ("org_id","order_id","position");--> statement-breakpoint
CREATE INDEX "lab_order_items_test" ON "lab_order_items" USING btree ("org_id","test_id");--> statement-breakpoint
CREATE INDEX "lab_order_items_loinc" ON "lab_order_items" USING btree ("org_id","loinc");--> statement-breakpoint
CREATE UNIQUE INDEX "lab_orders_number" ON "lab_orders" USING btree ("org_id","order_number");--> statement-breakpoint
CREATE UNIQUE INDEX "lab_orders_external_id" ON "lab_orders" USING btree ("org_id","external_id") WHERE external_id is not null;--> statement-breakpoint
CREATE INDEX "lab_orders_list" ON "lab_orders" USING btree ("org_id","id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "lab_orders_patient_list" ON "lab_orders" USING btree ("org_id","patient_id","id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "lab_orders_updated" ON "lab_orders" USING btree ("org_id","updated_at","id");--> statement-breakpoint
CREATE UNIQUE INDEX "lab_results_filler" ON "lab_results" USING btree ("org_id",(lab->>'id'),"filler_order_number") WHERE filler_order_number is not null;--> statement-breakpoint
CREATE INDEX "lab_results_patient_list" ON "lab_results" USING btree ("org_id","patient_id","collected_at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "lab_results_order" ON "lab_results" USING btree ("org_id","order_id") WHERE order_id is not null;--> statement-breakpoint
CREATE INDEX "memberships_user" ON "memberships" USING btree ("user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "patient_identifiers_unique" ON "patient_identifiers" USING btree ("org_id","system","value") WHERE type in ('mrn', 'national_id', 'lab');--> statement-breakpoint
CREATE INDEX "patient_identifiers_value" ON "patient_identifiers" USING btree ("org_id","system","value");--> statement-breakpoint
CREATE INDEX "patient_tokens_patient_idx" ON "patient_tokens" USING btree ("org_id","patient_id");--> statement-breakpoint
CREATE UNIQUE INDEX "patients_mrn" ON "patients" USING btree ("org_id","mrn") WHERE deleted_at is null;--> statement-breakpoint
CREATE UNIQUE INDEX "patients_external_id" ON "patients" USING btree ("org_id","external_id") WHERE deleted_at is null and external_id is not null;--> statement-breakpoint
CREATE INDEX "patients_list" ON "patients" USING btree ("org_id","id" DESC NULLS LAST) WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "patients_updated" ON "patients" USING btree ("org_id","updated_at","id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "patients_family" ON "patients" USING btree ("org_id","family_key","id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "patients_birth_date" ON "patients" USING btree ("org_id","birth_date","id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "webhooks_list" ON "webhooks" USING btree ("org_id","id" DESC NULLS LAST);--> statement-breakpoint
CREATE POLICY "api_keys_select" ON "api_keys" AS PERMISSIVE FOR SELECT TO "clinical_app" USING (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "api_keys_insert" ON "api_keys" AS PERMISSIVE FOR INSERT TO "clinical_app" WITH CHECK (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "api_keys_update" ON "api_keys" AS PERMISSIVE FOR UPDATE TO "clinical_app" USING (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid) WITH CHECK (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "api_keys_delete" ON "api_keys" AS PERMISSIVE FOR DELETE TO "clinical_app" USING (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "api_keys_credential" ON "api_keys" AS PERMISSIVE FOR SELECT TO "clinical_app" USING (secret_hash = decode(nullif(current_setting('clinical.credential_hash', true), ''), 'hex'));--> statement-breakpoint
CREATE POLICY "audit_events_select" ON "audit_events" AS PERMISSIVE FOR SELECT TO "clinical_app" USING (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "audit_events_insert" ON "audit_events" AS PERMISSIVE FOR INSERT TO "clinical_app" WITH CHECK (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "audit_events_update" ON "audit_events" AS PERMISSIVE FOR UPDATE TO "clinical_app" USING (false) WITH CHECK (false);--> statement-breakpoint
CREATE POLICY "audit_events_delete" ON "audit_events" AS PERMISSIVE FOR DELETE TO "clinical_app" USING (false);--> statement-breakpoint
CREATE POLICY "auth_sessions_select" ON "auth_sessions" AS PERMISSIVE FOR SELECT TO "clinical_app" USING (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "auth_sessions_insert" ON "auth_sessions" AS PERMISSIVE FOR INSERT TO "clinical_app" WITH CHECK (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "auth_sessions_update" ON "auth_sessions" AS PERMISSIVE FOR UPDATE TO "clinical_app" USING (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid) WITH CHECK (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "auth_sessions_delete" ON "auth_sessions" AS PERMISSIVE FOR DELETE TO "clinical_app" USING (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "auth_sessions_credential" ON "auth_sessions" AS PERMISSIVE FOR SELECT TO "clinical_app" USING (secret_hash = decode(nullif(current_setting('clinical.credential_hash', true), ''), 'hex'));--> statement-breakpoint
CREATE POLICY "catalog_tests_select" ON "catalog_tests" AS PERMISSIVE FOR SELECT TO "clinical_app" USING (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "catalog_tests_insert" ON "catalog_tests" AS PERMISSIVE FOR INSERT TO "clinical_app" WITH CHECK (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "catalog_tests_update" ON "catalog_tests" AS PERMISSIVE FOR UPDATE TO "clinical_app" USING (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid) WITH CHECK (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "catalog_tests_delete" ON "catalog_tests" AS PERMISSIVE FOR DELETE TO "clinical_app" USING (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "deliveries_select" ON "deliveries" AS PERMISSIVE FOR SELECT TO "clinical_app" USING (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "deliveries_insert" ON "deliveries" AS PERMISSIVE FOR INSERT TO "clinical_app" WITH CHECK (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "deliveries_update" ON "deliveries" AS PERMISSIVE FOR UPDATE TO "clinical_app" USING (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid) WITH CHECK (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "deliveries_delete" ON "deliveries" AS PERMISSIVE FOR DELETE TO "clinical_app" USING (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "deliveries_worker" ON "deliveries" AS PERMISSIVE FOR ALL TO "clinical_worker" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "delivery_attempts_select" ON "delivery_attempts" AS PERMISSIVE FOR SELECT TO "clinical_app" USING (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "delivery_attempts_insert" ON "delivery_attempts" AS PERMISSIVE FOR INSERT TO "clinical_app" WITH CHECK (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "delivery_attempts_update" ON "delivery_attempts" AS PERMISSIVE FOR UPDATE TO "clinical_app" USING (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid) WITH CHECK (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "delivery_attempts_delete" ON "delivery_attempts" AS PERMISSIVE FOR DELETE TO "clinical_app" USING (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "delivery_attempts_worker" ON "delivery_attempts" AS PERMISSIVE FOR ALL TO "clinical_worker" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "documents_select" ON "documents" AS PERMISSIVE FOR SELECT TO "clinical_app" USING (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "documents_insert" ON "documents" AS PERMISSIVE FOR INSERT TO "clinical_app" WITH CHECK (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "documents_update" ON "documents" AS PERMISSIVE FOR UPDATE TO "clinical_app" USING (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid) WITH CHECK (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "documents_delete" ON "documents" AS PERMISSIVE FOR DELETE TO "clinical_app" USING (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "events_select" ON "events" AS PERMISSIVE FOR SELECT TO "clinical_app" USING (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "events_insert" ON "events" AS PERMISSIVE FOR INSERT TO "clinical_app" WITH CHECK (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "events_update" ON "events" AS PERMISSIVE FOR UPDATE TO "clinical_app" USING (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid) WITH CHECK (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "events_delete" ON "events" AS PERMISSIVE FOR DELETE TO "clinical_app" USING (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "events_worker" ON "events" AS PERMISSIVE FOR ALL TO "clinical_worker" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "idempotency_records_select" ON "idempotency_records" AS PERMISSIVE FOR SELECT TO "clinical_app" USING (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "idempotency_records_insert" ON "idempotency_records" AS PERMISSIVE FOR INSERT TO "clinical_app" WITH CHECK (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "idempotency_records_update" ON "idempotency_records" AS PERMISSIVE FOR UPDATE TO "clinical_app" USING (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid) WITH CHECK (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "idempotency_records_delete" ON "idempotency_records" AS PERMISSIVE FOR DELETE TO "clinical_app" USING (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "idempotency_records_worker" ON "idempotency_records" AS PERMISSIVE FOR ALL TO "clinical_worker" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "lab_observations_select" ON "lab_observations" AS PERMISSIVE FOR SELECT TO "clinical_app" USING (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "lab_observations_insert" ON "lab_observations" AS PERMISSIVE FOR INSERT TO "clinical_app" WITH CHECK (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "lab_observations_update" ON "lab_observations" AS PERMISSIVE FOR UPDATE TO "clinical_app" USING (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid) WITH CHECK (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "lab_observations_delete" ON "lab_observations" AS PERMISSIVE FOR DELETE TO "clinical_app" USING (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "lab_order_items_select" ON "lab_order_items" AS PERMISSIVE FOR SELECT TO "clinical_app" USING (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "lab_order_items_insert" ON "lab_order_items" AS PERMISSIVE FOR INSERT TO "clinical_app" WITH CHECK (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "lab_order_items_update" ON "lab_order_items" AS PERMISSIVE FOR UPDATE TO "clinical_app" USING (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid) WITH CHECK (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "lab_order_items_delete" ON "lab_order_items" AS PERMISSIVE FOR DELETE TO "clinical_app" USING (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "lab_orders_select" ON "lab_orders" AS PERMISSIVE FOR SELECT TO "clinical_app" USING (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "lab_orders_insert" ON "lab_orders" AS PERMISSIVE FOR INSERT TO "clinical_app" WITH CHECK (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "lab_orders_update" ON "lab_orders" AS PERMISSIVE FOR UPDATE TO "clinical_app" USING (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid) WITH CHECK (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "lab_orders_delete" ON "lab_orders" AS PERMISSIVE FOR DELETE TO "clinical_app" USING (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "lab_result_versions_select" ON "lab_result_versions" AS PERMISSIVE FOR SELECT TO "clinical_app" USING (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "lab_result_versions_insert" ON "lab_result_versions" AS PERMISSIVE FOR INSERT TO "clinical_app" WITH CHECK (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "lab_result_versions_update" ON "lab_result_versions" AS PERMISSIVE FOR UPDATE TO "clinical_app" USING (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid) WITH CHECK (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "lab_result_versions_delete" ON "lab_result_versions" AS PERMISSIVE FOR DELETE TO "clinical_app" USING (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "lab_results_select" ON "lab_results" AS PERMISSIVE FOR SELECT TO "clinical_app" USING (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "lab_results_insert" ON "lab_results" AS PERMISSIVE FOR INSERT TO "clinical_app" WITH CHECK (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "lab_results_update" ON "lab_results" AS PERMISSIVE FOR UPDATE TO "clinical_app" USING (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid) WITH CHECK (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "lab_results_delete" ON "lab_results" AS PERMISSIVE FOR DELETE TO "clinical_app" USING (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "memberships_select" ON "memberships" AS PERMISSIVE FOR SELECT TO "clinical_app" USING (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "memberships_insert" ON "memberships" AS PERMISSIVE FOR INSERT TO "clinical_app" WITH CHECK (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "memberships_update" ON "memberships" AS PERMISSIVE FOR UPDATE TO "clinical_app" USING (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid) WITH CHECK (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "memberships_delete" ON "memberships" AS PERMISSIVE FOR DELETE TO "clinical_app" USING (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "memberships_own" ON "memberships" AS PERMISSIVE FOR SELECT TO "clinical_app" USING (user_id = nullif(current_setting('clinical.user_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "organisations_select" ON "organisations" AS PERMISSIVE FOR SELECT TO "clinical_app" USING (id = nullif(current_setting('clinical.org_id', true), '')::uuid or slug = nullif(current_setting('clinical.org_slug', true), '') or exists (select 1 from memberships m where m.org_id = organisations.id and m.user_id = nullif(current_setting('clinical.user_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "organisations_insert" ON "organisations" AS PERMISSIVE FOR INSERT TO "clinical_app" WITH CHECK (id = nullif(current_setting('clinical.org_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "organisations_update" ON "organisations" AS PERMISSIVE FOR UPDATE TO "clinical_app" USING (id = nullif(current_setting('clinical.org_id', true), '')::uuid) WITH CHECK (id = nullif(current_setting('clinical.org_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "organisations_worker" ON "organisations" AS PERMISSIVE FOR ALL TO "clinical_worker" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "patient_identifiers_select" ON "patient_identifiers" AS PERMISSIVE FOR SELECT TO "clinical_app" USING (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "patient_identifiers_insert" ON "patient_identifiers" AS PERMISSIVE FOR INSERT TO "clinical_app" WITH CHECK (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "patient_identifiers_update" ON "patient_identifiers" AS PERMISSIVE FOR UPDATE TO "clinical_app" USING (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid) WITH CHECK (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "patient_identifiers_delete" ON "patient_identifiers" AS PERMISSIVE FOR DELETE TO "clinical_app" USING (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "patient_tokens_select" ON "patient_tokens" AS PERMISSIVE FOR SELECT TO "clinical_app" USING (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "patient_tokens_insert" ON "patient_tokens" AS PERMISSIVE FOR INSERT TO "clinical_app" WITH CHECK (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "patient_tokens_update" ON "patient_tokens" AS PERMISSIVE FOR UPDATE TO "clinical_app" USING (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid) WITH CHECK (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "patient_tokens_delete" ON "patient_tokens" AS PERMISSIVE FOR DELETE TO "clinical_app" USING (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "patients_select" ON "patients" AS PERMISSIVE FOR SELECT TO "clinical_app" USING (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "patients_insert" ON "patients" AS PERMISSIVE FOR INSERT TO "clinical_app" WITH CHECK (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "patients_update" ON "patients" AS PERMISSIVE FOR UPDATE TO "clinical_app" USING (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid) WITH CHECK (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "patients_delete" ON "patients" AS PERMISSIVE FOR DELETE TO "clinical_app" USING (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "users_select" ON "users" AS PERMISSIVE FOR SELECT TO "clinical_app" USING (id = nullif(current_setting('clinical.user_id', true), '')::uuid or email_hash = decode(nullif(current_setting('clinical.email_hash', true), ''), 'hex') or exists (select 1 from memberships m where m.user_id = users.id and m.org_id = nullif(current_setting('clinical.org_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "users_insert" ON "users" AS PERMISSIVE FOR INSERT TO "clinical_app" WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "users_update" ON "users" AS PERMISSIVE FOR UPDATE TO "clinical_app" USING (id = nullif(current_setting('clinical.user_id', true), '')::uuid or email_hash = decode(nullif(current_setting('clinical.email_hash', true), ''), 'hex') or exists (select 1 from memberships m where m.user_id = users.id and m.org_id = nullif(current_setting('clinical.org_id', true), '')::uuid)) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "webhook_secrets_select" ON "webhook_secrets" AS PERMISSIVE FOR SELECT TO "clinical_app" USING (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "webhook_secrets_insert" ON "webhook_secrets" AS PERMISSIVE FOR INSERT TO "clinical_app" WITH CHECK (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "webhook_secrets_update" ON "webhook_secrets" AS PERMISSIVE FOR UPDATE TO "clinical_app" USING (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid) WITH CHECK (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "webhook_secrets_delete" ON "webhook_secrets" AS PERMISSIVE FOR DELETE TO "clinical_app" USING (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "webhook_secrets_worker" ON "webhook_secrets" AS PERMISSIVE FOR ALL TO "clinical_worker" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "webhooks_select" ON "webhooks" AS PERMISSIVE FOR SELECT TO "clinical_app" USING (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "webhooks_insert" ON "webhooks" AS PERMISSIVE FOR INSERT TO "clinical_app" WITH CHECK (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "webhooks_update" ON "webhooks" AS PERMISSIVE FOR UPDATE TO "clinical_app" USING (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid) WITH CHECK (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "webhooks_delete" ON "webhooks" AS PERMISSIVE FOR DELETE TO "clinical_app" USING (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "webhooks_worker" ON "webhooks" AS PERMISSIVE FOR ALL TO "clinical_worker" USING (true) WITH CHECK (true);
CREATE TABLE "inbound_message_bytes" (
	"org_id" uuid NOT NULL,
	"message_id" uuid NOT NULL,
	"bytes" "bytea" NOT NULL,
	CONSTRAINT "inbound_message_bytes_pkey" PRIMARY KEY("org_id","message_id")
);
--> statement-breakpoint
ALTER TABLE "inbound_message_bytes" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "inbound_messages" (
	"org_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"connection_id" uuid NOT NULL,
	"position" bigint GENERATED ALWAYS AS IDENTITY (sequence name "inbound_messages_position_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"received_at" timestamp (3) with time zone NOT NULL,
	"remote_address" text,
	"file_name" text,
	"size" bigint NOT NULL,
	"sha256" "bytea",
	"control_id" text,
	"message_type" text,
	"event" text,
	"processing_id" text,
	"version" text,
	"sending_application" text,
	"sending_facility" text,
	"charset" text,
	"state" text NOT NULL,
	"taken" boolean NOT NULL,
	"ack_code" text,
	"ack_problem" text,
	"acknowledged_at" timestamp (3) with time zone,
	"duplicate_of" uuid,
	"warnings" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"tries" integer DEFAULT 0 NOT NULL,
	"next_try_at" timestamp (3) with time zone,
	"lease_until" timestamp (3) with time zone,
	"lease_token" uuid,
	"failure" text,
	"finished_at" timestamp (3) with time zone,
	CONSTRAINT "inbound_messages_pkey" PRIMARY KEY("org_id","id")
);
--> statement-breakpoint
ALTER TABLE "inbound_messages" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "inbound_reports" (
	"org_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"message_id" uuid NOT NULL,
	"position" integer NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"state" text NOT NULL,
	"key_kind" text,
	"key_number" text,
	"family" text,
	"given" text,
	"birth_date" text,
	"sex" text,
	"mrn" text,
	"orderer" jsonb,
	"patient_id" uuid,
	"order_id" uuid,
	"result_id" uuid,
	"outcome" text,
	"why" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"decided_by" text,
	"decided_at" timestamp (3) with time zone,
	"reason" text,
	CONSTRAINT "inbound_reports_pkey" PRIMARY KEY("org_id","id")
);
--> statement-breakpoint
ALTER TABLE "inbound_reports" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "ingest_keys" (
	"org_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"connection_id" uuid NOT NULL,
	"secret_hash" "bytea" NOT NULL,
	"stub" text NOT NULL,
	"expires_at" timestamp (3) with time zone,
	"last_used_at" timestamp (3) with time zone,
	"last_used_ip" text,
	"revoked_at" timestamp (3) with time zone,
	"revoked_by" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"created_by" text NOT NULL,
	CONSTRAINT "ingest_keys_pkey" PRIMARY KEY("org_id","id"),
	CONSTRAINT "ingest_keys_secret_hash" UNIQUE("secret_hash")
);
--> statement-breakpoint
ALTER TABLE "ingest_keys" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "lab_codes" (
	"org_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"connection_id" uuid NOT NULL,
	"code" text NOT NULL,
	"code_system" text DEFAULT '' NOT NULL,
	"name" text,
	"loinc" text,
	"mapped_by" text,
	"mapped_at" timestamp (3) with time zone,
	"first_seen_at" timestamp (3) with time zone NOT NULL,
	"last_seen_at" timestamp (3) with time zone NOT NULL,
	"count" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "lab_codes_pkey" PRIMARY KEY("org_id","id")
);
--> statement-breakpoint
ALTER TABLE "lab_codes" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "lab_connections" (
	"org_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"created_by" text NOT NULL,
	"name" text NOT NULL,
	"lab" jsonb NOT NULL,
	"transport" text NOT NULL,
	"enabled" boolean DEFAULT true NOT NULL,
	"port" integer,
	"tls" boolean DEFAULT false NOT NULL,
	"allowed_addresses" text[] DEFAULT '{}' NOT NULL,
	"directory" text,
	"sending_application" text,
	"sending_facility" text,
	"receiving_application" text,
	"receiving_facility" text,
	"time_zone" text DEFAULT 'UTC' NOT NULL,
	"charset" text,
	"decimal_comma" boolean DEFAULT false NOT NULL,
	"update_mode" text DEFAULT 'replace_panel' NOT NULL,
	"mrn_authority" text,
	"accession_field" text DEFAULT 'spm2' NOT NULL,
	"on_database_down" text DEFAULT 'close' NOT NULL,
	"silence_hours" integer,
	"working_hours" jsonb,
	"last_message_at" timestamp (3) with time zone,
	"last_problem" text,
	"last_problem_at" timestamp (3) with time zone,
	"deleted_at" timestamp (3) with time zone,
	CONSTRAINT "lab_connections_pkey" PRIMARY KEY("org_id","id")
);
--> statement-breakpoint
ALTER TABLE "lab_connections" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "lab_units" (
	"org_id" uuid NOT NULL,
	"connection_id" uuid NOT NULL,
	"unit" text NOT NULL,
	"ucum" text NOT NULL,
	"mapped_by" text NOT NULL,
	"mapped_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "lab_units_pkey" PRIMARY KEY("org_id","connection_id","unit")
);
--> statement-breakpoint
ALTER TABLE "lab_units" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "inbound_message_bytes" ADD CONSTRAINT "inbound_message_bytes_message" FOREIGN KEY ("org_id","message_id") REFERENCES "public"."inbound_messages"("org_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "inbound_messages" ADD CONSTRAINT "inbound_messages_connection" FOREIGN KEY ("org_id","connection_id") REFERENCES "public"."lab_connections"("org_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "inbound_reports" ADD CONSTRAINT "inbound_reports_message" FOREIGN KEY ("org_id","message_id") REFERENCES "public"."inbound_messages"("org_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "inbound_reports" ADD CONSTRAINT "inbound_reports_patient" FOREIGN KEY ("org_id","patient_id") REFERENCES "public"."patients"("org_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "inbound_reports" ADD CONSTRAINT "inbound_reports_order" FOREIGN KEY ("org_id","order_id") REFERENCES "public"."lab_orders"("org_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "inbound_reports" ADD CONSTRAINT "inbound_reports_result" FOREIGN KEY ("org_id","result_id") REFERENCES "public"."lab_results"("org_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ingest_keys" ADD CONSTRAINT "ingest_keys_connection" FOREIGN KEY ("org_id","connection_id") REFERENCES "public"."lab_connections"("org_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "lab_codes" ADD CONSTRAINT "lab_codes_connection" FOREIGN KEY ("org_id","connection_id") REFERENCES "public"."lab_connections"("org_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "lab_units" ADD CONSTRAINT "lab_units_connection" FOREIGN KEY ("org_id","connection_id") REFERENCES "public"."lab_connections"("org_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "inbound_messages_once" ON "inbound_messages" USING btree ("org_id","connection_id","sha256") WHERE taken and duplicate_of is null and control_id is not null;--> statement-breakpoint
CREATE INDEX "inbound_messages_control_id" ON "inbound_messages" USING btree ("org_id","connection_id","control_id") WHERE control_id is not null;--> statement-breakpoint
CREATE INDEX "inbound_messages_list" ON "inbound_messages" USING btree ("org_id","id");--> statement-breakpoint
CREATE INDEX "inbound_messages_connection_list" ON "inbound_messages" USING btree ("org_id","connection_id","id");--> statement-breakpoint
CREATE INDEX "inbound_messages_state" ON "inbound_messages" USING btree ("org_id","state","id") WHERE state <> 'processed';--> statement-breakpoint
CREATE INDEX "inbound_messages_due" ON "inbound_messages" USING btree ("org_id","connection_id","position") WHERE state = 'received';--> statement-breakpoint
CREATE UNIQUE INDEX "inbound_reports_position" ON "inbound_reports" USING btree ("org_id","message_id","position");--> statement-breakpoint
CREATE INDEX "inbound_reports_open" ON "inbound_reports" USING btree ("org_id","state","id") WHERE state in ('unmatched', 'conflict', 'parked');--> statement-breakpoint
CREATE INDEX "inbound_reports_result" ON "inbound_reports" USING btree ("org_id","result_id") WHERE result_id is not null;--> statement-breakpoint
CREATE INDEX "ingest_keys_connection_list" ON "ingest_keys" USING btree ("org_id","connection_id","id");--> statement-breakpoint
CREATE UNIQUE INDEX "lab_codes_code" ON "lab_codes" USING btree ("org_id","connection_id","code","code_system");--> statement-breakpoint
CREATE INDEX "lab_codes_unmapped" ON "lab_codes" USING btree ("org_id","id") WHERE loinc is null;--> statement-breakpoint
CREATE INDEX "lab_connections_list" ON "lab_connections" USING btree ("org_id","id");--> statement-breakpoint
CREATE UNIQUE INDEX "lab_connections_port" ON "lab_connections" USING btree ("port") WHERE port is not null and deleted_at is null;--> statement-breakpoint
CREATE POLICY "inbound_message_bytes_select" ON "inbound_message_bytes" AS PERMISSIVE FOR SELECT TO "clinical_app" USING (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "inbound_message_bytes_insert" ON "inbound_message_bytes" AS PERMISSIVE FOR INSERT TO "clinical_app" WITH CHECK (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "inbound_message_bytes_update" ON "inbound_message_bytes" AS PERMISSIVE FOR UPDATE TO "clinical_app" USING (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid) WITH CHECK (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "inbound_message_bytes_delete" ON "inbound_message_bytes" AS PERMISSIVE FOR DELETE TO "clinical_app" USING (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "inbound_messages_select" ON "inbound_messages" AS PERMISSIVE FOR SELECT TO "clinical_app" USING (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "inbound_messages_insert" ON "inbound_messages" AS PERMISSIVE FOR INSERT TO "clinical_app" WITH CHECK (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "inbound_messages_update" ON "inbound_messages" AS PERMISSIVE FOR UPDATE TO "clinical_app" USING (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid) WITH CHECK (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "inbound_messages_delete" ON "inbound_messages" AS PERMISSIVE FOR DELETE TO "clinical_app" USING (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "inbound_messages_worker" ON "inbound_messages" AS PERMISSIVE FOR ALL TO "clinical_worker" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "inbound_reports_select" ON "inbound_reports" AS PERMISSIVE FOR SELECT TO "clinical_app" USING (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "inbound_reports_insert" ON "inbound_reports" AS PERMISSIVE FOR INSERT TO "clinical_app" WITH CHECK (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "inbound_reports_update" ON "inbound_reports" AS PERMISSIVE FOR UPDATE TO "clinical_app" USING (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid) WITH CHECK (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "inbound_reports_delete" ON "inbound_reports" AS PERMISSIVE FOR DELETE TO "clinical_app" USING (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "ingest_keys_select" ON "ingest_keys" AS PERMISSIVE FOR SELECT TO "clinical_app" USING (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "ingest_keys_insert" ON "ingest_keys" AS PERMISSIVE FOR INSERT TO "clinical_app" WITH CHECK (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "ingest_keys_update" ON "ingest_keys" AS PERMISSIVE FOR UPDATE TO "clinical_app" USING (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid) WITH CHECK (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "ingest_keys_delete" ON "ingest_keys" AS PERMISSIVE FOR DELETE TO "clinical_app" USING (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "ingest_keys_credential" ON "ingest_keys" AS PERMISSIVE FOR SELECT TO "clinical_app" USING (secret_hash = decode(nullif(current_setting('clinical.credential_hash', true), ''), 'hex'));--> statement-breakpoint
CREATE POLICY "lab_codes_select" ON "lab_codes" AS PERMISSIVE FOR SELECT TO "clinical_app" USING (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "lab_codes_insert" ON "lab_codes" AS PERMISSIVE FOR INSERT TO "clinical_app" WITH CHECK (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "lab_codes_update" ON "lab_codes" AS PERMISSIVE FOR UPDATE TO "clinical_app" USING (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid) WITH CHECK (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "lab_codes_delete" ON "lab_codes" AS PERMISSIVE FOR DELETE TO "clinical_app" USING (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "lab_connections_select" ON "lab_connections" AS PERMISSIVE FOR SELECT TO "clinical_app" USING (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "lab_connections_insert" ON "lab_connections" AS PERMISSIVE FOR INSERT TO "clinical_app" WITH CHECK (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "lab_connections_update" ON "lab_connections" AS PERMISSIVE FOR UPDATE TO "clinical_app" USING (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid) WITH CHECK (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "lab_connections_delete" ON "lab_connections" AS PERMISSIVE FOR DELETE TO "clinical_app" USING (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "lab_connections_worker" ON "lab_connections" AS PERMISSIVE FOR ALL TO "clinical_worker" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "lab_units_select" ON "lab_units" AS PERMISSIVE FOR SELECT TO "clinical_app" USING (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "lab_units_insert" ON "lab_units" AS PERMISSIVE FOR INSERT TO "clinical_app" WITH CHECK (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "lab_units_update" ON "lab_units" AS PERMISSIVE FOR UPDATE TO "clinical_app" USING (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid) WITH CHECK (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "lab_units_delete" ON "lab_units" AS PERMISSIVE FOR DELETE TO "clinical_app" USING (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid);--> statement-breakpoint
ALTER POLICY "organisations_select" ON "organisations" TO clinical_app USING (id = nullif(current_setting('clinical.org_id', true), '')::uuid or slug = nullif(current_setting('clinical.org_slug', true), '') or exists (select 1 from memberships m where m.org_id = organisations.id and m.user_id = nullif(current_setting('clinical.user_id', true), '')::uuid) or exists (select 1 from api_keys k where k.org_id = organisations.id and k.secret_hash = decode(nullif(current_setting('clinical.credential_hash', true), ''), 'hex')) or exists (select 1 from ingest_keys k where k.org_id = organisations.id and k.secret_hash = decode(nullif(current_setting('clinical.credential_hash', true), ''), 'hex')) or exists (select 1 from oauth_apps a where a.org_id = organisations.id and a.id = nullif(current_setting('clinical.client_id', true), '')::uuid));
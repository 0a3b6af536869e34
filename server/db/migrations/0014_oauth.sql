CREATE TABLE "oauth_app_secrets" (
	"org_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"app_id" uuid NOT NULL,
	"secret_hash" "bytea" NOT NULL,
	"hint" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone,
	CONSTRAINT "oauth_app_secrets_pkey" PRIMARY KEY("org_id","app_id","id")
);
--> statement-breakpoint
ALTER TABLE "oauth_app_secrets" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "oauth_apps" (
	"org_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"name" text NOT NULL,
	"kind" text NOT NULL,
	"auth_method" text NOT NULL,
	"redirect_uris" text[] NOT NULL,
	"scopes" text[] NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"created_by" text NOT NULL,
	"paused_at" timestamp (3) with time zone,
	"deleted_at" timestamp (3) with time zone,
	CONSTRAINT "oauth_apps_pkey" PRIMARY KEY("org_id","id")
);
--> statement-breakpoint
ALTER TABLE "oauth_apps" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "oauth_codes" (
	"org_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"grant_id" uuid NOT NULL,
	"secret_hash" "bytea" NOT NULL,
	"redirect_uri" text NOT NULL,
	"challenge" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"used_at" timestamp (3) with time zone,
	CONSTRAINT "oauth_codes_pkey" PRIMARY KEY("org_id","id"),
	CONSTRAINT "oauth_codes_secret_hash" UNIQUE("secret_hash")
);
--> statement-breakpoint
ALTER TABLE "oauth_codes" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "oauth_consents" (
	"org_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"app_id" uuid NOT NULL,
	"scopes" text[] NOT NULL,
	"app_seen" text NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "oauth_consents_pkey" PRIMARY KEY("org_id","user_id","app_id")
);
--> statement-breakpoint
ALTER TABLE "oauth_consents" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "oauth_grants" (
	"org_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"app_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"scopes" text[] NOT NULL,
	"auth_time" timestamp (3) with time zone NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"activated_at" timestamp (3) with time zone,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"revoked_at" timestamp (3) with time zone,
	"revoked_reason" text,
	CONSTRAINT "oauth_grants_pkey" PRIMARY KEY("org_id","id")
);
--> statement-breakpoint
ALTER TABLE "oauth_grants" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "oauth_refresh_tokens" (
	"org_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"grant_id" uuid NOT NULL,
	"secret_hash" "bytea" NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"used_at" timestamp (3) with time zone,
	CONSTRAINT "oauth_refresh_tokens_pkey" PRIMARY KEY("org_id","id"),
	CONSTRAINT "oauth_refresh_tokens_secret_hash" UNIQUE("secret_hash")
);
--> statement-breakpoint
ALTER TABLE "oauth_refresh_tokens" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "oauth_requests" (
	"org_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"app_id" uuid NOT NULL,
	"secret_hash" "bytea" NOT NULL,
	"redirect_uri" text NOT NULL,
	"scopes" text[] NOT NULL,
	"state" text,
	"challenge" text NOT NULL,
	"signed_in_after" timestamp (3) with time zone NOT NULL,
	"session_id" uuid,
	"user_id" uuid,
	"created_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"decided_at" timestamp (3) with time zone,
	CONSTRAINT "oauth_requests_pkey" PRIMARY KEY("org_id","id"),
	CONSTRAINT "oauth_requests_secret_hash" UNIQUE("secret_hash")
);
--> statement-breakpoint
ALTER TABLE "oauth_requests" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "signing_keys" (
	"id" uuid PRIMARY KEY NOT NULL,
	"public_jwk" jsonb NOT NULL,
	"private_key" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone
);
--> statement-breakpoint
ALTER TABLE "oauth_app_secrets" ADD CONSTRAINT "oauth_app_secrets_app" FOREIGN KEY ("org_id","app_id") REFERENCES "public"."oauth_apps"("org_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "oauth_codes" ADD CONSTRAINT "oauth_codes_grant" FOREIGN KEY ("org_id","grant_id") REFERENCES "public"."oauth_grants"("org_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "oauth_consents" ADD CONSTRAINT "oauth_consents_app" FOREIGN KEY ("org_id","app_id") REFERENCES "public"."oauth_apps"("org_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "oauth_grants" ADD CONSTRAINT "oauth_grants_app" FOREIGN KEY ("org_id","app_id") REFERENCES "public"."oauth_apps"("org_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "oauth_refresh_tokens" ADD CONSTRAINT "oauth_refresh_tokens_grant" FOREIGN KEY ("org_id","grant_id") REFERENCES "public"."oauth_grants"("org_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "oauth_requests" ADD CONSTRAINT "oauth_requests_app" FOREIGN KEY ("org_id","app_id") REFERENCES "public"."oauth_apps"("org_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "oauth_apps_client" ON "oauth_apps" USING btree ("id");--> statement-breakpoint
CREATE INDEX "oauth_codes_age" ON "oauth_codes" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "oauth_grants_person" ON "oauth_grants" USING btree ("org_id","user_id","app_id");--> statement-breakpoint
CREATE INDEX "oauth_grants_app" ON "oauth_grants" USING btree ("org_id","app_id");--> statement-breakpoint
CREATE INDEX "oauth_refresh_tokens_age" ON "oauth_refresh_tokens" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "oauth_requests_age" ON "oauth_requests" USING btree ("expires_at");--> statement-breakpoint
CREATE POLICY "oauth_app_secrets_select" ON "oauth_app_secrets" AS PERMISSIVE FOR SELECT TO "clinical_app" USING (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "oauth_app_secrets_insert" ON "oauth_app_secrets" AS PERMISSIVE FOR INSERT TO "clinical_app" WITH CHECK (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "oauth_app_secrets_update" ON "oauth_app_secrets" AS PERMISSIVE FOR UPDATE TO "clinical_app" USING (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid) WITH CHECK (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "oauth_app_secrets_delete" ON "oauth_app_secrets" AS PERMISSIVE FOR DELETE TO "clinical_app" USING (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "oauth_apps_select" ON "oauth_apps" AS PERMISSIVE FOR SELECT TO "clinical_app" USING (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "oauth_apps_insert" ON "oauth_apps" AS PERMISSIVE FOR INSERT TO "clinical_app" WITH CHECK (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "oauth_apps_update" ON "oauth_apps" AS PERMISSIVE FOR UPDATE TO "clinical_app" USING (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid) WITH CHECK (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "oauth_apps_delete" ON "oauth_apps" AS PERMISSIVE FOR DELETE TO "clinical_app" USING (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "oauth_apps_client" ON "oauth_apps" AS PERMISSIVE FOR SELECT TO "clinical_app" USING (id = nullif(current_setting('clinical.client_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "oauth_codes_select" ON "oauth_codes" AS PERMISSIVE FOR SELECT TO "clinical_app" USING (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "oauth_codes_insert" ON "oauth_codes" AS PERMISSIVE FOR INSERT TO "clinical_app" WITH CHECK (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "oauth_codes_update" ON "oauth_codes" AS PERMISSIVE FOR UPDATE TO "clinical_app" USING (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid) WITH CHECK (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "oauth_codes_delete" ON "oauth_codes" AS PERMISSIVE FOR DELETE TO "clinical_app" USING (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "oauth_codes_credential" ON "oauth_codes" AS PERMISSIVE FOR SELECT TO "clinical_app" USING (secret_hash = decode(nullif(current_setting('clinical.credential_hash', true), ''), 'hex'));--> statement-breakpoint
CREATE POLICY "oauth_codes_worker" ON "oauth_codes" AS PERMISSIVE FOR ALL TO "clinical_worker" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "oauth_consents_select" ON "oauth_consents" AS PERMISSIVE FOR SELECT TO "clinical_app" USING (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "oauth_consents_insert" ON "oauth_consents" AS PERMISSIVE FOR INSERT TO "clinical_app" WITH CHECK (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "oauth_consents_update" ON "oauth_consents" AS PERMISSIVE FOR UPDATE TO "clinical_app" USING (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid) WITH CHECK (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "oauth_consents_delete" ON "oauth_consents" AS PERMISSIVE FOR DELETE TO "clinical_app" USING (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "oauth_grants_select" ON "oauth_grants" AS PERMISSIVE FOR SELECT TO "clinical_app" USING (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "oauth_grants_insert" ON "oauth_grants" AS PERMISSIVE FOR INSERT TO "clinical_app" WITH CHECK (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "oauth_grants_update" ON "oauth_grants" AS PERMISSIVE FOR UPDATE TO "clinical_app" USING (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid) WITH CHECK (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "oauth_grants_delete" ON "oauth_grants" AS PERMISSIVE FOR DELETE TO "clinical_app" USING (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "oauth_refresh_tokens_select" ON "oauth_refresh_tokens" AS PERMISSIVE FOR SELECT TO "clinical_app" USING (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "oauth_refresh_tokens_insert" ON "oauth_refresh_tokens" AS PERMISSIVE FOR INSERT TO "clinical_app" WITH CHECK (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "oauth_refresh_tokens_update" ON "oauth_refresh_tokens" AS PERMISSIVE FOR UPDATE TO "clinical_app" USING (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid) WITH CHECK (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "oauth_refresh_tokens_delete" ON "oauth_refresh_tokens" AS PERMISSIVE FOR DELETE TO "clinical_app" USING (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "oauth_refresh_tokens_credential" ON "oauth_refresh_tokens" AS PERMISSIVE FOR SELECT TO "clinical_app" USING (secret_hash = decode(nullif(current_setting('clinical.credential_hash', true), ''), 'hex'));--> statement-breakpoint
CREATE POLICY "oauth_refresh_tokens_worker" ON "oauth_refresh_tokens" AS PERMISSIVE FOR ALL TO "clinical_worker" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "oauth_requests_select" ON "oauth_requests" AS PERMISSIVE FOR SELECT TO "clinical_app" USING (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "oauth_requests_insert" ON "oauth_requests" AS PERMISSIVE FOR INSERT TO "clinical_app" WITH CHECK (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "oauth_requests_update" ON "oauth_requests" AS PERMISSIVE FOR UPDATE TO "clinical_app" USING (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid) WITH CHECK (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "oauth_requests_delete" ON "oauth_requests" AS PERMISSIVE FOR DELETE TO "clinical_app" USING (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "oauth_requests_credential" ON "oauth_requests" AS PERMISSIVE FOR SELECT TO "clinical_app" USING (secret_hash = decode(nullif(current_setting('clinical.credential_hash', true), ''), 'hex'));--> statement-breakpoint
CREATE POLICY "oauth_requests_worker" ON "oauth_requests" AS PERMISSIVE FOR ALL TO "clinical_worker" USING (true) WITH CHECK (true);
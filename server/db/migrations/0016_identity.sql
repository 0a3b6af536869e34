CREATE TABLE "delegations" (
	"org_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"delegate_id" uuid NOT NULL,
	"starts_at" timestamp (3) with time zone NOT NULL,
	"ends_at" timestamp (3) with time zone NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"created_by" text NOT NULL,
	"ended_at" timestamp (3) with time zone,
	"ended_by" text,
	CONSTRAINT "delegations_pkey" PRIMARY KEY("org_id","id")
);
--> statement-breakpoint
ALTER TABLE "delegations" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "drafts" (
	"org_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"form" text NOT NULL,
	"content" text NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "drafts_pkey" PRIMARY KEY("org_id","user_id","form")
);
--> statement-breakpoint
ALTER TABLE "drafts" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "invitations" (
	"org_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"email" text NOT NULL,
	"email_hash" "bytea" NOT NULL,
	"name" text NOT NULL,
	"role" text NOT NULL,
	"secret_hash" "bytea" NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"created_by" text NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"sent_at" timestamp (3) with time zone,
	"accepted_at" timestamp (3) with time zone,
	"accepted_by" uuid,
	"revoked_at" timestamp (3) with time zone,
	"revoked_by" text,
	CONSTRAINT "invitations_pkey" PRIMARY KEY("org_id","id"),
	CONSTRAINT "invitations_secret_hash" UNIQUE("secret_hash")
);
--> statement-breakpoint
ALTER TABLE "invitations" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "known_devices" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"secret_hash" "bytea" NOT NULL,
	"user_agent" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"last_used_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "known_devices_secret_hash" UNIQUE("secret_hash")
);
--> statement-breakpoint
ALTER TABLE "known_devices" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "passkeys" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"name" text NOT NULL,
	"credential_id" "bytea" NOT NULL,
	"public_key" "bytea" NOT NULL,
	"counter" bigint NOT NULL,
	"transports" text[] NOT NULL,
	"backed_up" boolean NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"last_used_at" timestamp (3) with time zone,
	CONSTRAINT "passkeys_credential_id" UNIQUE("credential_id")
);
--> statement-breakpoint
ALTER TABLE "passkeys" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "password_resets" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"secret_hash" "bytea" NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"created_by" text NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"used_at" timestamp (3) with time zone,
	"ip" text,
	CONSTRAINT "password_resets_secret_hash" UNIQUE("secret_hash")
);
--> statement-breakpoint
ALTER TABLE "password_resets" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "recovery_codes" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"secret_hash" "bytea" NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"used_at" timestamp (3) with time zone,
	CONSTRAINT "recovery_codes_secret_hash" UNIQUE("secret_hash")
);
--> statement-breakpoint
ALTER TABLE "recovery_codes" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "sign_in_steps" (
	"id" uuid PRIMARY KEY NOT NULL,
	"secret_hash" "bytea" NOT NULL,
	"purpose" text NOT NULL,
	"user_id" uuid,
	"session_id" uuid,
	"methods" text[] NOT NULL,
	"challenge" text,
	"tries" integer DEFAULT 0 NOT NULL,
	"ip" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"used_at" timestamp (3) with time zone,
	CONSTRAINT "sign_in_steps_secret_hash" UNIQUE("secret_hash")
);
--> statement-breakpoint
ALTER TABLE "sign_in_steps" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "totp_secrets" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"secret" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"confirmed_at" timestamp (3) with time zone,
	"last_step" bigint
);
--> statement-breakpoint
ALTER TABLE "totp_secrets" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "api_keys" ADD COLUMN "purpose" text;--> statement-breakpoint
ALTER TABLE "api_keys" ADD COLUMN "last_used_agent" text;--> statement-breakpoint
ALTER TABLE "api_keys" ADD COLUMN "replaced_by" uuid;--> statement-breakpoint
ALTER TABLE "api_keys" ADD COLUMN "revoked_reason" text;--> statement-breakpoint
ALTER TABLE "auth_sessions" ADD COLUMN "authenticated_at" timestamp (3) with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
ALTER TABLE "memberships" ADD COLUMN "created_by" text;--> statement-breakpoint
ALTER TABLE "memberships" ADD COLUMN "ended_by" text;--> statement-breakpoint
ALTER TABLE "memberships" ADD COLUMN "heir_id" uuid;--> statement-breakpoint
ALTER TABLE "oauth_apps" ADD COLUMN "domain" text;--> statement-breakpoint
ALTER TABLE "oauth_apps" ADD COLUMN "domain_token" text;--> statement-breakpoint
ALTER TABLE "oauth_apps" ADD COLUMN "domain_verified_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "organisations" ADD COLUMN "idle_minutes" integer DEFAULT 15 NOT NULL;--> statement-breakpoint
ALTER TABLE "organisations" ADD COLUMN "second_factor" text DEFAULT 'optional' NOT NULL;--> statement-breakpoint
ALTER TABLE "organisations" ADD COLUMN "key_max_days" integer;--> statement-breakpoint
ALTER TABLE "organisations" ADD COLUMN "suspended_at" timestamp (3) with time zone;--> statement-breakpoint
CREATE INDEX "delegations_person" ON "delegations" USING btree ("org_id","user_id");--> statement-breakpoint
CREATE INDEX "delegations_delegate" ON "delegations" USING btree ("org_id","delegate_id");--> statement-breakpoint
CREATE INDEX "invitations_email" ON "invitations" USING btree ("org_id","email_hash");--> statement-breakpoint
CREATE INDEX "known_devices_person" ON "known_devices" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "passkeys_person" ON "passkeys" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "password_resets_person" ON "password_resets" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "recovery_codes_person" ON "recovery_codes" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "sign_in_steps_age" ON "sign_in_steps" USING btree ("expires_at");--> statement-breakpoint
CREATE POLICY "delegations_select" ON "delegations" AS PERMISSIVE FOR SELECT TO "clinical_app" USING (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "delegations_insert" ON "delegations" AS PERMISSIVE FOR INSERT TO "clinical_app" WITH CHECK (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "delegations_update" ON "delegations" AS PERMISSIVE FOR UPDATE TO "clinical_app" USING (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid) WITH CHECK (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "delegations_delete" ON "delegations" AS PERMISSIVE FOR DELETE TO "clinical_app" USING (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "drafts_select" ON "drafts" AS PERMISSIVE FOR SELECT TO "clinical_app" USING (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "drafts_insert" ON "drafts" AS PERMISSIVE FOR INSERT TO "clinical_app" WITH CHECK (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "drafts_update" ON "drafts" AS PERMISSIVE FOR UPDATE TO "clinical_app" USING (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid) WITH CHECK (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "drafts_delete" ON "drafts" AS PERMISSIVE FOR DELETE TO "clinical_app" USING (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "drafts_worker" ON "drafts" AS PERMISSIVE FOR ALL TO "clinical_worker" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "invitations_select" ON "invitations" AS PERMISSIVE FOR SELECT TO "clinical_app" USING (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "invitations_insert" ON "invitations" AS PERMISSIVE FOR INSERT TO "clinical_app" WITH CHECK (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "invitations_update" ON "invitations" AS PERMISSIVE FOR UPDATE TO "clinical_app" USING (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid) WITH CHECK (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "invitations_delete" ON "invitations" AS PERMISSIVE FOR DELETE TO "clinical_app" USING (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "invitations_credential" ON "invitations" AS PERMISSIVE FOR SELECT TO "clinical_app" USING (secret_hash = decode(nullif(current_setting('clinical.credential_hash', true), ''), 'hex'));--> statement-breakpoint
CREATE POLICY "known_devices_select" ON "known_devices" AS PERMISSIVE FOR SELECT TO "clinical_app" USING (user_id = nullif(current_setting('clinical.user_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "known_devices_insert" ON "known_devices" AS PERMISSIVE FOR INSERT TO "clinical_app" WITH CHECK (user_id = nullif(current_setting('clinical.user_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "known_devices_update" ON "known_devices" AS PERMISSIVE FOR UPDATE TO "clinical_app" USING (user_id = nullif(current_setting('clinical.user_id', true), '')::uuid) WITH CHECK (user_id = nullif(current_setting('clinical.user_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "known_devices_delete" ON "known_devices" AS PERMISSIVE FOR DELETE TO "clinical_app" USING (user_id = nullif(current_setting('clinical.user_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "known_devices_credential" ON "known_devices" AS PERMISSIVE FOR SELECT TO "clinical_app" USING (secret_hash = decode(nullif(current_setting('clinical.credential_hash', true), ''), 'hex'));--> statement-breakpoint
CREATE POLICY "known_devices_worker" ON "known_devices" AS PERMISSIVE FOR ALL TO "clinical_worker" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "passkeys_select" ON "passkeys" AS PERMISSIVE FOR SELECT TO "clinical_app" USING (user_id = nullif(current_setting('clinical.user_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "passkeys_insert" ON "passkeys" AS PERMISSIVE FOR INSERT TO "clinical_app" WITH CHECK (user_id = nullif(current_setting('clinical.user_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "passkeys_update" ON "passkeys" AS PERMISSIVE FOR UPDATE TO "clinical_app" USING (user_id = nullif(current_setting('clinical.user_id', true), '')::uuid) WITH CHECK (user_id = nullif(current_setting('clinical.user_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "passkeys_delete" ON "passkeys" AS PERMISSIVE FOR DELETE TO "clinical_app" USING (user_id = nullif(current_setting('clinical.user_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "password_resets_select" ON "password_resets" AS PERMISSIVE FOR SELECT TO "clinical_app" USING (user_id = nullif(current_setting('clinical.user_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "password_resets_insert" ON "password_resets" AS PERMISSIVE FOR INSERT TO "clinical_app" WITH CHECK (user_id = nullif(current_setting('clinical.user_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "password_resets_update" ON "password_resets" AS PERMISSIVE FOR UPDATE TO "clinical_app" USING (user_id = nullif(current_setting('clinical.user_id', true), '')::uuid) WITH CHECK (user_id = nullif(current_setting('clinical.user_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "password_resets_delete" ON "password_resets" AS PERMISSIVE FOR DELETE TO "clinical_app" USING (user_id = nullif(current_setting('clinical.user_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "password_resets_credential" ON "password_resets" AS PERMISSIVE FOR SELECT TO "clinical_app" USING (secret_hash = decode(nullif(current_setting('clinical.credential_hash', true), ''), 'hex'));--> statement-breakpoint
CREATE POLICY "password_resets_worker" ON "password_resets" AS PERMISSIVE FOR ALL TO "clinical_worker" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "recovery_codes_select" ON "recovery_codes" AS PERMISSIVE FOR SELECT TO "clinical_app" USING (user_id = nullif(current_setting('clinical.user_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "recovery_codes_insert" ON "recovery_codes" AS PERMISSIVE FOR INSERT TO "clinical_app" WITH CHECK (user_id = nullif(current_setting('clinical.user_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "recovery_codes_update" ON "recovery_codes" AS PERMISSIVE FOR UPDATE TO "clinical_app" USING (user_id = nullif(current_setting('clinical.user_id', true), '')::uuid) WITH CHECK (user_id = nullif(current_setting('clinical.user_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "recovery_codes_delete" ON "recovery_codes" AS PERMISSIVE FOR DELETE TO "clinical_app" USING (user_id = nullif(current_setting('clinical.user_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "sign_in_steps_select" ON "sign_in_steps" AS PERMISSIVE FOR SELECT TO "clinical_app" USING (secret_hash = decode(nullif(current_setting('clinical.credential_hash', true), ''), 'hex') or user_id = nullif(current_setting('clinical.user_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "sign_in_steps_insert" ON "sign_in_steps" AS PERMISSIVE FOR INSERT TO "clinical_app" WITH CHECK (user_id is null or user_id = nullif(current_setting('clinical.user_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "sign_in_steps_update" ON "sign_in_steps" AS PERMISSIVE FOR UPDATE TO "clinical_app" USING (secret_hash = decode(nullif(current_setting('clinical.credential_hash', true), ''), 'hex') or user_id = nullif(current_setting('clinical.user_id', true), '')::uuid) WITH CHECK (secret_hash = decode(nullif(current_setting('clinical.credential_hash', true), ''), 'hex') or user_id = nullif(current_setting('clinical.user_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "sign_in_steps_worker" ON "sign_in_steps" AS PERMISSIVE FOR ALL TO "clinical_worker" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "totp_secrets_select" ON "totp_secrets" AS PERMISSIVE FOR SELECT TO "clinical_app" USING (user_id = nullif(current_setting('clinical.user_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "totp_secrets_insert" ON "totp_secrets" AS PERMISSIVE FOR INSERT TO "clinical_app" WITH CHECK (user_id = nullif(current_setting('clinical.user_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "totp_secrets_update" ON "totp_secrets" AS PERMISSIVE FOR UPDATE TO "clinical_app" USING (user_id = nullif(current_setting('clinical.user_id', true), '')::uuid) WITH CHECK (user_id = nullif(current_setting('clinical.user_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "totp_secrets_delete" ON "totp_secrets" AS PERMISSIVE FOR DELETE TO "clinical_app" USING (user_id = nullif(current_setting('clinical.user_id', true), '')::uuid);
CREATE TABLE "audit_patients" (
	"org_id" uuid NOT NULL,
	"patient_id" uuid NOT NULL,
	"audit_id" uuid NOT NULL,
	CONSTRAINT "audit_patients_pkey" PRIMARY KEY("org_id","patient_id","audit_id")
);
--> statement-breakpoint
ALTER TABLE "audit_patients" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE POLICY "audit_patients_select" ON "audit_patients" AS PERMISSIVE FOR SELECT TO "clinical_app" USING (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "audit_patients_insert" ON "audit_patients" AS PERMISSIVE FOR INSERT TO "clinical_app" WITH CHECK (org_id = nullif(current_setting('clinical.org_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "audit_patients_update" ON "audit_patients" AS PERMISSIVE FOR UPDATE TO "clinical_app" USING (false) WITH CHECK (false);--> statement-breakpoint
CREATE POLICY "audit_patients_delete" ON "audit_patients" AS PERMISSIVE FOR DELETE TO "clinical_app" USING (false);--> statement-breakpoint
ALTER POLICY "organisations_select" ON "organisations" TO clinical_app USING (id = nullif(current_setting('clinical.org_id', true), '')::uuid or slug = nullif(current_setting('clinical.org_slug', true), '') or exists (select 1 from memberships m where m.org_id = organisations.id and m.user_id = nullif(current_setting('clinical.user_id', true), '')::uuid) or exists (select 1 from api_keys k where k.org_id = organisations.id and k.secret_hash = decode(nullif(current_setting('clinical.credential_hash', true), ''), 'hex')) or exists (select 1 from oauth_apps a where a.org_id = organisations.id and a.id = nullif(current_setting('clinical.client_id', true), '')::uuid));
--> statement-breakpoint
-- Acts that are there already. Policies bind the owner as well, so they rest for this statement.
ALTER TABLE audit_events NO FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
INSERT INTO audit_patients (org_id, patient_id, audit_id)
SELECT DISTINCT org_id, unnest(patient_ids), id FROM audit_events WHERE patient_ids <> '{}';
--> statement-breakpoint
ALTER TABLE audit_events FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE audit_patients FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
-- Add and read only, like the audit itself.
GRANT SELECT, INSERT ON audit_patients TO clinical_app;
--> statement-breakpoint
-- The worker holds back what is due in a suspended organisation.
GRANT SELECT (suspended_at) ON organisations TO clinical_worker;

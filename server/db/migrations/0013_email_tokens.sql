-- Addresses of the patients that are there already. Policies bind the owner as well, so they rest for this statement.
ALTER TABLE patients NO FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE patient_tokens NO FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
INSERT INTO patient_tokens (org_id, patient_id, token, kind)
SELECT DISTINCT org_id, id, lower(email->>'value'), 'email' FROM patients, jsonb_array_elements(emails) email
WHERE deleted_at IS NULL ON CONFLICT DO NOTHING;
--> statement-breakpoint
ALTER TABLE patients FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE patient_tokens FORCE ROW LEVEL SECURITY;

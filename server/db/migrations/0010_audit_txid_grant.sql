-- The sealer relies on the transaction id of a row being the real one, so the app may not name it: Postgres fills it in.
REVOKE INSERT ON audit_events FROM clinical_app;
--> statement-breakpoint
GRANT INSERT (org_id, id, at, actor, door, action, kind, outcome, code, object_kind, object_id, patient_ids, request_id, ip, detail) ON audit_events TO clinical_app;

ALTER TABLE invitations FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE password_resets FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE totp_secrets FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE passkeys FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE recovery_codes FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE sign_in_steps FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE known_devices FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE delegations FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE drafts FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
-- Links and half-done sign-ins that were used stay used: the app marks rows and removes none.
GRANT SELECT, INSERT, UPDATE ON invitations, password_resets, sign_in_steps, delegations TO clinical_app;
--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE, DELETE ON totp_secrets, passkeys, recovery_codes, known_devices, drafts TO clinical_app;
--> statement-breakpoint
GRANT SELECT (expires_at), DELETE ON password_resets, sign_in_steps, known_devices, drafts TO clinical_worker;

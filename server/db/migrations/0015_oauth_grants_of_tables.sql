ALTER TABLE oauth_apps FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE oauth_app_secrets FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE oauth_requests FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE oauth_grants FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE oauth_codes FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE oauth_refresh_tokens FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE oauth_consents FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
-- A spent code or refresh token stays spent: the app marks rows and removes none.
GRANT SELECT, INSERT, UPDATE ON oauth_apps, oauth_requests, oauth_grants, oauth_codes, oauth_refresh_tokens TO clinical_app;
--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE, DELETE ON oauth_app_secrets, oauth_consents TO clinical_app;
--> statement-breakpoint
-- Of the whole service; the private half is encrypted. Nobody exchanges a key for another: only its end is written.
GRANT SELECT, INSERT, UPDATE (expires_at) ON signing_keys TO clinical_app;
--> statement-breakpoint
GRANT SELECT (expires_at), DELETE ON oauth_requests, oauth_codes, oauth_refresh_tokens, signing_keys TO clinical_worker;

-- Pausing, enabling and rotating raise it: what was leased before is not sent.
GRANT SELECT (version) ON webhooks TO clinical_worker;

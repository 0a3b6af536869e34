-- What a webhook was sent is counted beside what credentials have asked.
GRANT SELECT (org_id, subject, policy, used), INSERT, UPDATE (window_started_at, used) ON rate_limits TO clinical_worker;

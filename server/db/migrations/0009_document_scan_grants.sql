-- The queue of the malware check: the worker claims by moving the due time, the verdict is written inside the organisation.
GRANT SELECT (scan_due_at, scan_attempts), UPDATE (scan_due_at) ON documents TO clinical_worker;

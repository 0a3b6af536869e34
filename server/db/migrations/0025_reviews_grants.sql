ALTER TABLE review_entries FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
-- What people did is added to and read, never changed.
GRANT SELECT, INSERT ON review_entries TO clinical_app;
--> statement-breakpoint
-- The clock of critical values: which report is due, never what it says.
GRANT SELECT (org_id, id, critical_due_at) ON lab_results TO clinical_worker;
--> statement-breakpoint
-- Reports that are there already wait from now on. Policies bind the owner as well, so they rest for this statement.
ALTER TABLE lab_results NO FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE lab_orders NO FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE patients NO FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
UPDATE lab_results r SET
  inbox_rank = CASE
    WHEN r.severity = 'critical' AND r.status <> 'entered_in_error' THEN 1
    WHEN jsonb_array_length(r.reviews) > 0 THEN 2
    WHEN r.status = 'entered_in_error' THEN 4
    WHEN r.severity = 'abnormal' THEN 3
    WHEN r.status IN ('preliminary', 'partial') THEN 6
    WHEN r.severity = 'normal' THEN 5
    ELSE 4 END,
  reviewer_id = coalesce(
    (SELECT o.ordering_user_id FROM lab_orders o WHERE o.org_id = r.org_id AND o.id = r.order_id),
    (SELECT p.primary_clinician_id FROM patients p WHERE p.org_id = r.org_id AND p.id = r.patient_id)),
  -- Nobody could sign until today: the clock begins now.
  critical_since = CASE WHEN r.severity = 'critical' AND r.status <> 'entered_in_error' THEN now() END,
  critical_due_at = CASE WHEN r.severity = 'critical' AND r.status <> 'entered_in_error' THEN now() + interval '30 minutes' END
WHERE NOT r.historical AND left(r.report_key, 5) <> 'void:' AND NOT r.reviews @> jsonb_build_array(jsonb_build_object('version', r.version));
--> statement-breakpoint
ALTER TABLE lab_results FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE lab_orders FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE patients FORCE ROW LEVEL SECURITY;

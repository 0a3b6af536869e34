-- The clock of orders: which one is due, never what was ordered for whom.
GRANT SELECT (org_id, id, status, overdue_due_at) ON lab_orders TO clinical_worker;
--> statement-breakpoint
-- Open orders that are there already: those that are overdue are told of once. Policies bind the owner as well, so they
-- rest for this statement.
ALTER TABLE lab_orders NO FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
UPDATE lab_orders SET overdue_due_at = expected_by
WHERE expected_by IS NOT NULL AND status NOT IN ('completed', 'cancelled', 'rejected');
--> statement-breakpoint
ALTER TABLE lab_orders FORCE ROW LEVEL SECURITY;

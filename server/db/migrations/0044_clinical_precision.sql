ALTER TABLE "lab_observations" ADD COLUMN "observed_at_precision" text;--> statement-breakpoint
ALTER TABLE "lab_results" ADD COLUMN "received_at_precision" text;--> statement-breakpoint
ALTER TABLE "lab_results" ADD COLUMN "reported_at_precision" text;--> statement-breakpoint
-- Lines that have the time of their report know it as exactly. What is as exact as it is shown stays as it is. Policies
-- bind the owner as well, so they rest for this statement.
ALTER TABLE lab_results NO FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE lab_observations NO FORCE ROW LEVEL SECURITY;--> statement-breakpoint
UPDATE lab_observations o SET observed_at_precision = r.collected_at_precision
FROM lab_results r
WHERE r.collected_at_precision IN ('hour', 'day', 'month', 'year')
  AND o.org_id = r.org_id AND o.result_id = r.id AND o.observed_at = r.collected_at;--> statement-breakpoint
ALTER TABLE lab_results FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE lab_observations FORCE ROW LEVEL SECURITY;

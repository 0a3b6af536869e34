-- Written as a generated column first: that fills the rows of all organisations, which an UPDATE could not see below
-- forced policies. Then it is an ordinary column.
ALTER TABLE "lab_results" ADD COLUMN "report_key" text GENERATED ALWAYS AS (CASE WHEN filler_order_number IS NULL THEN 'content:' || id::text ELSE 'filler:' || filler_order_number END) STORED NOT NULL;--> statement-breakpoint
ALTER TABLE "lab_results" ALTER COLUMN "report_key" DROP EXPRESSION;--> statement-breakpoint
DROP INDEX "lab_results_filler";--> statement-breakpoint
CREATE UNIQUE INDEX "lab_results_key" ON "lab_results" USING btree ("org_id","lab_id","report_key");--> statement-breakpoint
CREATE INDEX "lab_results_accession" ON "lab_results" USING btree ("org_id","lab_id","accession_number") WHERE accession_number is not null;--> statement-breakpoint
CREATE INDEX "lab_results_filler" ON "lab_results" USING btree ("org_id","lab_id","filler_order_number") WHERE filler_order_number is not null;

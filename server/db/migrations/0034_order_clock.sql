ALTER TABLE "lab_orders" ADD COLUMN "overdue_due_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "organisations" ADD COLUMN "catalog_version" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX "lab_orders_overdue_due" ON "lab_orders" USING btree ("overdue_due_at") WHERE overdue_due_at is not null and status not in ('completed', 'cancelled', 'rejected');--> statement-breakpoint
CREATE POLICY "lab_orders_worker" ON "lab_orders" AS PERMISSIVE FOR ALL TO "clinical_worker" USING (true) WITH CHECK (true);
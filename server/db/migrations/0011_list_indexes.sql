ALTER TABLE "patients" ALTER COLUMN "family_key" SET DATA TYPE text COLLATE "C";--> statement-breakpoint
ALTER TABLE "patients" ALTER COLUMN "given_key" SET DATA TYPE text COLLATE "C";--> statement-breakpoint
CREATE INDEX "documents_updated" ON "documents" USING btree ("org_id","updated_at","id");--> statement-breakpoint
CREATE INDEX "documents_order" ON "documents" USING btree ("org_id","order_id","id") WHERE order_id is not null;--> statement-breakpoint
CREATE INDEX "documents_result" ON "documents" USING btree ("org_id","result_id","id") WHERE result_id is not null;--> statement-breakpoint
CREATE INDEX "documents_category" ON "documents" USING btree ("org_id","category","id");--> statement-breakpoint
CREATE INDEX "documents_status" ON "documents" USING btree ("org_id","status","id") WHERE status <> 'available';--> statement-breakpoint
CREATE INDEX "lab_orders_priority" ON "lab_orders" USING btree ("org_id",(case "priority" when 'routine' then 1 when 'urgent' then 2 when 'asap' then 3 when 'stat' then 4 end),"id");--> statement-breakpoint
CREATE INDEX "lab_orders_status" ON "lab_orders" USING btree ("org_id","status","id");--> statement-breakpoint
CREATE INDEX "lab_orders_clinician" ON "lab_orders" USING btree ("org_id","ordering_user_id","id");--> statement-breakpoint
CREATE INDEX "patients_status" ON "patients" USING btree ("org_id","status","id") WHERE deleted_at is null and status <> 'active';
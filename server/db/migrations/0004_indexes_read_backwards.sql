DROP INDEX "api_keys_list";--> statement-breakpoint
DROP INDEX "audit_events_time";--> statement-breakpoint
DROP INDEX "deliveries_webhook_list";--> statement-breakpoint
DROP INDEX "documents_list";--> statement-breakpoint
DROP INDEX "documents_patient_list";--> statement-breakpoint
DROP INDEX "lab_orders_list";--> statement-breakpoint
DROP INDEX "lab_orders_patient_list";--> statement-breakpoint
DROP INDEX "patients_list";--> statement-breakpoint
DROP INDEX "webhooks_list";--> statement-breakpoint
CREATE INDEX "api_keys_list" ON "api_keys" USING btree ("org_id","id");--> statement-breakpoint
CREATE INDEX "audit_events_time" ON "audit_events" USING btree ("org_id","id");--> statement-breakpoint
CREATE INDEX "deliveries_webhook_list" ON "deliveries" USING btree ("org_id","webhook_id","id");--> statement-breakpoint
CREATE INDEX "documents_list" ON "documents" USING btree ("org_id","id");--> statement-breakpoint
CREATE INDEX "documents_patient_list" ON "documents" USING btree ("org_id","patient_id","id");--> statement-breakpoint
CREATE INDEX "lab_orders_list" ON "lab_orders" USING btree ("org_id","id");--> statement-breakpoint
CREATE INDEX "lab_orders_patient_list" ON "lab_orders" USING btree ("org_id","patient_id","id");--> statement-breakpoint
CREATE INDEX "patients_list" ON "patients" USING btree ("org_id","id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "webhooks_list" ON "webhooks" USING btree ("org_id","id");
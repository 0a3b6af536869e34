ALTER TABLE "documents" ADD COLUMN "type_code" text GENERATED ALWAYS AS (type->>'code') STORED;--> statement-breakpoint
ALTER TABLE "documents" ADD COLUMN "media_type" text GENERATED ALWAYS AS (split_part(content_type, ';', 1)) STORED;--> statement-breakpoint
CREATE INDEX "documents_type" ON "documents" USING btree ("org_id","type_code","id") WHERE type_code is not null;--> statement-breakpoint
CREATE INDEX "documents_media_type" ON "documents" USING btree ("org_id","media_type","id");--> statement-breakpoint
CREATE INDEX "documents_date" ON "documents" USING btree ("org_id","document_date") WHERE document_date is not null;--> statement-breakpoint
CREATE INDEX "lab_orders_lab" ON "lab_orders" USING btree ("org_id","lab_id","id");
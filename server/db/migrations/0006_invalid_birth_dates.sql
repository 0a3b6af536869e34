ALTER TABLE "inbound_documents" ADD COLUMN "birth_date_unread" text;--> statement-breakpoint
ALTER TABLE "inbound_reports" ADD COLUMN "birth_date_unread" text;
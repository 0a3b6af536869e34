ALTER TABLE "lab_codes" ADD COLUMN "not_needed_by" text;--> statement-breakpoint
ALTER TABLE "lab_codes" ADD COLUMN "not_needed_at" timestamp (3) with time zone;
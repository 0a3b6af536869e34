ALTER TABLE "documents" ADD COLUMN "lacks_end" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "uploads" ADD COLUMN "lacks_end" boolean DEFAULT false NOT NULL;
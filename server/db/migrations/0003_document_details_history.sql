ALTER TABLE "document_corrections" ALTER COLUMN "reason" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "document_corrections" ADD COLUMN "changes" jsonb;
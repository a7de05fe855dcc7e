ALTER TABLE "reports" ADD COLUMN "input_from" date;--> statement-breakpoint
ALTER TABLE "reports" ADD COLUMN "input_hash" text;
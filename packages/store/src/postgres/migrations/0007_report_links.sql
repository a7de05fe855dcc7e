ALTER TABLE "reports" ADD COLUMN "format" integer;--> statement-breakpoint
ALTER TABLE "reports" ADD COLUMN "link" text;--> statement-breakpoint
UPDATE "reports" SET "format" = 1, "link" = "content_hash";--> statement-breakpoint
ALTER TABLE "reports" ALTER COLUMN "format" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "reports" ALTER COLUMN "link" SET NOT NULL;

ALTER TABLE "reports" ADD COLUMN "due_wall" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "reports" ADD COLUMN "published_wall" timestamp (3) with time zone;
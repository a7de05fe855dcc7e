ALTER TABLE "filters" ADD COLUMN "conditions_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "filters" ADD COLUMN "conditions_known" boolean DEFAULT true NOT NULL;--> statement-breakpoint
UPDATE "filters" SET "conditions_at" = "updated_at", "conditions_known" = "updated_at" = "created_at";--> statement-breakpoint
ALTER TABLE "filters" ALTER COLUMN "conditions_at" SET NOT NULL;

ALTER TABLE "price_levels" ADD COLUMN "basis" date;--> statement-breakpoint
UPDATE "price_levels" SET "basis" = ("updated_at" AT TIME ZONE 'America/New_York')::date;--> statement-breakpoint
ALTER TABLE "price_levels" ALTER COLUMN "basis" SET NOT NULL;

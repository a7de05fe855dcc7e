ALTER TABLE "provider_sessions" ADD COLUMN "groups" jsonb;--> statement-breakpoint
ALTER TABLE "provider_sessions" ADD COLUMN "refresh_token" text;--> statement-breakpoint
ALTER TABLE "provider_sessions" ADD COLUMN "checked_at" timestamp (3) with time zone;
ALTER TABLE "sessions" ADD COLUMN "older_refresh_hash" "bytea";--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "older_salt" "bytea";
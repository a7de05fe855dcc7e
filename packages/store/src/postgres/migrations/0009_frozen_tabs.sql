ALTER TABLE "frozen_tickers" DROP CONSTRAINT "frozen_tickers_entry";--> statement-breakpoint
ALTER TABLE "frozen_tickers" ADD COLUMN "tab" text;--> statement-breakpoint
ALTER TABLE "frozen_tickers" ADD CONSTRAINT "frozen_tickers_entry" UNIQUE NULLS NOT DISTINCT("user_id","filter_id","tab","ticker_id");--> statement-breakpoint
ALTER TABLE "frozen_tickers" ADD CONSTRAINT "frozen_tickers_place" CHECK ("frozen_tickers"."filter_id" is null or "frozen_tickers"."tab" is null);
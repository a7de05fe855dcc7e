ALTER TABLE "ticker_alerts" ADD COLUMN "watchlist_id" integer;--> statement-breakpoint
ALTER TABLE "ticker_alerts" ADD COLUMN "watchlist_name" text;--> statement-breakpoint
ALTER TABLE "ticker_alerts" ADD CONSTRAINT "ticker_alerts_watchlist_id_watchlists_id_fk" FOREIGN KEY ("watchlist_id") REFERENCES "public"."watchlists"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "ticker_alerts_watchlist" ON "ticker_alerts" USING btree ("watchlist_id") WHERE "ticker_alerts"."watchlist_id" is not null;
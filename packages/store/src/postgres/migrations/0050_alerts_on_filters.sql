ALTER TABLE "ticker_alerts" ADD COLUMN "filter_id" integer;--> statement-breakpoint
ALTER TABLE "ticker_alerts" ADD COLUMN "filter_name" text;--> statement-breakpoint
ALTER TABLE "ticker_alerts" ADD CONSTRAINT "ticker_alerts_filter_id_filters_id_fk" FOREIGN KEY ("filter_id") REFERENCES "public"."filters"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "ticker_alerts_filter" ON "ticker_alerts" USING btree ("filter_id") WHERE "ticker_alerts"."filter_id" is not null;
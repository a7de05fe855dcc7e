CREATE TABLE "feed_addresses" (
	"filter_id" integer PRIMARY KEY NOT NULL,
	"token_hash" "bytea" NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "feed_addresses_token" UNIQUE("token_hash")
);
--> statement-breakpoint
DROP INDEX "messages_end";--> statement-breakpoint
ALTER TABLE "noticed_reports" ALTER COLUMN "made_at" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "feed_addresses" ADD CONSTRAINT "feed_addresses_filter_id_filters_id_fk" FOREIGN KEY ("filter_id") REFERENCES "public"."filters"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "filters_notices" ON "filters" USING btree ("user_id") WHERE "filters"."feed_position" is not null;--> statement-breakpoint
CREATE INDEX "messages_end" ON "messages" USING brin ("created_at");
CREATE TABLE "price_levels" (
	"user_id" uuid NOT NULL,
	"ticker_id" integer NOT NULL,
	"levels" jsonb NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "price_levels_user_id_ticker_id_pk" PRIMARY KEY("user_id","ticker_id")
);
--> statement-breakpoint
ALTER TABLE "price_levels" ADD CONSTRAINT "price_levels_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "price_levels" ADD CONSTRAINT "price_levels_ticker_id_tickers_id_fk" FOREIGN KEY ("ticker_id") REFERENCES "public"."tickers"("id") ON DELETE no action ON UPDATE no action;
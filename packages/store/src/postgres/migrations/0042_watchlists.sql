CREATE TABLE "watchlist_tickers" (
	"watchlist_id" integer NOT NULL,
	"ticker_id" integer NOT NULL,
	"position" integer NOT NULL,
	"exchange" text,
	"section" text,
	CONSTRAINT "watchlist_tickers_watchlist_id_ticker_id_pk" PRIMARY KEY("watchlist_id","ticker_id")
);
--> statement-breakpoint
CREATE TABLE "watchlists" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "watchlists_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"user_id" uuid NOT NULL,
	"name" text NOT NULL,
	"position" integer NOT NULL,
	"token" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "watchlists_token" UNIQUE("token"),
	CONSTRAINT "watchlists_name" UNIQUE("user_id","name")
);
--> statement-breakpoint
ALTER TABLE "watchlist_tickers" ADD CONSTRAINT "watchlist_tickers_watchlist_id_watchlists_id_fk" FOREIGN KEY ("watchlist_id") REFERENCES "public"."watchlists"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "watchlist_tickers" ADD CONSTRAINT "watchlist_tickers_ticker_id_tickers_id_fk" FOREIGN KEY ("ticker_id") REFERENCES "public"."tickers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "watchlists" ADD CONSTRAINT "watchlists_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "watchlist_tickers_ticker" ON "watchlist_tickers" USING btree ("ticker_id");
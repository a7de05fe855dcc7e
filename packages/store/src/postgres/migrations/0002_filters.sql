CREATE TABLE "chart_settings" (
	"user_id" uuid NOT NULL,
	"tab" text NOT NULL,
	"strategy" text NOT NULL,
	"settings" jsonb NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "chart_settings_user_id_tab_strategy_pk" PRIMARY KEY("user_id","tab","strategy")
);
--> statement-breakpoint
CREATE TABLE "favorite_tickers" (
	"user_id" uuid NOT NULL,
	"ticker_id" integer NOT NULL,
	"since" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "favorite_tickers_user_id_ticker_id_pk" PRIMARY KEY("user_id","ticker_id")
);
--> statement-breakpoint
CREATE TABLE "filters" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "filters_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"user_id" uuid,
	"tab" text NOT NULL,
	"strategy" text NOT NULL,
	"name" text NOT NULL,
	"name_key" text NOT NULL,
	"conditions" jsonb NOT NULL,
	"operation" text,
	"comment" text DEFAULT '' NOT NULL,
	"feed_position" integer,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "filters_name" UNIQUE("user_id","name_key")
);
--> statement-breakpoint
CREATE TABLE "frozen_tickers" (
	"user_id" uuid NOT NULL,
	"filter_id" integer,
	"ticker_id" integer NOT NULL,
	"reason" text DEFAULT '' NOT NULL,
	"since" timestamp (3) with time zone NOT NULL,
	"until" timestamp (3) with time zone,
	CONSTRAINT "frozen_tickers_entry" UNIQUE NULLS NOT DISTINCT("user_id","filter_id","ticker_id")
);
--> statement-breakpoint
ALTER TABLE "chart_settings" ADD CONSTRAINT "chart_settings_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "favorite_tickers" ADD CONSTRAINT "favorite_tickers_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "favorite_tickers" ADD CONSTRAINT "favorite_tickers_ticker_id_tickers_id_fk" FOREIGN KEY ("ticker_id") REFERENCES "public"."tickers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "filters" ADD CONSTRAINT "filters_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "frozen_tickers" ADD CONSTRAINT "frozen_tickers_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "frozen_tickers" ADD CONSTRAINT "frozen_tickers_filter_id_filters_id_fk" FOREIGN KEY ("filter_id") REFERENCES "public"."filters"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "frozen_tickers" ADD CONSTRAINT "frozen_tickers_ticker_id_tickers_id_fk" FOREIGN KEY ("ticker_id") REFERENCES "public"."tickers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "filters_house" ON "filters" USING btree ("tab") WHERE "filters"."user_id" is null;--> statement-breakpoint
CREATE INDEX "frozen_tickers_filter" ON "frozen_tickers" USING btree ("filter_id");--> statement-breakpoint
CREATE INDEX "frozen_tickers_end" ON "frozen_tickers" USING btree ("until") WHERE "frozen_tickers"."until" is not null;
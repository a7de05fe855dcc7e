CREATE TABLE "alert_firings" (
	"alert_id" integer NOT NULL,
	"ticker_id" integer NOT NULL,
	"occasion" text NOT NULL,
	"report_time" timestamp (3) with time zone NOT NULL,
	"report_version" integer NOT NULL,
	CONSTRAINT "alert_firings_alert_id_ticker_id_occasion_pk" PRIMARY KEY("alert_id","ticker_id","occasion")
);
--> statement-breakpoint
CREATE TABLE "ticker_alerts" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "ticker_alerts_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"user_id" uuid NOT NULL,
	"ticker_id" integer,
	"condition" jsonb NOT NULL,
	"basis" date NOT NULL,
	"since" timestamp (3) with time zone NOT NULL,
	"repeat" text NOT NULL,
	"cool_down" integer NOT NULL,
	"expires" timestamp (3) with time zone,
	"note" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"fired" integer DEFAULT 0 NOT NULL,
	"last_report" timestamp (3) with time zone,
	"last_ticker_id" integer
);
--> statement-breakpoint
ALTER TABLE "alert_firings" ADD CONSTRAINT "alert_firings_alert_id_ticker_alerts_id_fk" FOREIGN KEY ("alert_id") REFERENCES "public"."ticker_alerts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ticker_alerts" ADD CONSTRAINT "ticker_alerts_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ticker_alerts" ADD CONSTRAINT "ticker_alerts_ticker_id_tickers_id_fk" FOREIGN KEY ("ticker_id") REFERENCES "public"."tickers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "ticker_alerts_user" ON "ticker_alerts" USING btree ("user_id","id");--> statement-breakpoint
CREATE INDEX "ticker_alerts_ticker" ON "ticker_alerts" USING btree ("ticker_id") WHERE "ticker_alerts"."ticker_id" is not null;
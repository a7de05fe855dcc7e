CREATE TABLE "decisions" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "decisions_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"user_id" uuid NOT NULL,
	"ticker_id" integer NOT NULL,
	"kind" text NOT NULL,
	"direction" text NOT NULL,
	"strategy" text NOT NULL,
	"horizon" integer NOT NULL,
	"filter_id" integer,
	"tags" text[] NOT NULL,
	"note" text NOT NULL,
	"made_at" timestamp (3) with time zone NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"deleted_at" timestamp (3) with time zone
);
--> statement-breakpoint
ALTER TABLE "decisions" ADD CONSTRAINT "decisions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "decisions" ADD CONSTRAINT "decisions_ticker_id_tickers_id_fk" FOREIGN KEY ("ticker_id") REFERENCES "public"."tickers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "decisions" ADD CONSTRAINT "decisions_filter_id_filters_id_fk" FOREIGN KEY ("filter_id") REFERENCES "public"."filters"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "decisions_user" ON "decisions" USING btree ("user_id","id");--> statement-breakpoint
CREATE INDEX "decisions_ticker" ON "decisions" USING btree ("ticker_id");--> statement-breakpoint
CREATE INDEX "decisions_filter" ON "decisions" USING btree ("filter_id") WHERE "decisions"."filter_id" is not null;
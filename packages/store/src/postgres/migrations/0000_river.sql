CREATE TABLE "batches" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"provider" text NOT NULL,
	"state" text DEFAULT 'open' NOT NULL,
	"note" text DEFAULT '' NOT NULL,
	"rows" bigint DEFAULT 0 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"committed_at" timestamp (3) with time zone,
	"swept_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "imports" (
	"file_hash" text PRIMARY KEY NOT NULL,
	"path" text NOT NULL,
	"format" text NOT NULL,
	"state" text NOT NULL,
	"batch_id" bigint,
	"rows" integer DEFAULT 0 NOT NULL,
	"rejects" integer DEFAULT 0 NOT NULL,
	"note" text DEFAULT '' NOT NULL,
	"started_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"finished_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "market_clock" (
	"provider" text PRIMARY KEY NOT NULL,
	"market_ms" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "settings" (
	"key" text PRIMARY KEY NOT NULL,
	"value" jsonb NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "parameter_sets" (
	"version" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "parameter_sets_version_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"parameters" jsonb NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "reports" (
	"time" timestamp (3) with time zone NOT NULL,
	"algo" text NOT NULL,
	"version" integer NOT NULL,
	"build_id" bigint NOT NULL,
	"parameters_version" integer NOT NULL,
	"engine_version" text NOT NULL,
	"cutoff" timestamp (3) with time zone NOT NULL,
	"tickers" integer NOT NULL,
	"content_hash" text NOT NULL,
	"previous_hash" text NOT NULL,
	"chain_seq" bigint NOT NULL,
	"reconstructed" boolean NOT NULL,
	"published_at" timestamp (3) with time zone NOT NULL,
	"superseded_by" integer,
	CONSTRAINT "reports_time_algo_version_pk" PRIMARY KEY("time","algo","version"),
	CONSTRAINT "reports_chain" UNIQUE("chain_seq")
);
--> statement-breakpoint
CREATE TABLE "schedule_slots" (
	"date" date NOT NULL,
	"time" time NOT NULL,
	"algo" text NOT NULL,
	"report" text NOT NULL,
	"is_use" boolean NOT NULL,
	CONSTRAINT "schedule_slots_date_time_algo_pk" PRIMARY KEY("date","time","algo")
);
--> statement-breakpoint
CREATE TABLE "dividends" (
	"ticker_id" integer NOT NULL,
	"ex_date" date NOT NULL,
	"amount" double precision NOT NULL,
	"source" text NOT NULL,
	CONSTRAINT "dividends_ticker_id_ex_date_pk" PRIMARY KEY("ticker_id","ex_date")
);
--> statement-breakpoint
CREATE TABLE "splits" (
	"ticker_id" integer NOT NULL,
	"date" date NOT NULL,
	"ratio" double precision NOT NULL,
	"source" text NOT NULL,
	"recorded_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"revoked_at" timestamp (3) with time zone,
	CONSTRAINT "splits_ticker_id_date_pk" PRIMARY KEY("ticker_id","date")
);
--> statement-breakpoint
CREATE TABLE "symbol_history" (
	"ticker_id" integer NOT NULL,
	"symbol" text NOT NULL,
	"since" date NOT NULL,
	"until" date,
	CONSTRAINT "symbol_history_ticker_id_since_pk" PRIMARY KEY("ticker_id","since")
);
--> statement-breakpoint
CREATE TABLE "tickers" (
	"id" integer PRIMARY KEY NOT NULL,
	"provider" text NOT NULL,
	"symbol" text NOT NULL,
	"name" text NOT NULL,
	"type" text NOT NULL,
	"industry" text,
	"shares" double precision,
	"listed" date,
	"delisted" date
);
--> statement-breakpoint
ALTER TABLE "imports" ADD CONSTRAINT "imports_batch_id_batches_id_fk" FOREIGN KEY ("batch_id") REFERENCES "public"."batches"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reports" ADD CONSTRAINT "reports_build_id_batches_id_fk" FOREIGN KEY ("build_id") REFERENCES "public"."batches"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reports" ADD CONSTRAINT "reports_parameters_version_parameter_sets_version_fk" FOREIGN KEY ("parameters_version") REFERENCES "public"."parameter_sets"("version") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "dividends" ADD CONSTRAINT "dividends_ticker_id_tickers_id_fk" FOREIGN KEY ("ticker_id") REFERENCES "public"."tickers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "splits" ADD CONSTRAINT "splits_ticker_id_tickers_id_fk" FOREIGN KEY ("ticker_id") REFERENCES "public"."tickers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "symbol_history" ADD CONSTRAINT "symbol_history_ticker_id_tickers_id_fk" FOREIGN KEY ("ticker_id") REFERENCES "public"."tickers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "batches_unswept" ON "batches" USING btree ("id") WHERE "batches"."state" <> 'committed' and "batches"."swept_at" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "reports_in_force" ON "reports" USING btree ("algo","time") WHERE "reports"."superseded_by" is null;--> statement-breakpoint
CREATE INDEX "reports_build" ON "reports" USING btree ("build_id");--> statement-breakpoint
CREATE INDEX "symbol_history_symbol" ON "symbol_history" USING btree ("symbol");--> statement-breakpoint
CREATE UNIQUE INDEX "tickers_symbol" ON "tickers" USING btree ("provider","symbol") WHERE "tickers"."delisted" is null;
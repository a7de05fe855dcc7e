CREATE TABLE "evaluated_variants" (
	"user_id" uuid NOT NULL,
	"variant" text NOT NULL,
	"p_value" double precision,
	"first_at" timestamp (3) with time zone NOT NULL,
	"last_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "evaluated_variants_user_id_variant_pk" PRIMARY KEY("user_id","variant")
);
--> statement-breakpoint
CREATE TABLE "forecast_calibrations" (
	"provider" text NOT NULL,
	"timeframe" smallint NOT NULL,
	"horizon" smallint NOT NULL,
	"as_of" timestamp (3) with time zone NOT NULL,
	"parameters_version" integer NOT NULL,
	"calibration" jsonb NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "forecast_calibrations_key" PRIMARY KEY("provider","timeframe","horizon","as_of","parameters_version")
);
--> statement-breakpoint
CREATE TABLE "script_params" (
	"id" serial PRIMARY KEY NOT NULL,
	"timeframes" text[] NOT NULL,
	"ticker_type" text,
	"ticker_id" integer,
	"algo" text,
	"params" jsonb NOT NULL,
	"comment" text DEFAULT '' NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "search_parts" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"task_id" integer NOT NULL,
	"ticker_id" integer NOT NULL,
	"time" timestamp (3) with time zone NOT NULL,
	"entry" timestamp (3) with time zone NOT NULL,
	"words" integer[] NOT NULL,
	"lit" smallint NOT NULL,
	"rate" smallint NOT NULL,
	"tier" smallint NOT NULL,
	"reconstructed" boolean NOT NULL,
	"pending" smallint NOT NULL,
	"hits" boolean[] NOT NULL,
	"excess" real[] NOT NULL,
	"base" real[] NOT NULL,
	CONSTRAINT "search_parts_episode" UNIQUE("task_id","time","ticker_id")
);
--> statement-breakpoint
CREATE TABLE "search_tallies" (
	"task_id" integer NOT NULL,
	"horizon" integer NOT NULL,
	"tally" jsonb NOT NULL,
	CONSTRAINT "search_tallies_task_id_horizon_pk" PRIMARY KEY("task_id","horizon")
);
--> statement-breakpoint
CREATE TABLE "search_tasks" (
	"id" serial PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"name" text NOT NULL,
	"question" jsonb NOT NULL,
	"state" text DEFAULT 'waiting' NOT NULL,
	"run" integer DEFAULT 1 NOT NULL,
	"progress" real DEFAULT 0 NOT NULL,
	"scanned_until" timestamp (3) with time zone,
	"note" text DEFAULT '' NOT NULL,
	"evidence" jsonb,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"finished_at" timestamp (3) with time zone
);
--> statement-breakpoint
ALTER TABLE "evaluated_variants" ADD CONSTRAINT "evaluated_variants_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "search_parts" ADD CONSTRAINT "search_parts_task_id_search_tasks_id_fk" FOREIGN KEY ("task_id") REFERENCES "public"."search_tasks"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "search_tallies" ADD CONSTRAINT "search_tallies_task_id_search_tasks_id_fk" FOREIGN KEY ("task_id") REFERENCES "public"."search_tasks"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "search_tasks" ADD CONSTRAINT "search_tasks_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "search_parts_pending" ON "search_parts" USING btree ("task_id") WHERE "search_parts"."pending" > 0;--> statement-breakpoint
CREATE INDEX "search_tasks_user" ON "search_tasks" USING btree ("user_id");
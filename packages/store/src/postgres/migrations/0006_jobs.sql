CREATE TABLE "job_lines" (
	"job_id" uuid NOT NULL,
	"number" bigint GENERATED ALWAYS AS IDENTITY (sequence name "job_lines_number_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"line" text NOT NULL,
	CONSTRAINT "job_lines_job_id_number_pk" PRIMARY KEY("job_id","number")
);
--> statement-breakpoint
CREATE TABLE "jobs" (
	"id" uuid PRIMARY KEY NOT NULL,
	"number" bigint GENERATED ALWAYS AS IDENTITY (sequence name "jobs_number_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"kind" text NOT NULL,
	"request" jsonb NOT NULL,
	"key" text,
	"by" text NOT NULL,
	"state" text DEFAULT 'queued' NOT NULL,
	"canceling" boolean DEFAULT false NOT NULL,
	"phase" text DEFAULT 'Waiting' NOT NULL,
	"progress" real,
	"result" jsonb,
	"error" text,
	"attempt" integer DEFAULT 0 NOT NULL,
	"failures" integer DEFAULT 0 NOT NULL,
	"holder" integer,
	"created_at" timestamp (3) with time zone NOT NULL,
	"started_at" timestamp (3) with time zone,
	"finished_at" timestamp (3) with time zone,
	CONSTRAINT "jobs_kind_key_unique" UNIQUE("kind","key")
);
--> statement-breakpoint
ALTER TABLE "job_lines" ADD CONSTRAINT "job_lines_job_id_jobs_id_fk" FOREIGN KEY ("job_id") REFERENCES "public"."jobs"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "jobs_kind_number_index" ON "jobs" USING btree ("kind","number");--> statement-breakpoint
CREATE INDEX "jobs_open" ON "jobs" USING btree ("kind") WHERE "jobs"."state" in ('queued', 'running');
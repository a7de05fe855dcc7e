CREATE TABLE "leads" (
	"epoch" integer PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"process" text NOT NULL,
	"pid" integer NOT NULL,
	"address" text NOT NULL,
	"taken_at" timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
	"renewed_at" timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
	"ended_at" timestamp with time zone
);
--> statement-breakpoint
ALTER TABLE "batches" ADD COLUMN "epoch" integer;--> statement-breakpoint
CREATE INDEX "leads_open" ON "leads" USING btree ("epoch") WHERE "leads"."ended_at" is null;
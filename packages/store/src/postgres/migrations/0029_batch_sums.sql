CREATE TABLE "batch_sums" (
	"batch" bigint NOT NULL,
	"table" text NOT NULL,
	"day" integer NOT NULL,
	"rows" bigint NOT NULL,
	"sum" bigint NOT NULL,
	CONSTRAINT "batch_sums_batch_table_day_pk" PRIMARY KEY("batch","table","day")
);
--> statement-breakpoint
ALTER TABLE "batches" ADD COLUMN "is_summed" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "batch_sums" ADD CONSTRAINT "batch_sums_batch_batches_id_fk" FOREIGN KEY ("batch") REFERENCES "public"."batches"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "batch_sums_day" ON "batch_sums" USING btree ("day");
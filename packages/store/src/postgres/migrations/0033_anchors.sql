CREATE TABLE "anchor_proofs" (
	"anchor_id" integer NOT NULL,
	"source" text NOT NULL,
	"kind" text NOT NULL,
	"proof" "bytea" NOT NULL,
	"proven_at" timestamp (3) with time zone,
	"block" integer,
	"header" "bytea",
	CONSTRAINT "anchor_proofs_anchor_id_source_pk" PRIMARY KEY("anchor_id","source")
);
--> statement-breakpoint
CREATE TABLE "anchors" (
	"id" serial PRIMARY KEY NOT NULL,
	"text" text NOT NULL,
	"chain_seq" bigint NOT NULL,
	"seals" bigint NOT NULL,
	"made_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "anchor_proofs" ADD CONSTRAINT "anchor_proofs_anchor_id_anchors_id_fk" FOREIGN KEY ("anchor_id") REFERENCES "public"."anchors"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "anchors_chain" ON "anchors" USING btree ("chain_seq");
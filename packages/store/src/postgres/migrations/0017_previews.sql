CREATE TABLE "previews" (
	"id" uuid PRIMARY KEY NOT NULL,
	"key_line" text NOT NULL,
	"host" text NOT NULL,
	"category" text,
	"interval" text,
	"ticker" text,
	"marketcap" text[] NOT NULL,
	"video" boolean NOT NULL,
	"is_active" boolean NOT NULL,
	"media_type" text NOT NULL,
	"bytes" integer NOT NULL,
	"hash" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX "previews_active" ON "previews" USING btree ("key_line") WHERE "previews"."is_active";--> statement-breakpoint
CREATE INDEX "previews_newest" ON "previews" USING btree ("created_at" DESC NULLS LAST,"id" DESC NULLS LAST);
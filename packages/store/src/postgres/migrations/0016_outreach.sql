CREATE TABLE "contact_letters" (
	"id" uuid PRIMARY KEY NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"email" text NOT NULL,
	"name" text NOT NULL,
	"subject" text NOT NULL,
	"message" text NOT NULL,
	"dealt_with_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "wait_list" (
	"email" text NOT NULL,
	"source" text NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "wait_list_email_source_pk" PRIMARY KEY("email","source")
);
--> statement-breakpoint
CREATE INDEX "contact_letters_newest" ON "contact_letters" USING btree ("at");--> statement-breakpoint
CREATE INDEX "wait_list_newest" ON "wait_list" USING btree ("at");
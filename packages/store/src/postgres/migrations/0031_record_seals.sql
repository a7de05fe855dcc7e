CREATE TABLE "record_seals" (
	"seq" bigint PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"key" text NOT NULL,
	"user_id" uuid,
	"seal" text NOT NULL,
	"link" text NOT NULL
);
--> statement-breakpoint
CREATE INDEX "record_seals_key" ON "record_seals" USING btree ("kind","key","seq");
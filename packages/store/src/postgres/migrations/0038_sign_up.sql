CREATE TABLE "invitations" (
	"id" uuid PRIMARY KEY NOT NULL,
	"code_hash" "bytea" NOT NULL,
	"email" text,
	"email_key" text,
	"role" text NOT NULL,
	"license" text,
	"license_expires" timestamp (3) with time zone,
	"uses" integer NOT NULL,
	"used_by" uuid[] DEFAULT '{}' NOT NULL,
	"is_setup" boolean DEFAULT false NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"created_by" text NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"withdrawn_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE INDEX "invitations_newest" ON "invitations" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "invitations_email" ON "invitations" USING btree ("email_key");--> statement-breakpoint
CREATE INDEX "invitations_end" ON "invitations" USING btree ("expires_at");
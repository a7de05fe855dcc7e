CREATE TABLE "provider_sessions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"session_id" uuid,
	"link_id" uuid,
	"provider" text NOT NULL,
	"subject" text NOT NULL,
	"sid" text,
	"id_token" text,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "provider_sessions" ADD CONSTRAINT "provider_sessions_session_id_sessions_id_fk" FOREIGN KEY ("session_id") REFERENCES "public"."sessions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "provider_sessions" ADD CONSTRAINT "provider_sessions_link_id_account_links_id_fk" FOREIGN KEY ("link_id") REFERENCES "public"."account_links"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "provider_sessions_session" ON "provider_sessions" USING btree ("session_id");--> statement-breakpoint
CREATE INDEX "provider_sessions_link" ON "provider_sessions" USING btree ("link_id");--> statement-breakpoint
CREATE INDEX "provider_sessions_subject" ON "provider_sessions" USING btree ("provider","subject");--> statement-breakpoint
CREATE INDEX "provider_sessions_sid" ON "provider_sessions" USING btree ("provider","sid");
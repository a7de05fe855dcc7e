CREATE TABLE "list_mails" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "list_mails_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"user_id" uuid NOT NULL,
	"filter_id" integer,
	"tab" text NOT NULL,
	"slot" text NOT NULL,
	"since" timestamp (3) with time zone NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "list_mails" ADD CONSTRAINT "list_mails_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "list_mails" ADD CONSTRAINT "list_mails_filter_id_filters_id_fk" FOREIGN KEY ("filter_id") REFERENCES "public"."filters"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "list_mails_user" ON "list_mails" USING btree ("user_id","id");--> statement-breakpoint
CREATE INDEX "list_mails_slot" ON "list_mails" USING btree ("slot");--> statement-breakpoint
CREATE INDEX "list_mails_filter" ON "list_mails" USING btree ("filter_id") WHERE "list_mails"."filter_id" is not null;
CREATE TABLE "announcements" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "announcements_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"subject" text NOT NULL,
	"text" text NOT NULL,
	"audience" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"ends_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "deliveries" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" uuid NOT NULL,
	"channel" text NOT NULL,
	"moment" text NOT NULL,
	"message_ids" bigint[] NOT NULL,
	"due_at" timestamp (3) with time zone NOT NULL,
	"market_due" timestamp (3) with time zone,
	"state" text DEFAULT 'waiting' NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"reason" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"delivered_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "delivery_settings" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"when" text NOT NULL,
	"quiet_on" boolean NOT NULL,
	"quiet_from" integer NOT NULL,
	"quiet_to" integer NOT NULL,
	"zone" text NOT NULL,
	"most_a_day" integer NOT NULL,
	"cool_down" integer NOT NULL,
	"only_favourites" boolean NOT NULL,
	"push" boolean NOT NULL,
	"webhook" boolean NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "messages" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "messages_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"user_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"key" text,
	"filter_id" integer,
	"report_time" timestamp (3) with time zone,
	"report_version" integer,
	"since_time" timestamp (3) with time zone,
	"since_version" integer,
	"entered" integer[],
	"left" integer[],
	"told" integer[],
	"subject" text NOT NULL,
	"content" jsonb NOT NULL,
	"announcement_id" bigint,
	"created_at" timestamp (3) with time zone NOT NULL,
	"read_at" timestamp (3) with time zone,
	"deleted_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "noticed_reports" (
	"time" timestamp (3) with time zone PRIMARY KEY NOT NULL,
	"version" integer NOT NULL,
	"made_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "stopped_channels" (
	"user_id" uuid NOT NULL,
	"channel" text NOT NULL,
	"why" text NOT NULL,
	"since" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "stopped_channels_user_id_channel_pk" PRIMARY KEY("user_id","channel")
);
--> statement-breakpoint
ALTER TABLE "deliveries" ADD CONSTRAINT "deliveries_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "delivery_settings" ADD CONSTRAINT "delivery_settings_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "messages" ADD CONSTRAINT "messages_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "messages" ADD CONSTRAINT "messages_announcement_id_announcements_id_fk" FOREIGN KEY ("announcement_id") REFERENCES "public"."announcements"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stopped_channels" ADD CONSTRAINT "stopped_channels_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "announcements_newest" ON "announcements" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "announcements_end" ON "announcements" USING btree ("ends_at");--> statement-breakpoint
CREATE UNIQUE INDEX "deliveries_gathering" ON "deliveries" USING btree ("user_id","channel","moment") WHERE "deliveries"."state" = 'waiting' and "deliveries"."attempts" = 0;--> statement-breakpoint
CREATE INDEX "deliveries_due" ON "deliveries" USING btree ("due_at") WHERE "deliveries"."state" = 'waiting';--> statement-breakpoint
CREATE INDEX "deliveries_user" ON "deliveries" USING btree ("user_id","created_at");--> statement-breakpoint
CREATE INDEX "deliveries_newest" ON "deliveries" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "deliveries_state" ON "deliveries" USING btree ("state","created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "messages_filter_report" ON "messages" USING btree ("filter_id","report_time");--> statement-breakpoint
CREATE UNIQUE INDEX "messages_key" ON "messages" USING btree ("user_id","key") WHERE "messages"."key" is not null;--> statement-breakpoint
CREATE INDEX "messages_newest" ON "messages" USING btree ("user_id","created_at","id");--> statement-breakpoint
CREATE INDEX "messages_unread" ON "messages" USING btree ("user_id") WHERE "messages"."read_at" is null and "messages"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "messages_announcement" ON "messages" USING btree ("announcement_id") WHERE "messages"."announcement_id" is not null;--> statement-breakpoint
CREATE INDEX "messages_end" ON "messages" USING btree ("created_at");
CREATE TABLE "channel_receipts" (
	"delivery_id" uuid NOT NULL,
	"channel_id" uuid NOT NULL,
	CONSTRAINT "channel_receipts_delivery_id_channel_id_pk" PRIMARY KEY("delivery_id","channel_id")
);
--> statement-breakpoint
CREATE TABLE "message_channels" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" uuid NOT NULL,
	"service" text NOT NULL,
	"name" text NOT NULL,
	"address" text,
	"token" text,
	"code_hash" "bytea",
	"code_ends" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL,
	"delivered_at" timestamp (3) with time zone,
	"failures" integer DEFAULT 0 NOT NULL,
	"failing_since" timestamp (3) with time zone,
	"paused_until" timestamp (3) with time zone,
	"stopped_at" timestamp (3) with time zone,
	"stopped_why" text,
	CONSTRAINT "message_channels_code" UNIQUE("code_hash")
);
--> statement-breakpoint
ALTER TABLE "delivery_settings" ADD COLUMN "app" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "channel_receipts" ADD CONSTRAINT "channel_receipts_delivery_id_deliveries_id_fk" FOREIGN KEY ("delivery_id") REFERENCES "public"."deliveries"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "channel_receipts" ADD CONSTRAINT "channel_receipts_channel_id_message_channels_id_fk" FOREIGN KEY ("channel_id") REFERENCES "public"."message_channels"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "message_channels" ADD CONSTRAINT "message_channels_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "channel_receipts_channel" ON "channel_receipts" USING btree ("channel_id");--> statement-breakpoint
CREATE INDEX "message_channels_user" ON "message_channels" USING btree ("user_id","created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "message_channels_address" ON "message_channels" USING btree ("user_id","service","address") WHERE "message_channels"."address" is not null;
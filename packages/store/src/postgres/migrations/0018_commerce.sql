CREATE TABLE "billing_mails" (
	"key" text PRIMARY KEY NOT NULL,
	"at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "billing_standings" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"base_license" text,
	"base_until" timestamp (3) with time zone,
	"written_license" text,
	"written_until" timestamp (3) with time zone,
	"look_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "orders" (
	"id" uuid PRIMARY KEY NOT NULL,
	"code" text NOT NULL,
	"user_id" uuid,
	"product_id" uuid NOT NULL,
	"product_name" text NOT NULL,
	"provider_product_id" text,
	"license" text NOT NULL,
	"period" text NOT NULL,
	"trial_days" integer NOT NULL,
	"currency" text NOT NULL,
	"cents" integer NOT NULL,
	"coupon" text,
	"state" text NOT NULL,
	"payment_method" text,
	"provider_order_id" text,
	"charges" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"licence_until" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"paid_at" timestamp (3) with time zone,
	"withdrawn_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "payment_notices" (
	"id" uuid PRIMARY KEY NOT NULL,
	"number" bigint GENERATED ALWAYS AS IDENTITY (sequence name "payment_notices_number_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"key" text NOT NULL,
	"state" text NOT NULL,
	"type_id" integer NOT NULL,
	"type" text NOT NULL,
	"provider_order_id" text NOT NULL,
	"provider_subscription_id" text,
	"fields" jsonb NOT NULL,
	"received_at" timestamp (3) with time zone NOT NULL,
	"worked_at" timestamp (3) with time zone,
	"attempts" integer DEFAULT 0 NOT NULL,
	"copies" integer DEFAULT 1 NOT NULL,
	"reason" text,
	"order_id" uuid,
	"due_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "payment_notices_key" UNIQUE("key")
);
--> statement-breakpoint
CREATE TABLE "prices" (
	"product_id" uuid NOT NULL,
	"currency" text NOT NULL,
	"cents" integer NOT NULL,
	CONSTRAINT "prices_product_id_currency_pk" PRIMARY KEY("product_id","currency")
);
--> statement-breakpoint
CREATE TABLE "products" (
	"id" uuid PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"license" text NOT NULL,
	"period" text NOT NULL,
	"provider_product_id" text,
	"trial_days" integer NOT NULL,
	"is_active" boolean NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "products_provider" UNIQUE("provider_product_id")
);
--> statement-breakpoint
CREATE TABLE "subscriptions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"provider_id" text NOT NULL,
	"order_id" uuid NOT NULL,
	"user_id" uuid,
	"license" text NOT NULL,
	"period" text NOT NULL,
	"state" text NOT NULL,
	"renewal" text NOT NULL,
	"paid_until" timestamp (3) with time zone,
	"licence_until" timestamp (3) with time zone,
	"is_on_trial" boolean NOT NULL,
	"next_charge_at" timestamp (3) with time zone,
	"next_charge_cents" integer,
	"next_charge_currency" text,
	"failed_attempts" integer NOT NULL,
	"asked_state" text,
	"asked_renewal" text,
	"asked_renewal_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "turned_away" (
	"date" date NOT NULL,
	"hook" text NOT NULL,
	"reason" text NOT NULL,
	"count" integer NOT NULL,
	CONSTRAINT "turned_away_date_hook_reason_pk" PRIMARY KEY("date","hook","reason")
);
--> statement-breakpoint
ALTER TABLE "billing_standings" ADD CONSTRAINT "billing_standings_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_notices" ADD CONSTRAINT "payment_notices_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "prices" ADD CONSTRAINT "prices_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "subscriptions" ADD CONSTRAINT "subscriptions_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "subscriptions" ADD CONSTRAINT "subscriptions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "billing_standings_look" ON "billing_standings" USING btree ("look_at");--> statement-breakpoint
CREATE UNIQUE INDEX "orders_code" ON "orders" USING btree ("code" text_pattern_ops);--> statement-breakpoint
CREATE INDEX "orders_user" ON "orders" USING btree ("user_id","created_at");--> statement-breakpoint
CREATE INDEX "orders_newest" ON "orders" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "orders_provider" ON "orders" USING btree ("provider_order_id" text_pattern_ops);--> statement-breakpoint
CREATE INDEX "orders_product" ON "orders" USING btree ("product_id");--> statement-breakpoint
CREATE INDEX "payment_notices_due" ON "payment_notices" USING btree ("due_at","number") WHERE "payment_notices"."state" = 'received';--> statement-breakpoint
CREATE INDEX "payment_notices_newest" ON "payment_notices" USING btree ("number");--> statement-breakpoint
CREATE INDEX "payment_notices_state" ON "payment_notices" USING btree ("state","number");--> statement-breakpoint
CREATE INDEX "payment_notices_order" ON "payment_notices" USING btree ("order_id","number");--> statement-breakpoint
CREATE INDEX "payment_notices_provider_order" ON "payment_notices" USING btree ("provider_order_id" text_pattern_ops);--> statement-breakpoint
CREATE INDEX "payment_notices_provider_subscription" ON "payment_notices" USING btree ("provider_subscription_id" text_pattern_ops);--> statement-breakpoint
CREATE UNIQUE INDEX "products_sold" ON "products" USING btree ("license","period") WHERE "products"."is_active";--> statement-breakpoint
CREATE UNIQUE INDEX "subscriptions_provider" ON "subscriptions" USING btree ("provider_id" text_pattern_ops);--> statement-breakpoint
CREATE INDEX "subscriptions_user" ON "subscriptions" USING btree ("user_id","created_at");--> statement-breakpoint
CREATE INDEX "subscriptions_order" ON "subscriptions" USING btree ("order_id");--> statement-breakpoint
CREATE INDEX "subscriptions_newest" ON "subscriptions" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "subscriptions_open" ON "subscriptions" USING btree ("user_id","created_at") WHERE "subscriptions"."state" in ('active', 'suspended');
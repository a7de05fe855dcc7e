CREATE TABLE "filter_orders" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"filter_ids" integer[] NOT NULL
);
--> statement-breakpoint
ALTER TABLE "filter_orders" ADD CONSTRAINT "filter_orders_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;
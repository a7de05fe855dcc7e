CREATE TABLE "breadth_subscriptions" (
	"user_id" uuid NOT NULL,
	"key" text NOT NULL,
	"level" double precision,
	"since" timestamp (3) with time zone NOT NULL,
	"told_on" date,
	CONSTRAINT "breadth_subscriptions_user_id_key_pk" PRIMARY KEY("user_id","key")
);
--> statement-breakpoint
ALTER TABLE "breadth_subscriptions" ADD CONSTRAINT "breadth_subscriptions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;
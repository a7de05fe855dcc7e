ALTER TABLE "billing_mails" ADD COLUMN "mail" jsonb;--> statement-breakpoint
ALTER TABLE "billing_mails" ADD COLUMN "attempts" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "billing_mails" ADD COLUMN "due_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "payment_notices" ADD COLUMN "stripped_at" timestamp (3) with time zone;--> statement-breakpoint
CREATE INDEX "billing_mails_due" ON "billing_mails" USING btree ("due_at") WHERE "billing_mails"."mail" is not null;--> statement-breakpoint
CREATE INDEX "orders_waiting" ON "orders" USING btree ("updated_at") WHERE "orders"."state" = 'waiting' and "orders"."withdrawn_at" is null;--> statement-breakpoint
CREATE INDEX "payment_notices_whole" ON "payment_notices" USING btree ("received_at") WHERE "payment_notices"."stripped_at" is null;
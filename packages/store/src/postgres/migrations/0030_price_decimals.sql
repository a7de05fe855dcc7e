ALTER TABLE "orders" ALTER COLUMN "cents" SET DATA TYPE double precision;--> statement-breakpoint
ALTER TABLE "prices" ALTER COLUMN "cents" SET DATA TYPE double precision;--> statement-breakpoint
ALTER TABLE "subscriptions" ALTER COLUMN "next_charge_cents" SET DATA TYPE double precision;
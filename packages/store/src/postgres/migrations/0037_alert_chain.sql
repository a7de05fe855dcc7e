ALTER TABLE "noticed_reports" DROP CONSTRAINT "noticed_reports_pkey";--> statement-breakpoint
ALTER TABLE "noticed_reports" ADD COLUMN "licence" text;--> statement-breakpoint
ALTER TABLE "noticed_reports" ADD COLUMN "lists" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "noticed_reports" ADD COLUMN "began_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "noticed_reports" ADD CONSTRAINT "noticed_reports_licence" UNIQUE NULLS NOT DISTINCT("time","licence");

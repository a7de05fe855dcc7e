CREATE TABLE "filing_spans" (
	"seq" bigserial NOT NULL,
	"cik" bigint NOT NULL,
	"from_at" timestamp (3) with time zone NOT NULL,
	"to_at" timestamp (3) with time zone NOT NULL,
	"known_at" timestamp (3) with time zone,
	CONSTRAINT "filing_spans_cik_from_at_pk" PRIMARY KEY("cik","from_at")
);
--> statement-breakpoint
CREATE TABLE "filings" (
	"seq" bigserial NOT NULL,
	"accession" text NOT NULL,
	"cik" bigint NOT NULL,
	"source" text NOT NULL,
	"form" text NOT NULL,
	"items" text NOT NULL,
	"accepted_at" timestamp (3) with time zone NOT NULL,
	"earliest_at" timestamp (3) with time zone NOT NULL,
	"seen_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "filings_cik_accession_source_pk" PRIMARY KEY("cik","accession","source")
);
--> statement-breakpoint
CREATE TABLE "issuers" (
	"seq" bigserial NOT NULL,
	"ticker_id" integer NOT NULL,
	"since" timestamp (3) with time zone NOT NULL,
	"cik" bigint NOT NULL,
	"exchange" text,
	"sic" integer,
	"industry" text,
	CONSTRAINT "issuers_ticker_id_since_pk" PRIMARY KEY("ticker_id","since")
);
--> statement-breakpoint
CREATE INDEX "filing_spans_seq" ON "filing_spans" USING btree ("seq");--> statement-breakpoint
CREATE INDEX "filings_seq" ON "filings" USING btree ("seq");--> statement-breakpoint
CREATE INDEX "issuers_seq" ON "issuers" USING btree ("seq");
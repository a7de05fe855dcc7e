CREATE TABLE "session_members" (
	"provider" text NOT NULL,
	"date" date NOT NULL,
	"ticker_ids" integer[] NOT NULL,
	"symbols" text[] NOT NULL,
	CONSTRAINT "session_members_provider_date_pk" PRIMARY KEY("provider","date")
);

CREATE TABLE "processes" (
	"number" integer PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"process" text NOT NULL,
	"roles" text[] NOT NULL,
	"version" text NOT NULL,
	"address" text,
	"shows" timestamp (3) with time zone,
	"started_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"seen_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);

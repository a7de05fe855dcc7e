import { ALGOS, LICENCES } from '@sw/domain/reports/licence';
import { isNull, sql } from 'drizzle-orm';
import {
	bigint,
	boolean,
	customType,
	index,
	integer,
	jsonb,
	pgTable,
	primaryKey,
	serial,
	text,
	time,
	unique,
	uniqueIndex,
} from 'drizzle-orm/pg-core';
import { batches } from './batches.ts';
import { exchangeDay, instant } from './columns.ts';

/** Engine parameters, numbered; a numbered set never changes. */
export const parameterSets = pgTable('parameter_sets', {
	version: integer().primaryKey().generatedAlwaysAsIdentity(),
	parameters: jsonb().notNull(),
	createdAt: instant().notNull().default(sql`now()`),
});

export const scheduleSlots = pgTable(
	'schedule_slots',
	{
		date: exchangeDay().notNull(),
		/** UTC 'HH:mm:ss', the report time on that date. */
		time: time().notNull(),
		algo: text({ enum: ALGOS }).notNull(),
		/** The lowest licence that may open the slot's report. */
		report: text({ enum: LICENCES }).notNull(),
		isUse: boolean().notNull(),
	},
	(t) => [primaryKey({ columns: [t.date, t.time, t.algo] })],
);

/** A report exists once its row is here. Its rows in the series store have `build_id`; rows of other builds are ignored. */
export const reports = pgTable(
	'reports',
	{
		time: instant().notNull(),
		algo: text({ enum: ALGOS }).notNull(),
		/** 1 as first published; each correction adds one. */
		version: integer().notNull(),
		buildId: bigint({ mode: 'number' })
			.notNull()
			.references(() => batches.id),
		parametersVersion: integer()
			.notNull()
			.references(() => parameterSets.version),
		engineVersion: text().notNull(),
		/** Bars received up to this instant are included. */
		cutoff: instant().notNull(),
		tickers: integer().notNull(),
		/** Version of its hash format, see domain's reports/content-hash. */
		format: integer().notNull(),
		/** SHA-256 in hex of the content; in format 1 also of `previous_hash`. */
		contentHash: text().notNull(),
		/** The link of the previously published report. */
		previousHash: text().notNull(),
		/** SHA-256 in hex of the content hash, the position in the chain and the instants; in format 1 the content hash itself. */
		link: text().notNull(),
		/** Position in the chain, from 1 without gaps. */
		chainSeq: bigint({ mode: 'number' }).notNull(),
		/** Built from imported or backfilled bars. */
		reconstructed: boolean().notNull(),
		/** Market clock, as every other instant here except the next two. */
		publishedAt: instant().notNull(),
		/** Wall clock: when the slot was over, and when its report came out; null unless it came out live. */
		dueWall: instant(),
		publishedWall: instant(),
		/** First session whose bars are included, and the hash over all included bars; null in reports older than these columns. */
		inputFrom: exchangeDay(),
		inputHash: text(),
		/** The version that replaced this one; null for the one in force. */
		supersededBy: integer(),
	},
	(t) => [
		primaryKey({ columns: [t.time, t.algo, t.version] }),
		unique('reports_chain').on(t.chainSeq),
		uniqueIndex('reports_in_force').on(t.algo, t.time).where(isNull(t.supersededBy)),
		index('reports_build').on(t.buildId),
	],
);

export const WITNESS_KINDS = ['rfc3161', 'opentimestamps'] as const;

const bytes = customType<{ data: Buffer; driverData: Buffer }>({ dataType: () => 'bytea' });

/** Heads of the chain that were shown to outside witnesses. */
export const anchors = pgTable(
	'anchors',
	{
		id: serial().primaryKey(),
		/** The text whose SHA-256 the witnesses stamped, see docs/proof-format.md. */
		text: text().notNull(),
		/** The last report that it covers. */
		chainSeq: bigint({ mode: 'number' }).notNull(),
		/** Record seals that it covers. */
		seals: bigint({ mode: 'number' }).notNull(),
		/** Wall clock. */
		madeAt: instant().notNull(),
	},
	(t) => [index('anchors_chain').on(t.chainSeq)],
);

/** What a witness answered. */
export const anchorProofs = pgTable(
	'anchor_proofs',
	{
		anchorId: integer()
			.notNull()
			.references(() => anchors.id, { onDelete: 'cascade' }),
		/** The witness's address. */
		source: text().notNull(),
		kind: text({ enum: WITNESS_KINDS }).notNull(),
		/** A DER time-stamp token, or an .ots file. */
		proof: bytes().notNull(),
		/** The time that the witness states: of the token, or of the block. Null while a calendar waits for its block. */
		provenAt: instant(),
		/** Height of the Bitcoin block, and its header of 80 bytes. */
		block: integer(),
		header: bytes(),
	},
	(t) => [primaryKey({ columns: [t.anchorId, t.source] })],
);

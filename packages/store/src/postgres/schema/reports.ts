import { ALGOS, LICENCES } from '@sw/domain/reports/licence';
import {
	bigint,
	boolean,
	customType,
	index,
	integer,
	isNull,
	jsonb,
	pgTable,
	primaryKey,
	serial,
	sql,
	text,
	time,
	unique,
	uniqueIndex,
} from '../orm/drizzle.ts';
import { batches } from './batches.ts';
import { exchangeDate, instant } from './columns.ts';

/** Numbered sets of engine parameters. A numbered set never changes. */
export const parameterSets = pgTable('parameter_sets', {
	version: integer().primaryKey().generatedAlwaysAsIdentity(),
	parameters: jsonb().notNull(),
	createdAt: instant().notNull().default(sql`now()`),
});

export const scheduleSlots = pgTable(
	'schedule_slots',
	{
		date: exchangeDate().notNull(),
		/** Time of the report on that date, UTC 'HH:mm:ss'. */
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
		/** Bars received until this instant are included. */
		cutoff: instant().notNull(),
		tickers: integer().notNull(),
		/** Version of the report's hash format (see reports/content-hash.ts of the domain). */
		format: integer().notNull(),
		/** SHA-256 in hex of the content; in format 1 also of `previous_hash`. */
		contentHash: text().notNull(),
		/** Link of the previously published report. */
		previousHash: text().notNull(),
		/** SHA-256 in hex of the content hash, the position in the chain and the instants; in format 1 the content hash itself. */
		link: text().notNull(),
		/** Position in the chain, from 1 without gaps. */
		chainSeq: bigint({ mode: 'number' }).notNull(),
		/** Built from imported or backfilled bars. */
		reconstructed: boolean().notNull(),
		/** By the market clock, as all other instants here except the next two. */
		publishedAt: instant().notNull(),
		/** By the wall clock: when the slot ended, and when its report was published; null unless it was published live. */
		dueWall: instant(),
		publishedWall: instant(),
		/** First session whose bars are included, and the hash over all included bars; null in reports older than these columns. */
		inputFrom: exchangeDate(),
		inputHash: text(),
		/** The version that replaced this one; null if it is the current one. */
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

/** Heads of the chain that were sent to outside witnesses. */
export const anchors = pgTable(
	'anchors',
	{
		id: serial().primaryKey(),
		/** The text whose SHA-256 the witnesses stamped (see docs/proof-format.md). */
		text: text().notNull(),
		/** Position in the chain of the last report that the head covers. */
		chainSeq: bigint({ mode: 'number' }).notNull(),
		/** Number of record seals that the head covers. */
		seals: bigint({ mode: 'number' }).notNull(),
		/** When the head was read, by the wall clock. */
		madeAt: instant().notNull(),
	},
	(t) => [index('anchors_chain').on(t.chainSeq)],
);

/** Proofs that witnesses returned for a head. */
export const anchorProofs = pgTable(
	'anchor_proofs',
	{
		anchorId: integer()
			.notNull()
			.references(() => anchors.id, { onDelete: 'cascade' }),
		/** URL of the witness. */
		source: text().notNull(),
		kind: text({ enum: WITNESS_KINDS }).notNull(),
		/** A DER time-stamp token, or an .ots file. */
		proof: bytes().notNull(),
		/** The time that the token or the block states. Null while a calendar waits for its block. */
		provenAt: instant(),
		/** Height of the Bitcoin block, and its header of 80 bytes. */
		block: integer(),
		header: bytes(),
	},
	(t) => [primaryKey({ columns: [t.anchorId, t.source] })],
);

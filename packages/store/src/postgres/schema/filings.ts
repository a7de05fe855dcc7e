import { FILING_SOURCES } from '@sw/domain/filings/filing-book';
import { bigint, bigserial, index, integer, pgTable, primaryKey, text } from '../orm/drizzle.ts';
import { instant, tickerRef } from './columns.ts';

/** Creates a column with a number that grows with every change of a row, so that readers can query what is new. */
const seqColumn = () => bigserial({ mode: 'number' }).notNull();

/** Public filings of issuers, as first read from each source: a filing from two sources has two rows. Rows never change. */
export const filings = pgTable(
	'filings',
	{
		seq: seqColumn(),
		accession: text().notNull(),
		cik: bigint({ mode: 'number' }).notNull(),
		/** Source of the acceptance time. */
		source: text({ enum: FILING_SOURCES }).notNull(),
		form: text().notNull(),
		/** Comma-separated. */
		items: text().notNull(),
		acceptedAt: instant().notNull(),
		earliestAt: instant().notNull(),
		seenAt: instant().notNull(),
	},
	(t) => [primaryKey({ columns: [t.cik, t.accession, t.source] }), index('filings_seq').on(t.seq)],
);

/** Spans of time in which all filings are stored: of one issuer, or of all (cik 0) while the source was followed. */
export const filingSpans = pgTable(
	'filing_spans',
	{
		seq: seqColumn(),
		cik: bigint({ mode: 'number' }).notNull(),
		fromAt: instant().notNull(),
		toAt: instant().notNull(),
		/** When the whole span became known at once; null: each filing became known while the source was followed. */
		knownAt: instant(),
	},
	(t) => [primaryKey({ columns: [t.cik, t.fromAt] }), index('filing_spans_seq').on(t.seq)],
);

/** The issuer of a ticker, and since when; the start can be unknown. */
export const issuers = pgTable(
	'issuers',
	{
		seq: seqColumn(),
		tickerId: tickerRef().notNull(),
		since: instant().notNull(),
		cik: bigint({ mode: 'number' }).notNull(),
		/** For example 'NASDAQ', 'NYSE'. */
		exchange: text(),
		/** Code of the Standard Industrial Classification; its text is in `industry`. */
		sic: integer(),
		industry: text(),
	},
	(t) => [primaryKey({ columns: [t.tickerId, t.since] }), index('issuers_seq').on(t.seq)],
);

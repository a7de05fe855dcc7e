/** Times the public-information flag of 10,000 tickers at a slot, with a year of filings, for three states of coverage of the source. */
import { PUBLICATION_DELAY_MS } from '@sw/domain/filings/filing-book';
import { findInformation } from '@sw/domain/filings/information';
import { createRandom } from '@sw/domain/testing/random';
import { nyse, type Session } from '@sw/domain/time/calendar';
import { DAY, MINUTE, tickerId, type UtcMs, utcMs } from '@sw/domain/time/units';
import { createFilingBook, type OpenFilingBook } from '@sw/server/market/filings/filing-book';
import type { StoredFiling, StoredSpan } from '@sw/store/postgres/records/filings';
import { lastSessions } from './inputs/engine-market.ts';
import { type Benchmark, formatMb, formatMs, median, type ResultRow, rowWithoutReference } from './measure.ts';

const TICKERS = 10_000;
const SLOTS = 26;
/** 8-Ks in a year. */
const CURRENT_REPORTS = 75_000;
/** Filings of other forms that count as information, in a busy week in which half of the companies report results. */
const BUSY_WEEK_FILINGS = 6_000;
const ROUNDS = 4;

const TICKER_IDS = Uint32Array.from({ length: TICKERS }, (_, row) => row + 1);

export const run: Benchmark = async () => {
	const session = lastSessions(10).at(-1) as Session;
	const bytesBefore = measureMemory();
	const book = createBook(session.close, 'followed');
	const rows: ResultRow[] = [
		rowWithoutReference(
			`memory of ${book.count().toLocaleString('en')} filings of a year and ${TICKERS} issuers`,
			formatMb(measureMemory() - bytesBefore),
			'at most 20 MB',
		),
	];
	rows.push(measureSlotRow('the source was followed the whole time', 'followed', session, book));
	rows.push(measureSlotRow('histories were loaded behind a source followed for a day', 'histories', session));
	rows.push(measureSlotRow('no history is loaded yet', 'one-day', session));
	return rows;
};

/** Processor time of one slot's flags. As in production, the book takes in a feed update before each slot. */
function measureSlotRow(label: string, coverage: Coverage, session: Session, book = createBook(session.close, coverage)): ResultRow {
	const followingStart = findFollowingStart(session.close, coverage);
	const times: number[] = [];
	for (let round = 0; round < ROUNDS; round++)
		for (let slot = 0; slot < SLOTS; slot++) {
			const slotTime = utcMs(session.open + (slot + 1) * 15 * MINUTE);
			book.add({ filings: [], spans: [{ cik: 0, fromAt: followingStart, toAt: session.close }], issuers: [] });
			const start = process.cpuUsage();
			findInformation(book, nyse, TICKER_IDS, slotTime, 'live');
			const { user, system } = process.cpuUsage(start);
			times.push((user + system) / 1_000);
		}
	return rowWithoutReference(`flag of ${TICKERS} tickers at a slot: ${label}`, formatMs(median(times)), 'at most 2 ms');
}

/** The source was followed all year; or for a day, with each issuer's history loaded; or for a day, without histories. */
type Coverage = 'followed' | 'histories' | 'one-day';

function findHistoryStart(end: UtcMs): UtcMs {
	return utcMs(end - 400 * DAY);
}

function findFollowingStart(end: UtcMs, coverage: Coverage): UtcMs {
	return coverage === 'followed' ? findHistoryStart(end) : utcMs(end - DAY);
}

function createBook(end: UtcMs, coverage: Coverage): OpenFilingBook {
	const { next: random } = createRandom(49);
	const book = createFilingBook(() => null);
	const followingStart = findFollowingStart(end, coverage);
	const spans: StoredSpan[] = [{ cik: 0, fromAt: followingStart, toAt: end }];
	if (coverage === 'histories')
		for (const id of TICKER_IDS) {
			// Two spans cover the issuer's history: one up to the start of following, one from there until the history was read.
			const readAt = utcMs(followingStart + PUBLICATION_DELAY_MS + (id % 600) * MINUTE);
			spans.push({ cik: 1_000 + id, fromAt: findHistoryStart(end), toAt: followingStart, knownAt: followingStart });
			spans.push({ cik: 1_000 + id, fromAt: followingStart, toAt: readAt, knownAt: readAt });
		}
	const issuers = Array.from(TICKER_IDS, (id) => ({
		tickerId: tickerId(id),
		cik: 1_000 + id,
		since: followingStart,
		exchange: 'NYSE',
		sic: 7372,
		industry: 'Services',
	}));
	const filings = Array.from({ length: CURRENT_REPORTS + BUSY_WEEK_FILINGS }, (_, i): StoredFiling => {
		const isCurrentReport = i < CURRENT_REPORTS;
		const acceptedAt = utcMs(Math.floor(end - random() * (isCurrentReport ? 365 : 7) * DAY));
		return {
			accession: `0000001000-26-${String(i).padStart(6, '0')}`,
			cik: 1_001 + Math.floor(random() * TICKERS),
			source: 'feed',
			form: isCurrentReport ? '8-K' : '10-Q',
			items: isCurrentReport ? `${1 + (i % 8)}.0${1 + (i % 5)},9.01` : '',
			acceptedAt,
			earliestAt: acceptedAt,
			seenAt: utcMs(acceptedAt + MINUTE),
		};
	});
	filings.sort((a, b) => a.acceptedAt - b.acceptedAt);
	book.add({ filings, spans, issuers });
	return book;
}

function measureMemory(): number {
	globalThis.gc?.();
	const { heapUsed, arrayBuffers } = process.memoryUsage();
	return heapUsed + arrayBuffers;
}

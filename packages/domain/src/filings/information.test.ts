import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { nyse, type Session } from '../time/calendar.ts';
import { STRATEGIES, strategyNamed } from '../time/timeframe.ts';
import { DAY, exchangeDate, MINUTE, type TickerId, type UtcMs, utcMs } from '../time/units.ts';
import { type Filing, PUBLICATION_DELAY_MS } from './filing-book.ts';
import { findInformation, lookBackOf, lookBackStart, rowInformation } from './information.ts';
import { createPlainBook } from './testing/plain-book.ts';

const MONDAY = nyse.sessionOn(exchangeDate('2026-03-09')) as Session;
const AT = utcMs(MONDAY.open + 90 * MINUTE);
const TICKERS = [1, 2, 3];
const INTRADAY = strategyNamed('first');
const DAILY = strategyNamed('third');

function filing(acceptedAt: number, rest: Partial<Filing> = {}): Filing {
	return {
		accession: '0000000001-26-000001',
		cik: 1,
		tickerId: 1 as TickerId,
		form: '8-K',
		items: ['2.02', '9.01'],
		acceptedAt: utcMs(acceptedAt),
		earliestAt: utcMs(acceptedAt),
		seenAt: utcMs(acceptedAt + MINUTE),
		source: 'feed',
		link: 'https://example.test/1',
		...rest,
	};
}

function stateOf(filings: readonly Filing[], { at = AT, strategy = INTRADAY, covered = [1, 2] as number[] } = {}) {
	const table = findInformation(createPlainBook(filings, covered), nyse, TICKERS, at, 'live');
	return TICKERS.map((_, row) => rowInformation(table, row, strategy).state);
}

describe('public information at a report', () => {
	it('is the newest filing since the previous close, with its items', () => {
		const friday = nyse.previousSession(MONDAY.date) as Session;
		const results = filing(friday.close + 5 * MINUTE);
		const amended = filing(friday.close + 60 * MINUTE, { form: '8-K/A', items: ['5.02'] });
		const table = findInformation(createPlainBook([results, amended], [1, 2]), nyse, TICKERS, AT, 'live');
		expect(rowInformation(table, 0, INTRADAY)).toEqual({
			state: 'yes',
			lookBack: 'previous_close',
			filing: { form: '8-K/A', items: ['5.02'], acceptedAt: amended.acceptedAt },
		});
		expect(rowInformation(table, 1, INTRADAY)).toEqual({ state: 'no', lookBack: 'previous_close', filing: null });
		expect(rowInformation(table, 2, INTRADAY)).toEqual({ state: 'unknown', lookBack: 'previous_close', filing: null });
	});

	it('looks back five sessions where a strategy rates 4h or 1d', () => {
		expect(STRATEGIES.map(lookBackOf)).toEqual(['previous_close', 'five_sessions', 'five_sessions']);
		const wednesday = nyse.sessionOn(exchangeDate('2026-03-04')) as Session;
		const earlier = [filing(wednesday.open)];
		expect(stateOf(earlier)).toEqual(['no', 'no', 'unknown']);
		expect(stateOf(earlier, { strategy: DAILY })).toEqual(['yes', 'no', 'unknown']);
		expect(lookBackStart(nyse, AT, 'five_sessions')).toBe(nyse.sessionOn(exchangeDate('2026-03-02'))?.close);
	});

	it('begins at the previous close for the report of the close itself, and for one after it', () => {
		const before = nyse.previousSession(MONDAY.date)?.close;
		expect(lookBackStart(nyse, MONDAY.close, 'previous_close')).toBe(before);
		expect(lookBackStart(nyse, utcMs(MONDAY.close + 5 * MINUTE), 'previous_close')).toBe(before);
	});

	it('counts a filing five minutes after its acceptance', () => {
		expect(stateOf([filing(AT - PUBLICATION_DELAY_MS)])[0]).toBe('yes');
		expect(stateOf([filing(AT - PUBLICATION_DELAY_MS + 1)])[0]).toBe('no');
	});

	it('is yes where a filing is known of a ticker that is not covered, and unknown before there are enough sessions', () => {
		expect(stateOf([filing(AT - DAY / 24)], { covered: [] })).toEqual(['yes', 'unknown', 'unknown']);
		const first = nyse.sessionByOrdinal(0) as Session;
		expect(stateOf([filing(first.open)], { at: first.close })).toEqual(['unknown', 'unknown', 'unknown']);
	});

	it('ignores forms that are no information', () => {
		expect(stateOf([filing(AT - DAY / 24, { form: '4', items: [] })])).toEqual(['no', 'no', 'unknown']);
	});
});

describe('what comes later', () => {
	const someFiling = fc
		.record({
			offset: fc.integer({ min: -8 * 24 * 60, max: 24 * 60 }),
			delay: fc.integer({ min: 0, max: 3 * 24 * 60 }),
			ticker: fc.constantFrom(...TICKERS),
			form: fc.constantFrom('8-K', '10-Q', 'SC 13D/A', '4'),
		})
		.map(({ offset, delay, ticker, form }) => {
			const acceptedAt = AT + offset * MINUTE;
			return filing(acceptedAt, { tickerId: ticker as TickerId, form, items: [], seenAt: utcMs(acceptedAt + delay * MINUTE) });
		});
	const someFilings = fc.array(someFiling, { maxLength: 30 });
	const tableOf = (filings: readonly Filing[], knowledge: 'live' | 'reconstructed') =>
		findInformation(createPlainBook(filings, [1, 2]), nyse, TICKERS, AT as UtcMs, knowledge);

	it('a filing accepted after the report changes nothing', () => {
		fc.assert(
			fc.property(someFilings, fc.constantFrom('live', 'reconstructed'), (filings, knowledge) => {
				const known = filings.filter(({ acceptedAt }) => acceptedAt + PUBLICATION_DELAY_MS <= AT);
				expect(tableOf(filings, knowledge)).toEqual(tableOf(known, knowledge));
			}),
		);
	});

	it('a filing seen after a live report changes nothing, and when it was seen changes nothing in a reconstructed one', () => {
		fc.assert(
			fc.property(someFilings, (filings) => {
				const seen = filings.filter(({ seenAt }) => seenAt <= AT);
				expect(tableOf(filings, 'live')).toEqual(tableOf(seen, 'live'));
				const later = filings.map((each) => ({ ...each, seenAt: utcMs(each.seenAt + 400 * DAY) }));
				expect(tableOf(later, 'reconstructed')).toEqual(tableOf(filings, 'reconstructed'));
			}),
		);
	});
});

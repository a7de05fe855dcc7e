import { COVERAGE, FULLY_COVERED, PUBLICATION_DELAY_MS } from '@sw/domain/filings/filing-book';
import { formCode, itemBits } from '@sw/domain/filings/information-codes';
import { createRandom } from '@sw/domain/testing/random';
import { DAY, HOUR, MINUTE, SECOND, type TickerId, tickerId, type UtcMs, utcMs } from '@sw/domain/time/units';
import type { StoredFiling, StoredIssuer, StoredSpan } from '@sw/store/postgres/records/filings';
import { describe, expect, it } from 'vitest';
import { createFilingBook } from './filing-book.ts';

const NOON = Date.UTC(2026, 10, 24, 17);
const at = (offset: number): UtcMs => utcMs(NOON + offset);
const [A, B, UNMAPPED] = [tickerId(1), tickerId(2), tickerId(9)];
const LOOK_BACK = { from: at(-20 * HOUR), at: at(0) };

let sequence = 0;
function filing(fields: Partial<StoredFiling> & { acceptedAt: UtcMs }): StoredFiling {
	const accession = `0000000100-26-${String(++sequence).padStart(6, '0')}`;
	const { acceptedAt } = fields;
	return {
		accession,
		cik: 100,
		source: 'feed',
		form: '8-K',
		items: '2.02,9.01',
		earliestAt: acceptedAt,
		seenAt: utcMs(acceptedAt + 30 * SECOND),
		...fields,
	};
}

const issuer = (ticker: TickerId, cik: number, since = at(-300 * DAY)): StoredIssuer => ({ tickerId: ticker, cik, since });
const FOLLOWED: StoredSpan = { cik: 0, fromAt: at(-100 * DAY), toAt: at(0) };

function bookOf({
	filings = [],
	spans = [FOLLOWED],
	issuers = [issuer(A, 100)],
}: {
	filings?: StoredFiling[];
	spans?: StoredSpan[];
	issuers?: StoredIssuer[];
}) {
	const book = createFilingBook(({ accession }) => `https://example.test/${accession}`);
	book.add({ filings, spans, issuers });
	return book;
}

describe('filings of a look-back', () => {
	it('became public in it, newest first, with the issuer’s link and the ticker', () => {
		const [late, early] = [filing({ acceptedAt: at(-HOUR) }), filing({ acceptedAt: at(-2 * HOUR), form: '10-Q', items: '' })];
		const { filings, coverage } = bookOf({ filings: [late, early] }).informationInputs(A, LOOK_BACK, 'live');
		expect(filings.map(({ form, items, acceptedAt }) => [form, items, acceptedAt])).toEqual([
			['8-K', ['2.02', '9.01'], late.acceptedAt],
			['10-Q', [], early.acceptedAt],
		]);
		expect(filings[0]).toMatchObject({ tickerId: A, cik: 100, accession: late.accession, link: `https://example.test/${late.accession}` });
		expect(coverage).toBe(FULLY_COVERED);
	});

	it('count from five minutes after acceptance, to the millisecond', () => {
		const book = bookOf({ filings: [filing({ acceptedAt: at(-PUBLICATION_DELAY_MS) })] });
		const count = (from: number, to: number) => book.informationInputs(A, { from: at(from), at: at(to) }, 'live').filings.length;
		expect([count(-HOUR, -1), count(-HOUR, 0), count(-1, 0), count(0, HOUR)]).toEqual([0, 1, 1, 0]);
	});

	it('that were seen late are not known live, but count in reconstruction', () => {
		const book = bookOf({ filings: [filing({ acceptedAt: at(-HOUR), seenAt: at(1) })] });
		expect(book.informationInputs(A, LOOK_BACK, 'live').filings).toEqual([]);
		expect(book.informationInputs(A, { ...LOOK_BACK, at: at(1) }, 'live').filings).toHaveLength(1);
		expect(book.informationInputs(A, LOOK_BACK, 'reconstructed').filings).toHaveLength(1);
	});

	it('of one issuer belong to each of its classes', () => {
		const book = bookOf({ filings: [filing({ acceptedAt: at(-HOUR) })], issuers: [issuer(A, 100), issuer(B, 100)] });
		const { form, items, acceptedAt } = book.informationColumns([A, B, UNMAPPED], LOOK_BACK, 'live');
		expect([...form]).toEqual([formCode('8-K'), formCode('8-K'), 0]);
		expect([...items]).toEqual([itemBits(['2.02', '9.01']), itemBits(['2.02', '9.01']), 0]);
		expect([...acceptedAt]).toEqual([at(-HOUR), at(-HOUR), 0]);
		expect(book.informationInputs(B, LOOK_BACK, 'live').filings[0]?.tickerId).toBe(B);
	});
});

describe('an ambiguous instant', () => {
	const stated = filing({ acceptedAt: at(2 * HOUR), earliestAt: at(-3 * HOUR), seenAt: at(-HOUR), source: 'json' });

	it('is public by its later reading, and unknown between the two', () => {
		const book = bookOf({ filings: [stated] });
		const inputs = (to: number) => book.informationInputs(A, { from: LOOK_BACK.from, at: at(to) }, 'live');
		expect(inputs(0)).toEqual({ filings: [], coverage: FULLY_COVERED & ~COVERAGE.exact });
		expect([...book.informationColumns([A], LOOK_BACK, 'live').coverage]).toEqual([FULLY_COVERED & ~COVERAGE.exact]);
		expect(inputs(-3 * HOUR)).toEqual({ filings: [], coverage: FULLY_COVERED });
		const known = bookOf({ filings: [stated], spans: [{ ...FOLLOWED, toAt: at(DAY) }] });
		expect(known.informationInputs(A, { from: LOOK_BACK.from, at: at(2 * HOUR + PUBLICATION_DELAY_MS) }, 'live')).toMatchObject({
			filings: [{ source: 'json' }],
			coverage: FULLY_COVERED,
		});
	});

	it('is replaced by the header’s from when that was read, and in reconstruction', () => {
		const exact = filing({ acceptedAt: at(-3 * HOUR), accession: stated.accession, seenAt: at(-MINUTE), source: 'header' });
		const book = bookOf({ filings: [stated, exact] });
		const inputs = (to: number, knowledge: 'live' | 'reconstructed') =>
			book.informationInputs(A, { from: LOOK_BACK.from, at: at(to) }, knowledge);
		expect(inputs(-2 * MINUTE, 'live')).toMatchObject({ filings: [], coverage: FULLY_COVERED & ~COVERAGE.exact });
		expect(inputs(0, 'live')).toMatchObject({ filings: [{ source: 'header' }], coverage: FULLY_COVERED });
		expect(inputs(-2 * HOUR, 'reconstructed')).toMatchObject({ filings: [{ source: 'header' }], coverage: FULLY_COVERED });
	});

	it('adds nothing to a filing that the feed has stated exactly', () => {
		const exact = filing({ acceptedAt: at(-3 * HOUR), accession: stated.accession });
		expect(bookOf({ filings: [exact, stated] }).informationInputs(A, LOOK_BACK, 'live')).toMatchObject({
			filings: [{ source: 'feed' }],
			coverage: FULLY_COVERED,
		});
	});
});

describe('coverage', () => {
	const coverage = (filings: Parameters<typeof bookOf>[0], knowledge: 'live' | 'reconstructed' = 'live', ticker = A) => {
		const book = bookOf(filings);
		const bits = book.informationInputs(ticker, LOOK_BACK, knowledge).coverage;
		expect([...book.informationColumns([ticker], LOOK_BACK, knowledge).coverage]).toEqual([bits]);
		return Object.entries(COVERAGE).flatMap(([name, bit]) => (bits & bit ? name : []));
	};
	const ALL = ['mapped', 'reachable', 'loaded', 'exact'];

	it('lacks the issuer of a ticker that has none', () => {
		expect(coverage({}, 'live', UNMAPPED)).toEqual(['exact']);
	});

	it('lacks a source that was away at the end or in between, until what was missed is read', () => {
		const away = (...spans: StoredSpan[]) => coverage({ spans });
		expect(away({ ...FOLLOWED, toAt: at(-PUBLICATION_DELAY_MS) })).toEqual(ALL);
		expect(away({ ...FOLLOWED, toAt: at(-PUBLICATION_DELAY_MS - 1) })).toEqual(['mapped', 'loaded', 'exact']);
		const [before, after] = [
			{ ...FOLLOWED, toAt: at(-5 * HOUR) },
			{ ...FOLLOWED, fromAt: at(-4 * HOUR) },
		];
		expect(away(before, after)).toEqual(['mapped', 'loaded', 'exact']);
		const missed = { cik: 0, fromAt: at(-5 * HOUR), toAt: at(-4 * HOUR) };
		expect(away(before, { ...missed, knownAt: at(-4 * HOUR) }, after)).toEqual(ALL);
		expect(away(before, { ...missed, knownAt: at(1) }, after)).toEqual(['mapped', 'loaded', 'exact']);
		expect(coverage({ spans: [before, { ...missed, knownAt: at(1) }, after] }, 'reconstructed')).toEqual(ALL);
	});

	it('lacks the time before an issuer was followed, until its history is loaded', () => {
		const issuers = [issuer(A, 100, at(-6 * HOUR))];
		expect(coverage({ issuers })).toEqual(['mapped', 'reachable', 'exact']);
		const history = { cik: 100, fromAt: at(-300 * DAY), toAt: at(-5 * HOUR), knownAt: at(-5 * HOUR) };
		expect(coverage({ issuers, spans: [FOLLOWED, history] })).toEqual(ALL);
		expect(coverage({ issuers, spans: [FOLLOWED, { ...history, cik: 101 }] })).toEqual(['mapped', 'reachable', 'exact']);
	});

	it('lacks a ticker that changed its issuer within the look-back', () => {
		expect(coverage({ issuers: [issuer(A, 99), issuer(A, 100, at(-6 * HOUR))], spans: [FOLLOWED, { ...FOLLOWED, cik: 100 }] })).toEqual([
			'reachable',
			'loaded',
			'exact',
		]);
	});
});

describe('a book of a year', () => {
	const { next: random } = createRandom(7);
	const tickers = Array.from({ length: 10_000 }, (_, i) => tickerId(i + 1));
	const issuers = tickers.map((ticker) => issuer(ticker, 1_000 + ticker));
	const filings = Array.from({ length: 80_000 }, (_, i): StoredFiling => {
		const acceptedAt = at(-Math.floor(random() * 365 * DAY));
		return filing({
			acceptedAt,
			cik: 1_001 + (i % 9_500),
			seenAt: utcMs(acceptedAt + Math.floor(random() * 20 * MINUTE)),
			items: `${1 + (i % 8)}.0${1 + (i % 5)}`,
		});
	});

	it('answers of any instant the same without what was accepted or seen after it', () => {
		const whole = bookOf({ filings, issuers });
		for (let i = 0; i < 5; i++) {
			const lookBack = { from: at(-(i * 60 + 8) * DAY), at: at(-i * 60 * DAY) };
			const before = bookOf({
				filings: filings.filter(({ seenAt, acceptedAt }) => seenAt <= lookBack.at && acceptedAt <= lookBack.at),
				issuers,
			});
			const all = whole.informationColumns(tickers, lookBack, 'live');
			expect(all).toEqual(before.informationColumns(tickers, lookBack, 'live'));
			expect(all.form.some((form) => form > 0)).toBe(true);
			const some = tickers.filter((_, row) => row % 500 === 0);
			expect(some.map((ticker) => whole.informationInputs(ticker, lookBack, 'live').filings[0]?.acceptedAt ?? 0)).toEqual(
				some.map((ticker) => all.acceptedAt[ticker - 1]),
			);
		}
	});

	it('takes at most 20 MB for its columns', () => {
		const book = bookOf({ filings, issuers: [] });
		expect(book.bytes()).toBeLessThan(20e6);
		expect(book.count()).toBe(80_000);
	});
});

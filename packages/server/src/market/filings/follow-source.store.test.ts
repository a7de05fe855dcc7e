import { COVERAGE, FULLY_COVERED } from '@sw/domain/filings/filing-book';
import type { Ticker } from '@sw/domain/prices/ticker';
import { nyse } from '@sw/domain/time/calendar';
import { DAY, HOUR, MINUTE, tickerId, type UtcMs, utcMs } from '@sw/domain/time/units';
import type { Stores } from '@sw/store/open';
import { testStores } from '@sw/store/testing/test-stores';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { createEdgar, createEdgarClient, type FilingSource } from '../../intake/filings/edgar.ts';
import { createOutbound } from '../../intake/outbound/outbound.ts';
import { createFakeEdgar, type FakeEdgar } from '../../intake/testing/fake-edgar.ts';
import { type Answer, createHtmlResponse, type FakeVendor, startFakeVendor, type VendorRequest } from '../../intake/testing/fake-vendor.ts';
import { createFakeWallClock, type FakeWallClock } from '../../platform/clocks/testing/fake-wall-clock.ts';
import { createFilingFollower, type FilingFollower } from './follow-source.ts';
import { openStoredFilings, type StoredFilings } from './stored-filings.ts';

/** A Tuesday, 10:00 in New York. */
const START = utcMs(Date.UTC(2026, 10, 24, 15));
const [A, B, OTHER, UNMAPPED] = [tickerId(1), tickerId(2), tickerId(3), tickerId(4)];
const TICKERS = [A, B, OTHER, UNMAPPED].map((id, i): Ticker => ({ id, symbol: ['BRK.A', 'BRK.B', 'ABC', 'NONE'][i]!, name: '', type: 'stocks', industry: null, shares: null, listed: null, delisted: null })); // biome-ignore format: one object
const BERKSHIRE = 1_067_983;

let stores: Stores;
let edgar: FakeEdgar;
let vendor: FakeVendor;
let wall: FakeWallClock;
let filings: StoredFilings;
let follower: FilingFollower;
let instead: (request: VendorRequest) => Answer | undefined;
let errors: string[];
let industries: [ids: readonly number[], industry: string][];
let busy = 0;
let ending: AbortController;
let running: Promise<void>;

beforeAll(async () => {
	stores = await testStores();
});
afterAll(() => stores?.close());

beforeEach(async () => {
	await stores.records.pool.query('truncate filings, filing_spans, issuers');
	edgar = createFakeEdgar();
	edgar.issuers = [
		{ cik: BERKSHIRE, ticker: 'BRK-A', exchange: 'NYSE' },
		{ cik: BERKSHIRE, ticker: 'BRK-B', exchange: 'NYSE' },
		{ cik: 5, ticker: 'ABC' },
	];
	instead = () => undefined;
	vendor = await startFakeVendor((request) => instead(request) ?? edgar.respond(request));
	wall = createFakeWallClock(START);
	errors = [];
	industries = [];
	// Something is known before the first reading.
	file('0000000077-26-000001', 77, START - 2 * HOUR);
	begin();
});
afterEach(async () => {
	await end();
	await vendor.close();
});

function begin(): void {
	const outbound = createOutbound({ vendor: 'edgar', wall, random: () => 0, perMinute: 60_000, burst: 1_000, timeout: DAY });
	const source = createEdgar(createEdgarClient(outbound, 'desk@example.com', { site: vendor.url, data: vendor.url }), wall);
	const opened = openStoredFilings(stores, () => null, START);
	filings = { ...opened, save: counted(opened.save), refresh: counted(opened.refresh) };
	follower = createFilingFollower({
		source: { feed: counted(source.feed), history: counted(source.history), issuers: counted(source.issuers) } satisfies FilingSource,
		filings,
		calendar: nyse,
		wall,
		tickers: async () => TICKERS,
		saveIndustry: async (ids, industry) => void industries.push([ids, industry]),
		onError: (message, error) => errors.push(`${message}: ${error instanceof Error ? error.message : error}`),
	});
	ending = new AbortController();
	running = follower.run(ending.signal);
}

async function end(): Promise<void> {
	ending.abort(new Error('ended'));
	await running;
}

/** Time stands while a request or a write is under way. */
function counted<A extends unknown[], R>(work: (...args: A) => Promise<R>): (...args: A) => Promise<R> {
	return async (...args) => {
		busy++;
		try {
			return await work(...args);
		} finally {
			busy--;
		}
	};
}

async function pass(ms: number): Promise<void> {
	const until = wall.now() + ms;
	for (;;) {
		for (let calm = 0; calm < 3; calm = busy > 0 ? 0 : calm + 1) await new Promise((done) => setTimeout(done, 0));
		if (wall.now() >= until) return;
		await wall.advance(Math.min(MINUTE, until - wall.now()));
	}
}

function file(accession: string, cik: number, acceptedAt: number = wall.now(), form = '8-K'): void {
	edgar.filings.push({ accession, cik, form, items: form.startsWith('8-K') ? ['8.01'] : [], acceptedAt });
}

function inputs(ticker = B, at: UtcMs = utcMs(wall.now()), back = 5 * DAY) {
	const { filings: found, coverage } = filings.book.informationInputs(ticker, { from: utcMs(at - back), at }, 'live');
	return { found: found.map(({ accession, source }) => [accession, source]), isCovered: coverage === FULLY_COVERED, coverage };
}

it('covers the look-back once histories are loaded, and has a filing for every class of its issuer within minutes', async () => {
	edgar.sicByCik.set(BERKSHIRE, ['6331', 'Fire, Marine & Casualty Insurance']);
	file('0000000001-26-000001', BERKSHIRE, START - 2 * DAY, '10-Q');
	await pass(MINUTE);
	expect(inputs().coverage & COVERAGE.loaded).toBe(0);
	await pass(12 * MINUTE);
	expect(inputs()).toMatchObject({ isCovered: true, found: [['0000000001-26-000001', 'feed']] });
	expect([inputs(UNMAPPED).coverage, inputs(OTHER).isCovered]).toEqual([COVERAGE.exact, true]);
	const accepted = wall.now();
	file('0000000001-26-000002', BERKSHIRE);
	file('0000000001-26-000003', BERKSHIRE, accepted, '4');
	await pass(6 * MINUTE);
	for (const ticker of [A, B]) expect(inputs(ticker).found[0]).toEqual(['0000000001-26-000002', 'feed']);
	expect(inputs(B, utcMs(accepted + 4 * MINUTE)).found).toHaveLength(1);
	expect(filings.book.issuerOf(B, utcMs(wall.now()))).toEqual({
		cik: BERKSHIRE,
		exchange: 'NYSE',
		sic: 6331,
		industry: 'Fire, Marine & Casualty Insurance',
	});
	expect(industries).toEqual([[[A, B], 'Fire, Marine & Casualty Insurance']]);
	expect([errors, follower.outage()]).toEqual([[], undefined]);
});

it('loads the history of a ticker that is wanted before those of others', async () => {
	const histories = (): string[] => vendor.requests.map(({ path }) => path).filter((path) => path.startsWith('/submissions'));
	follower.prioritize(OTHER);
	await pass(12 * MINUTE);
	expect(histories().map((path) => Number(/\d+/.exec(path)?.[0]))).toEqual([5, BERKSHIRE]);
	expect([inputs(OTHER).isCovered, inputs(B).isCovered]).toEqual([true, true]);
});

it('knows nothing while the source is away, says so, and reads what it missed', async () => {
	await pass(15 * MINUTE);
	const away = wall.now();
	instead = () => createHtmlResponse(503);
	file('0000000001-26-000009', 5, away + MINUTE);
	await pass(30 * MINUTE);
	expect(inputs(OTHER).isCovered).toBe(false);
	expect(follower.outage()?.reason).toContain('edgar, feed');
	instead = () => undefined;
	await pass(12 * MINUTE);
	expect(follower.outage()).toBeUndefined();
	expect(inputs(OTHER)).toMatchObject({ isCovered: true, found: [['0000000001-26-000009', 'feed']] });
	// What is read later was not known then.
	expect(inputs(OTHER, utcMs(away + 20 * MINUTE))).toMatchObject({ isCovered: false, found: [] });
	expect(filings.book.informationInputs(OTHER, { from: utcMs(away), at: utcMs(away + 20 * MINUTE) }, 'reconstructed')).toMatchObject({
		filings: [{ accession: '0000000001-26-000009' }],
		coverage: FULLY_COVERED,
	});
});

it('does not say no over an entry that it cannot read, until the history fills the gap', async () => {
	await pass(15 * MINUTE);
	let isDamaged = true;
	let hasHistories = false;
	instead = (request) => {
		if (!hasHistories && request.path.startsWith('/submissions')) return createHtmlResponse(404);
		if (!isDamaged || !request.path.startsWith('/cgi-bin')) return undefined;
		const answer = edgar.respond(request);
		return 'text' in answer
			? { ...answer, text: answer.text.replace(/<updated>[^<]*<\/updated>\n<category/, '<updated>soon</updated>\n<category') }
			: answer;
	};
	file('0000000001-26-000010', 5);
	await pass(2 * MINUTE);
	isDamaged = false;
	await pass(9 * MINUTE);
	expect([inputs(B).isCovered, inputs(OTHER).isCovered]).toEqual([false, false]);
	expect(errors.some((error) => error.includes("entries that can't be read"))).toBe(true);
	hasHistories = true;
	await pass(70 * MINUTE);
	expect(inputs(B).isCovered).toBe(true);
	expect(inputs(OTHER)).toMatchObject({ isCovered: true, found: [['0000000001-26-000010', 'feed']] });
});

it('keeps a delisted issuer, and follows a ticker to another issuer while its history loads', async () => {
	file('0000000001-26-000020', BERKSHIRE, START - DAY);
	let isChanged = false;
	instead = ({ path }) => {
		if (!isChanged && path.includes('CIK0000000005')) {
			isChanged = true;
			edgar.issuers = [{ cik: 6, ticker: 'ABC' }];
		}
		return undefined;
	};
	await pass(15 * MINUTE);
	expect([isChanged, filings.book.issuerOf(OTHER, utcMs(wall.now()))?.cik, inputs(OTHER).isCovered]).toEqual([true, 5, true]);
	await pass(DAY);
	expect(filings.book.issuerOf(OTHER, utcMs(wall.now()))?.cik).toBe(6);
	// Before the change it was another company, of which this one's filings say nothing.
	expect(inputs(OTHER).coverage & COVERAGE.mapped).toBe(0);
	expect(inputs(OTHER, utcMs(wall.now()), MINUTE).isCovered).toBe(true);
	expect([inputs(A).isCovered, inputs(A).found.length]).toEqual([true, 1]);
});

it('goes on after a restart where it ended, over a quiet night without a gap', async () => {
	await pass(15 * MINUTE);
	// Until 22:30 in New York.
	await pass(START + 12.5 * HOUR - wall.now());
	await end();
	await wall.advance(7 * HOUR);
	begin();
	await pass(10 * MINUTE);
	const at = utcMs(wall.now());
	expect(inputs(B, at, DAY).isCovered).toBe(true);
	expect(filings.followedFrom()).toBeLessThan(START + HOUR);
});

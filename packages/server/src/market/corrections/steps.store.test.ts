import { PARAMETERS_V1 } from '@sw/domain/signals/parameters';
import { nyse } from '@sw/domain/time/calendar';
import { exchangeDate } from '@sw/domain/time/units';
import type { Stores } from '@sw/store/open';
import { verifyChain } from '@sw/store/postgres/records/reports/report-chain';
import { splitsOf } from '@sw/store/postgres/records/tickers/corporate-actions';
import { testStores } from '@sw/store/testing/test-stores';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { ReportedMarket } from '../../compose/core/market.ts';
import { testMarket } from '../../compose/testing/test-market.ts';
import { openProvider } from '../../compose/vendors/provider.ts';
import { withFiles } from '../../intake/files/testing/import-all.ts';
import { createFakeWallClock } from '../../platform/clocks/testing/fake-wall-clock.ts';
import type { BoundJob, JsonObject } from '../../platform/jobs/definition.ts';
import { type Jobs, openJobs } from '../../platform/jobs/jobs.ts';
import { LOOKBACK_SESSIONS } from '../engine/input-hash.ts';
import { MARKET_LANE } from '../stored/market-lane.ts';
import { readPendingDates, rebuildListName } from '../stored/pending-dates.ts';
import { createCorrectionJobs } from './correction-jobs.ts';
import { CORRECTIONS } from './correction-kinds.ts';

const SESSIONS = nyse.sessionsBetween(exchangeDate('2023-01-03'), exchangeDate('2024-06-28')).slice(0, LOOKBACK_SESSIONS + 60);
const YEAR = { from: dateAt(0), to: dateAt(SESSIONS.length - 1) };

function dateAt(session: number): string {
	return SESSIONS[session]?.date ?? '';
}

let stores: Stores;
let market: ReportedMarket;
let wall = createFakeWallClock();
let opened: Jobs | undefined;
let ended: string[] = [];
beforeAll(async () => {
	stores = await testStores();
	wall = createFakeWallClock();
	market = await testMarket({ stores, provider: await openProvider(stores, 'files', nyse), wall });
	await market.run();
	const price = (ticker: number, at: number): number => 100 + ((at * (ticker + 3)) % 11) / 2;
	const rows = SESSIONS.flatMap(({ date }, at) =>
		['ONE', 'TWO', 'SIX'].map(
			(symbol, i) => `${symbol},${date},${Array(4).fill(price(i, at)).join(',')},${100_000 + ((at * 7) % 13) * 500}`,
		),
	);
	await withFiles({ 'days.csv': `symbol,date,open,high,low,close,volume\n${rows.join('\n')}\n` }, (folder) =>
		market.importFiles(folder, { interval: 'day' }, () => {}),
	);
});
afterEach(async () => {
	await opened?.stop();
	ended = [];
});
afterAll(async () => {
	await market?.stop();
	await stores?.close();
});

async function open(): Promise<Jobs> {
	opened = await openJobs({ records: stores.records, definitions: Object.values(CORRECTIONS), wall, onError: () => {} });
	return opened;
}

/** Each writes down when it ends. */
function handlers(): BoundJob[] {
	return Object.values(createCorrectionJobs(market.access, () => PARAMETERS_V1)).map(({ definition, run }) => ({
		definition,
		run: async (request, context) => {
			const result = await run(request, context);
			ended.push(requestText(definition.kind, request as JsonObject));
			return result;
		},
	}));
}

/** The same for a stored request, whose keys are in another order. */
function requestText(kind: string, { from, to, date }: JsonObject): string {
	return `${kind} ${from ?? date ?? ''} ${to ?? ''}`;
}

async function tickerId(symbol: string): Promise<number> {
	return (await market.access.createParts()).universe.tickers.find((ticker) => ticker.symbol === symbol)?.id ?? 0;
}

function submit(jobs: Jobs, kind: keyof typeof CORRECTIONS, request: JsonObject) {
	return jobs.submit<object>(CORRECTIONS[kind], request, 'admin@example.test');
}

/** That every report is what a cold engine makes of the data now, and nothing is left to do. */
async function expectRebuilt(jobs: Jobs): Promise<void> {
	const { id } = await submit(jobs, 'reports', YEAR);
	expect(await jobs.follow(id)).toMatchObject({ state: 'done', result: { looked: SESSIONS.length, changed: 0 } });
	expect(await verifyChain(stores.records.db)).not.toHaveProperty('brokenAt');
	for (const list of [rebuildListName('files'), `${rebuildListName('files')}#aside`])
		expect(await readPendingDates(stores.records.db, list)).toEqual(new Map());
}

describe('corrections that come while a year is rebuilt', () => {
	it('run between its sessions in the order of requests, and leave what the serial order leaves', async () => {
		const jobs = await open();
		const [one, two] = [await tickerId('ONE'), await tickerId('TWO')];
		const year = await submit(jobs, 'reports', YEAR);
		const split = await submit(jobs, 'splits', { apply: [{ ticker_id: one, date: dateAt(250), ratio: 2 }], revoke: [], dismiss: [] });
		const other = await submit(jobs, 'reports', { from: dateAt(1), to: dateAt(100) });
		const actions = { splits: [], dividends: [{ ticker_id: two, date: dateAt(252), amount: 40 }] };
		const dividend = await submit(jobs, 'corporate_actions', actions);
		const day = await submit(jobs, 'reports', { date: dateAt(240) });
		await jobs.runLane(MARKET_LANE, handlers());
		for (const { id } of [year, split, other, dividend, day]) expect(await jobs.follow(id)).toMatchObject({ state: 'done' });
		expect(ended).toHaveLength(5);
		// The wide ones end last, in their order.
		expect(ended.slice(-2)).toEqual([requestText('reports', YEAR), requestText('reports', { from: dateAt(1), to: dateAt(100) })]);
		expect((await splitsOf(stores.records.db, 'files')).map(({ tickerId: id }) => id)).toEqual([one]);
		await expectRebuilt(jobs);
	});

	it('are resumed with it after a stop: no date is forgotten', async () => {
		const jobs = await open();
		const [one, six] = [await tickerId('ONE'), await tickerId('SIX')];
		// A split of old reaches many reports: its rebuild lets others pass, too.
		const long = await submit(jobs, 'splits', { apply: [{ ticker_id: six, date: dateAt(60), ratio: 3 }], revoke: [], dismiss: [] });
		const short = await submit(jobs, 'splits', { apply: [], revoke: [{ ticker_id: one, date: dateAt(250) }], dismiss: [] });
		let stopping: Promise<void> | undefined;
		const broken = handlers().map(
			({ definition, run }): BoundJob => ({
				definition,
				run: async (request, context) => {
					if (!JSON.stringify(request).includes('"apply":[]')) return run(request, context);
					stopping = jobs.stop();
					await new Promise((_, reject) => context.signal.addEventListener('abort', () => reject(context.signal.reason)));
					return {};
				},
			}),
		);
		await jobs.runLane(MARKET_LANE, broken);
		await expect.poll(() => stopping !== undefined, { interval: 5 }).toBe(true);
		await stopping;
		expect(ended).toEqual([]);
		const next = await open();
		await next.runLane(MARKET_LANE, handlers());
		for (const { id } of [long, short]) expect(await next.follow(id)).toMatchObject({ state: 'done' });
		await expectRebuilt(next);
		expect((await splitsOf(stores.records.db, 'files')).map(({ tickerId: id }) => id)).toEqual([six]);
	});
});

import { sql } from '@sw/store/postgres/records';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testMarket } from '../../compose/testing/test-market.ts';
import { createSteadyPace } from '../../platform/clocks/pace.ts';
import { createFakeWallClock } from '../../platform/clocks/testing/fake-wall-clock.ts';
import { createReadiness } from '../../platform/readiness.ts';
import { createMarketStores, type MarketStores } from '../../research/testing/market-stores.ts';
import { createStoredCheck } from './stored-check.ts';

const TABLES = ['bars', 'daily_bars', 'option_sums', 'mentions', 'mention_spans'] as const;

let at: MarketStores;

function run(statement: string) {
	return at.stores.records.db.execute(sql.raw(statement));
}

function series(statement: string) {
	return at.stores.series.bulk.run(statement);
}

function mutate(table: string, mutation: string) {
	return series(`ALTER TABLE ${table} ${mutation} SETTINGS mutations_sync = 1`);
}

async function restore(table: string): Promise<void> {
	await series(`TRUNCATE TABLE ${table}`);
	await series(`INSERT INTO ${table} SELECT * FROM saved_${table}`);
}

beforeAll(async () => {
	at = await createMarketStores({ rows: 8, sessions: 80, reportSessions: 2 });
	await at.market.stop();
	for (const table of TABLES) await series(`CREATE TABLE saved_${table} ENGINE = MergeTree ORDER BY tuple() AS SELECT * FROM ${table}`);
});
afterAll(() => at?.close());

function lines() {
	return createStoredCheck(at.stores).checkAll();
}

describe('stored market data', () => {
	it('are what was stored, also as ClickHouse sums them for a folder of an older version', async () => {
		expect(await lines()).toEqual([]);
		const { rows: before } = await run('select * from batch_sums order by batch, "table", day');
		expect(new Set(before.map(({ table }) => table))).toEqual(new Set(TABLES));
		await run('delete from batch_sums');
		await run('update batches set is_summed = false');
		expect(await lines()).toEqual([]);
		expect((await run('select * from batch_sums order by batch, "table", day')).rows).toEqual(before);
	});

	it.each([
		[
			'a bar that differs by its last bit',
			'bars',
			'UPDATE close = reinterpretAsFloat32(bitXor(reinterpretAsUInt32(close), toUInt32(1))) WHERE',
		],
		[
			'a volume that differs by its last bit',
			'bars',
			'UPDATE volume = reinterpretAsFloat64(bitXor(reinterpretAsUInt64(volume), toUInt64(1))) WHERE',
		],
		['a deleted bar', 'bars', 'DELETE WHERE'],
		['a daily bar', 'daily_bars', 'UPDATE high = high * 2 WHERE'],
		['an option sum', 'option_sums', 'UPDATE calls = calls + 1 WHERE'],
		['a count of mentions', 'mentions', 'UPDATE mentions = mentions + 1 WHERE'],
		['a span of mentions', 'mention_spans', 'UPDATE counter = counter + 1 WHERE'],
	])('%s is named', async (_, table, change) => {
		const row = await at.stores.series.bulk.read({ ticker: 'UInt32' }, `SELECT ticker_id AS ticker FROM ${table} LIMIT 1`);
		const column = table === 'daily_bars' ? 'day' : table === 'mention_spans' ? 'since' : 'time';
		const ticker = `ticker_id = ${row.columns.ticker[0]}`;
		await mutate(table, `${change} ${ticker} AND ${column} = (SELECT min(${column}) FROM ${table} WHERE ${ticker})`);
		const messages = await lines();
		expect(messages.length).toBeGreaterThan(0);
		expect(messages[0]).toMatch(/^(changed|missing): .* of \d{4}-\d\d-\d\d, batch \d+: \d+ /);
		await restore(table);
		expect(await lines()).toEqual([]);
	});

	it('a slipped-in bar and a batch that was set to aborted are named; a withdrawn batch is no difference', async () => {
		await series('INSERT INTO bars SELECT * FROM saved_bars ORDER BY time DESC LIMIT 1');
		expect(await lines()).toEqual([expect.stringMatching(/^added: 15-minute bars of .* rows are stored instead of/)]);
		await restore('bars');
		const { rows } = await run('select min(batch) as batch from batch_sums where "table" = \'bars\'');
		const batch = Number(rows[0]?.['batch']);
		await run(`update batches set state = 'aborted' where id = ${batch}`);
		expect((await lines())[0]).toMatch(
			new RegExp(`^revoked: .* batch ${batch}: \\d+ rows were committed, but the batch is no longer valid$`),
		);
		const { rows: sums } = await run(`select * from batch_sums where batch = ${batch}`);
		await run(`delete from batch_sums where batch = ${batch}`);
		await run(`update batches set is_summed = false where id = ${batch}`);
		expect(await lines()).toEqual([]);
		await run(
			`update batches set state = 'committed', rows = ${sums.reduce((sum, { table, rows: n }) => sum + (table === 'mention_spans' ? 0 : Number(n)), 0)} where id = ${batch}`,
		);
	});

	it('of an older version with fewer rows than its ledger says are named', async () => {
		await run('delete from batch_sums');
		await run('update batches set is_summed = false');
		await mutate('bars', 'DELETE WHERE ticker_id = (SELECT min(ticker_id) FROM bars)');
		expect(await lines()).toEqual(expect.arrayContaining([expect.stringMatching(/^batch \d+: \d+ of \d+ rows are readable$/)]));
		await restore('bars');
		expect(await lines()).toEqual([]);
	});
});

describe('a market whose stored bars are not all there', () => {
	/** A market that goes on from what is stored until it waits or has published; answers its newest report, and why it waits. */
	const goOn = async () => {
		const wall = createFakeWallClock();
		const errors: string[] = [];
		const market = await testMarket({
			stores: at.stores,
			provider: at.provider,
			wall,
			pace: createSteadyPace(60),
			reportSessions: 2,
			readiness: createReadiness(),
			onError: (_, error) => void errors.push((error as Error).message),
		});
		await market.run();
		const before = market.reports.newest()?.time ?? 0;
		const moved = async (): Promise<boolean> => {
			await wall.advance(1_000);
			return errors.length > 0 || (market.reports.newest()?.time ?? 0) > before;
		};
		await expect.poll(moved, { interval: 5 }).toBe(true);
		const published = (market.reports.newest()?.time ?? 0) > before;
		const fault = market.stored.describeProblem();
		await market.stop();
		return { published, errors, fault };
	};

	it('publishes nothing, says which days and what to do, and goes on when they are back', async () => {
		const newest = '(SELECT max(time) FROM saved_bars)';
		const gone = `time > ${newest} - INTERVAL 12 DAY AND time < ${newest} - INTERVAL 3 DAY`;
		await mutate('bars', `DELETE WHERE ${gone}`);
		const damaged = await goOn();
		expect(damaged.published).toBe(false);
		expect(damaged.fault).toMatch(
			/^Stored market data has changed since it was written: 15-minute bars of \d+ days from \S+ to \S+\. Reports based on it are not published\. Stop the server and restore the newest backup into an empty data folder: npm run restore -- <backup>\.$/,
		);
		expect(damaged.errors[0]).toBe(damaged.fault);
		// What the market stored meanwhile stays.
		await series(`INSERT INTO bars SELECT * FROM saved_bars WHERE ${gone}`);
		expect(await goOn()).toMatchObject({ published: true, errors: [], fault: undefined });
		expect(await lines()).toEqual([]);
	});
});

/** 100,000 stored alerts of all kinds, on tickers, watchlists and favourites, of which 12,000 can still fire. */
import { ALERT_KINDS, type AlertCondition } from '@sw/domain/alerts/ticker-alert';
import { packWord } from '@sw/domain/signals/packed';
import { PARAMETERS_V1 } from '@sw/domain/signals/parameters';
import { createReportTable, FLAG_ELIGIBLE, type ReportTable } from '@sw/domain/signals/report-table';
import { HOUR, MINUTE, type ReportTime, SECOND, tickerId, utcMs } from '@sw/domain/time/units';
import type { Stores } from '@sw/store/open';
import { saveTickers } from '@sw/store/postgres/records/tickers/tickers';
import { testStores } from '@sw/store/testing/test-stores';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { bindFiringRecords } from '../../../compose/areas/alert-store.ts';
import { createDirectory } from '../../../market/window/directory.ts';
import { createPriceWindow } from '../../../market/window/price-window.ts';
import type { FullReports } from '../alert-owners.ts';
import { createAlertFiring } from './fire-alerts.ts';

type Kind = AlertCondition['kind'];

const [OWNERS, EACH] = [400, 250];
const UNLICENSED = 50;
const TICKERS = 60;
const BEFORE = Date.UTC(2026, 5, 30, 15) as ReportTime;
const NOW = (BEFORE + 15 * MINUTE) as ReportTime;

const list = { tab: 'extreme_rise', strategy: 'first' } as const;
const CONDITIONS: { readonly [K in Kind]: Extract<AlertCondition, { kind: K }> } = {
	price: { kind: 'price', level: 100, side: 'above' },
	trend: {
		kind: 'trend',
		from: { time: (BEFORE - HOUR) / SECOND, price: 100 },
		to: { time: (NOW + HOUR) / SECOND, price: 100 },
		side: 'above',
	},
	rate: { kind: 'rate', ...list, value: 10 },
	depth: { kind: 'depth', sector: 'volume', timeframe: 'one_hour', value: 3 },
	volume: { kind: 'volume', timeframe: 'one_hour', value: 3 },
	mentions: { kind: 'mentions', value: 300 },
	mention_spike: { kind: 'mention_spike', value: 3 },
	enters: { kind: 'enters', ...list },
	leaves: { kind: 'leaves', ...list },
	filing: { kind: 'filing' },
};

/** What an owner's blocks of ten alerts, one of each kind, have in common. All further blocks are as the last. */
const BLOCKS = [
	'ticker',
	'watchlist',
	'favourites',
	'expired',
	'set later',
	'watchlist deleted',
	'fired this session',
	'fired once',
] as const;
const WAITING: readonly string[] = BLOCKS.slice(0, 3);

let stores: Stores;

beforeAll(async () => {
	stores = await testStores();
	const tickers = Array.from({ length: TICKERS }, (_, n) => ({
		id: tickerId(n + 1),
		symbol: `T${n + 1}`,
		name: `Ticker ${n + 1}`,
		type: 'stocks' as const,
		industry: null,
		shares: 1e6,
		listed: null,
		delisted: null,
	}));
	await saveTickers(stores.records.db, 'test', tickers);
	const { pool } = stores.records;
	await pool.query(`
		insert into users (id, email, email_key, role, status, license, created_at)
		select gen_random_uuid(), n, n, 'user', 'active', case when n <= ${UNLICENSED} then null else 'pro' end, now() from generate_series(1, ${OWNERS}) n`);
	const owners = '(select email::int as n, id from users) u';
	await pool.query(`insert into watchlists (user_id, name, position, created_at) select id, 'Mine', 0, now() from ${owners}`);
	await pool.query(`
		insert into watchlist_tickers (watchlist_id, ticker_id, position)
		select w.id, 1 + (n * 11 + k) % ${TICKERS}, k from ${owners} join watchlists w on w.user_id = u.id cross join generate_series(0, 2) k`);
	await pool.query(`
		insert into favorite_tickers (user_id, ticker_id, since)
		select id, 1 + (n * 5 + k * 7) % ${TICKERS}, now() from ${owners} cross join generate_series(0, 3) k`);
	await pool.query(
		`insert into ticker_alerts (user_id, ticker_id, watchlist_id, watchlist_name, condition, basis, since, repeat, cool_down, expires, note, created_at, fired)
		select u.id,
			case when block in ('watchlist', 'favourites', 'watchlist deleted') and kind not in ('price', 'trend') then null else 1 + (n * 7 + k * 13) % ${TICKERS} end,
			case when block = 'watchlist' and kind not in ('price', 'trend') then w.id end,
			case when block in ('watchlist', 'watchlist deleted') and kind not in ('price', 'trend') then 'Mine' end,
			$1::jsonb -> kind, '2026-06-01',
			case when block = 'set later' or block = 'watchlist deleted' and kind in ('price', 'trend') then to_timestamp($2) else '2026-06-01' end,
			case when block = 'fired this session' then 'session' else 'once' end, 0,
			case when block = 'expired' then to_timestamp($2) - interval '1 minute' end, block, now(), (block like 'fired%')::int
		from (select k, ($3::text[])[1 + k % 10] as kind, ($4::text[])[least(1 + k / 10, ${BLOCKS.length})] as block from generate_series(0, ${EACH - 1}) k) made
		cross join ${owners} join watchlists w on w.user_id = u.id`,
		[JSON.stringify(CONDITIONS), NOW / SECOND, ALERT_KINDS, BLOCKS],
	);
	await pool.query(
		`insert into alert_firings (alert_id, ticker_id, occasion, report_time, report_version)
		select id, ticker_id, case when repeat = 'once' then 'once' else '2026-06-30' end, to_timestamp($1), 1 from ticker_alerts where fired > 0`,
		[(BEFORE - HOUR) / SECOND],
	);
	for (const table of ['users', 'ticker_alerts', 'alert_firings']) await pool.query(`vacuum analyze ${table}`);
});
afterAll(() => stores?.close());

/** Of three tickers, one rises above all thresholds, one falls below them, and one stays above. */
function changeOf(id: number): 'rises' | 'falls' | 'stays' {
	return (['rises', 'falls', 'stays'] as const)[id % 3]!;
}

function tableOf(time: ReportTime, isHigh: (id: number) => boolean): ReportTable {
	const table = createReportTable(time, 'reverse', TICKERS);
	table.flags.fill(FLAG_ELIGIBLE);
	for (let row = 0; row < TICKERS; row++) {
		const id = row + 1;
		const high = isHigh(id);
		table.tickerId[row] = id;
		table.price[row] = (high ? 110 : 90) * 10_000;
		table.mentions[row] = high ? 500 : 10;
		for (const words of table.words) words[row] = packWord(high ? [4, 0, 0, 4, 0, 0, 0] : [0, 0, 0, 0, 0, 0, 0]);
		for (let cell = row; cell < table.z.length; cell += TICKERS) table.z[cell] = high ? 5 : 0;
		if (time === NOW && changeOf(id) === 'rises') table.filingAccepted[row] = (NOW - MINUTE) / SECOND;
	}
	return table;
}

async function evaluate(): Promise<string[]> {
	const before = tableOf(BEFORE, (id) => changeOf(id) !== 'rises');
	const now = tableOf(NOW, (id) => changeOf(id) !== 'falls');
	const report = { time: NOW, version: 1 };
	const opened: FullReports = { report, now, since: { time: BEFORE, version: 1 }, before, of: now.count, earlier: [] };
	const fire = createAlertFiring({
		records: bindFiringRecords(stores.records.db),
		prices: createPriceWindow(TICKERS),
		directory: createDirectory(Array.from({ length: TICKERS }, (_, n) => ({ id: tickerId(n + 1) }) as never)),
		tradingTime: (seconds) => seconds,
		loadUsualMentions: async () => new Float64Array(TICKERS).fill(20),
		yieldTurn: async () => {},
	});
	const planning = { now: utcMs(NOW), market: null };
	const alerting = {
		report,
		reportsByLicence: new Map([['pro', opened]] as const),
		planning,
		parameters: PARAMETERS_V1,
		industries: new Map(),
	};
	return fire(alerting, new AbortController().signal);
}

interface Stored {
	id: number;
	n: number;
	kind: Kind;
	block: string;
	tickers: number[];
}

/** Alert and ticker of each firing that is due: by the rule of this test's market, without the product's evaluation. */
async function expectedFirings(): Promise<(Stored & { ticker: number })[]> {
	const { rows } = await stores.records.pool.query<Stored>(`
		select a.id, u.email::int as n, a.condition ->> 'kind' as kind, a.note as block,
			case when a.ticker_id is not null then array[a.ticker_id]
				when a.note = 'watchlist' then array(select ticker_id from watchlist_tickers where watchlist_id = a.watchlist_id)
				else array(select ticker_id from favorite_tickers f where f.user_id = a.user_id) end as tickers
		from ticker_alerts a join users u on u.id = a.user_id`);
	expect(rows).toHaveLength(OWNERS * EACH);
	return rows
		.filter(({ n, block }) => n > UNLICENSED && WAITING.includes(block))
		.flatMap((alert) => {
			const wanted = alert.kind === 'leaves' ? 'falls' : 'rises';
			return alert.tickers.filter((id) => changeOf(id) === wanted).map((ticker) => ({ ...alert, ticker }));
		});
}

it('those that a report fulfils fire once for each of their tickers, and no others', async () => {
	const expected = await expectedFirings();
	const sorts = new Set(expected.map(({ kind, block }) => `${kind} of ${block}`));
	expect(sorts.size).toBe(ALERT_KINDS.length * WAITING.length);
	const keys = (rows: readonly { id: number; ticker: number }[]): string[] => rows.map(({ id, ticker }) => `${id} ${ticker}`).sort();
	const messages = async (): Promise<string[]> => {
		const { rows } = await stores.records.pool.query<{ id: number; ticker: number }>(
			"select split_part(key, ' ', 2)::int as id, split_part(key, ' ', 3)::int as ticker from messages where kind = 'alert'",
		);
		return keys(rows);
	};
	expect(await evaluate()).toHaveLength(expected.length);
	const { rows: fired } = await stores.records.pool.query<{ id: number; ticker: number }>(
		'select alert_id as id, ticker_id as ticker from alert_firings where report_time = to_timestamp($1)',
		[NOW / SECOND],
	);
	expect(keys(fired)).toEqual(keys(expected));
	expect(await messages()).toEqual(keys(expected));
	expect(await evaluate()).toEqual([]);
	expect(await messages()).toHaveLength(expected.length);
});

/** Stores accounts with alerts on tickers of a random market, some of them with a webhook or an app, and other accounts with filters. */
import type { AlertCondition } from '@sw/domain/alerts/ticker-alert';
import type { ReportTable } from '@sw/domain/signals/report-table';
import { HOUR, SECOND } from '@sw/domain/time/units';
import { newYorkDate } from '@sw/domain/time/zone';
import { type Db, sql } from '@sw/store/postgres/records';
import { storeFilters } from './stored-filters.ts';

const OWNERS = 1_000;
/** One owner in five has a webhook, one in ten an app. */
const [WEBHOOK_EVERY, APP_EVERY] = [5, 10];
const [TICKERS_PER_WATCHLIST, FAVOURITES_PER_OWNER] = [50, 20];
const [READERS, FILTERS_PER_READER] = [2_000, 5];
const SETTINGS = `'at_once', false, 0, 0, 'America/New_York', 100, 0, false, false`;
const riseList = { tab: 'extreme_rise', strategy: 'first' } as const;

/** Conditions of each owner's alerts, besides the two on prices. */
const CONDITIONS: readonly AlertCondition[] = [
	{ kind: 'rate', ...riseList, value: 20 },
	{ kind: 'depth', sector: 'price_short', timeframe: 'four_hours', value: 1 },
	{ kind: 'volume', timeframe: 'fifteen_minutes', value: 1.5 },
	{ kind: 'mentions', value: 300 },
	{ kind: 'mention_spike', value: 3 },
	{ kind: 'enters', ...riseList },
	{ kind: 'leaves', ...riseList },
	{ kind: 'filing' },
];
export const STORED_ALERTS = OWNERS * (2 + CONDITIONS.length);
export const STORED_FILTERS = READERS * FILTERS_PER_READER;

/** Stores the owners with their watchlists, favourites, webhooks and apps. `receiverOrigin`: origin of the URLs of webhooks and apps. */
export async function storeOwners(db: Db, tickerCount: number, receiverOrigin: string): Promise<void> {
	await storeAccounts(db, 'owner', OWNERS);
	const owners = `(select row_number() over (order by email) as n, id from users where email like 'owner%') u`;
	const crossJoin = (count: number): string => `cross join generate_series(1, ${count}) k`;
	const tickerExpression = `1 + ((n * 7919 + k * 104729) % ${tickerCount})::int`;
	await db.execute(`insert into watchlists (user_id, name, position, created_at) select id, 'Mine', 0, now() from ${owners}`);
	await db.execute(
		`insert into watchlist_tickers (watchlist_id, ticker_id, position) select w.id, ${tickerExpression}, k from ${owners} join watchlists w on w.user_id = u.id ${crossJoin(TICKERS_PER_WATCHLIST)}`,
	);
	await db.execute(
		`insert into favorite_tickers (user_id, ticker_id, since) select id, ${tickerExpression}, now() from ${owners} ${crossJoin(FAVOURITES_PER_OWNER)}`,
	);
	await db.execute(
		`insert into delivery_settings (user_id, "when", quiet_on, quiet_from, quiet_to, zone, most_a_day, cool_down, only_favourites, push, webhook, app, updated_at)
		select id, ${SETTINGS}, n % ${WEBHOOK_EVERY} = 0, n % ${APP_EVERY} = 1, now() from ${owners}`,
	);
	await db.execute(
		`insert into webhooks (user_id, url, secret, created_at) select id, '${receiverOrigin}/webhook', 'whsec_' || encode('secret', 'base64'), now() from ${owners} where n % ${WEBHOOK_EVERY} = 0`,
	);
	await db.execute(
		`insert into message_channels (user_id, service, name, address, created_at) select id, 'ntfy', 'Phone', '${receiverOrigin}/owner' || n, now() from ${owners} where n % ${APP_EVERY} = 1`,
	);
	await analyze(db, 'watchlists', 'watchlist_tickers', 'favorite_tickers', 'delivery_settings', 'webhooks', 'message_channels');
}

/** Stores ten alerts for each owner, with price levels and trend lines near the prices of this report. */
export async function storeAlerts(db: Db, table: ReportTable): Promise<void> {
	const owners = (
		await db.execute<{ id: string; list: number }>(
			"select u.id, w.id as list from users u join watchlists w on w.user_id = u.id where u.email like 'owner%' order by u.email",
		)
	).rows;
	const rows = owners.flatMap(({ id: user, list: watchlist }, n) => {
		const pickRow = (k: number): number => (n * 6_151 + k * 1_009) % table.count;
		const priceAlerts = [0, 1].map((k) => {
			const row = pickRow(k);
			const [price, factor] = [table.price[row]! / 10_000, 1 + 0.001 * ((n % 3) + 1)];
			const time = Number(table.time) / SECOND;
			const condition: AlertCondition =
				k === 0
					? { kind: 'price', level: n % 2 ? price * factor : price / factor, side: n % 2 ? 'above' : 'below' }
					: {
							kind: 'trend',
							from: { time: time - HOUR / SECOND, price: price * factor },
							to: { time, price: price * factor },
							side: 'above',
						};
			return { user, ticker: table.tickerId[row], watchlist: null, condition };
		});
		const otherAlerts = CONDITIONS.map((condition, k) => {
			// Of ten alerts, seven are on a ticker, two on a watchlist, one on the favourites.
			const target = (n + k) % 10;
			return {
				user,
				ticker: target < 7 ? table.tickerId[pickRow(k + 2)] : null,
				watchlist: target === 7 || target === 8 ? watchlist : null,
				condition,
			};
		});
		return [...priceAlerts, ...otherAlerts];
	});
	const since = new Date(table.time - HOUR).toISOString();
	await db.execute(sql`
		insert into ticker_alerts (user_id, ticker_id, watchlist_id, watchlist_name, condition, basis, since, repeat, cool_down, note, created_at)
		select "user", ticker, watchlist, case when watchlist is null then null else 'Mine' end, condition, ${newYorkDate(table.time)}::date,
			${since}::timestamptz, 'every', 0, '', now()
		from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as row("user" uuid, ticker int, watchlist int, condition jsonb)`);
	await analyze(db, 'ticker_alerts');
}

/** Stores accounts that have filters but no delivery channel. */
export async function storeReaders(db: Db): Promise<void> {
	await storeAccounts(db, 'reader', READERS);
	await storeFilters(db, "select id from users where email like 'reader%'", FILTERS_PER_READER);
}

async function storeAccounts(db: Db, emailPrefix: string, count: number): Promise<void> {
	await db.execute(`
		insert into users (id, email, email_key, role, status, license, created_at)
		select gen_random_uuid(), email, email, 'user', 'active', 'pro', now()
		from (select n, '${emailPrefix}' || n || '@example.com' as email from generate_series(1, ${count}) n) accounts`);
	await analyze(db, 'users');
}

async function analyze(db: Db, ...tables: string[]): Promise<void> {
	for (const table of tables) await db.execute(`vacuum analyze ${table}`);
}

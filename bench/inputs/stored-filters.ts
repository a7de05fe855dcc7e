import type { Db } from '@sw/store/postgres/records';

/** Stores filters for each account as traders have them: one or two conditions, any tab and strategy. `accountsSql` selects their ids. */
export async function storeFilters(db: Db, accountsSql: string, filtersPerAccount: number): Promise<void> {
	await db.execute(`
	insert into filters (user_id, tab, strategy, name, name_key, conditions, feed_position, created_at, updated_at, conditions_at)
	select id, (array['extreme_rise', 'extreme_fall', 'free', 'coiled_spring'])[1 + (random() * 3.99)::int % 4],
		(array['first', 'second', 'third'])[1 + (random() * 2.99)::int % 3], 'Filter ' || k, 'filter ' || k,
		(select jsonb_agg(jsonb_build_object(
			'sector', (array['price_short', 'price_long', 'call_with_put', 'volume', 'call_without_put_long', 'call_without_put_short'])[1 + (random() * 5.99)::int % 6],
			'timeframe', (array['fifteen_minutes', 'thirty_minutes', 'one_hour', 'four_hours', 'day'])[1 + (random() * 4.99)::int % 5],
			'value', 1 + (random() * 1.99)::int % 2)) from generate_series(1, 1 + (n + k) % 2)),
		k, now(), now(), now()
	from (select row_number() over () as n, id from (${accountsSql}) accounts) u, generate_series(1, ${filtersPerAccount}) k`);
	await db.execute('vacuum analyze filters');
}

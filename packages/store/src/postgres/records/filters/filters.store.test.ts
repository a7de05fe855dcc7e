import { readFileSync } from 'node:fs';
import { BUILT_IN_FILTERS } from '@sw/domain/filters/built-in-filters';
import type { Filter, FilterContent } from '@sw/domain/filters/filter';
import type { FreezeScope } from '@sw/domain/filters/frozen';
import type { Ticker } from '@sw/domain/prices/ticker';
import { type TickerId, tickerId, type UtcMs, utcMs } from '@sw/domain/time/units';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../testing/databases.ts';
import { listen } from '../../listen.ts';
import { openRecords, type Records, sql } from '../../records.ts';
import { users } from '../../schema/accounts.ts';
import { ALL_USERS, PERSONAL_CHANNEL } from '../notifications.ts';
import { findSealFaults, sealAllOnce } from '../record-seals.ts';
import { recordVariants, variantCount, variantPValues } from '../research/variants.ts';
import { saveTickers } from '../tickers/tickers.ts';
import { addFilter, changeFilter, filterOf, removeFilter } from './filters.ts';
import { frozenOf, sweepThawed } from './frozen-tickers.ts';
import { bindFilterAreaRecords } from './personal.ts';

let database: TestDatabase;
let records: Records;
let filterRecords: ReturnType<typeof bindFilterAreaRecords>;
const NOW = utcMs(Date.UTC(2026, 5, 30));
const [A, B, C] = [1, 2, 3].map(tickerId) as [TickerId, TickerId, TickerId];

beforeAll(async () => {
	database = await createTestDatabase(inject('databaseUrl'));
	records = openRecords(database.url);
	filterRecords = bindFilterAreaRecords(records.db);
	const ticker = (id: TickerId): Ticker => ({
		id,
		symbol: `T${id}`,
		name: '',
		type: 'stocks',
		industry: null,
		shares: null,
		listed: null,
		delisted: null,
	});
	await saveTickers(records.db, 'test', [A, B, C].map(ticker));
	await filterRecords.ensureBuiltInFilters(BUILT_IN_FILTERS, NOW);
});
afterAll(async () => {
	await records?.close();
	await database?.drop();
});

let user = '';
let number = 0;

/** A user of its own for each test. */
async function newUser(): Promise<string> {
	const id = `00000000-0000-4000-8000-${String(++number).padStart(12, '0')}`;
	await records.db
		.insert(users)
		.values({ id, email: `u${number}@example.test`, emailKey: `u${number}@example.test`, role: 'user', status: 'active', createdAt: NOW });
	return id;
}

beforeEach(async () => {
	user = await newUser();
});

function content(name: string, change: Partial<FilterContent> = {}): FilterContent {
	return {
		tab: 'extreme_rise',
		strategy: 'first',
		name,
		entries: [{ sector: 'volume', timeframe: 'one_hour', value: 2 }],
		operation: null,
		comment: '',
		...change,
	};
}

async function add(name: string, allowed = 100) {
	const added = await filterRecords.addFilter(user, content(name), { maxFilters: allowed, now: NOW });
	if (typeof added === 'string') throw new Error(added);
	return added;
}

async function ownNames(owner = user) {
	return (await filterRecords.filtersOf(owner)).filter((f) => f.userId !== null).map((f) => f.name);
}

describe('saved filters', () => {
	it('are returned as they were saved, after the built-in ones', async () => {
		const added = await add('Mine');
		const found = await filterRecords.filtersOf(user);
		expect(found.slice(0, 4).map((f) => [f.userId, f.tab])).toEqual(BUILT_IN_FILTERS.map((f) => [null, f.tab]));
		expect(found[4]).toEqual(added);
		expect(added).toEqual({
			...content('Mine'),
			id: added.id,
			userId: user,
			feedPosition: null,
			createdAt: NOW,
			updatedAt: NOW,
			conditionsAt: NOW,
			conditionsKnown: true,
		});
	});

	it('have names that differ for one owner, by more than case', async () => {
		await add('Mine');
		expect(await filterRecords.addFilter(user, content(' MINE '), { maxFilters: 9, now: NOW })).toBe('taken');
		const other = await newUser();
		expect(await filterRecords.addFilter(other, content('Mine'), { maxFilters: 9, now: NOW })).toMatchObject({ userId: other });
		const second = await add('Second');
		expect(await filterRecords.changeFilter(user, second.id, content('mine'), NOW)).toBe('taken');
	});

	it('are as many as allowed, also when all are added at once', async () => {
		const results = await Promise.all(
			[1, 2, 3, 4, 5, 6].map((n) => filterRecords.addFilter(user, content(`f${n}`), { maxFilters: 3, now: NOW })),
		);
		expect(results.filter((g) => g === 'full')).toHaveLength(3);
		expect(await ownNames()).toHaveLength(3);
	});

	it('are changed and removed by their owner alone', async () => {
		const { id } = await add('Mine');
		const other = await newUser();
		const later = utcMs(NOW + 1);
		expect(await filterRecords.changeFilter(other, id, content('Stolen'), later)).toBeUndefined();
		expect(await filterRecords.changeFilter(null, id, content('Stolen'), later)).toBeUndefined();
		expect(await filterRecords.changeFilter(user, id, content('Renamed', { comment: 'why' }), later)).toMatchObject({
			name: 'Renamed',
			comment: 'why',
			createdAt: NOW,
			updatedAt: later,
			conditionsAt: NOW,
			conditionsKnown: true,
		});
		expect(await filterRecords.removeFilter(other, id)).toBe(false);
		expect(await filterRecords.removeFilter(user, id)).toBe(true);
		expect(await filterRecords.removeFilter(user, id)).toBe(false);
	});

	it('restart their record when their conditions change, and not with a name, a comment, alerts or the order of conditions', async () => {
		const { id } = await add('Mine');
		const [later, last] = [utcMs(NOW + 1), utcMs(NOW + 2)];
		const entries = [
			{ sector: 'volume', timeframe: 'one_hour', value: 3 },
			{ sector: 'price_short', timeframe: 'one_hour', value: 1 },
		] as const;
		expect(await filterRecords.setFeed(user, id, true)).toMatchObject({ conditionsAt: NOW });
		expect(await filterRecords.changeFilter(user, id, content('Mine', { entries }), later)).toMatchObject({ conditionsAt: later });
		const turned = content('Renamed', { entries: [...entries].reverse(), comment: 'why', operation: 'short' });
		expect(await filterRecords.changeFilter(user, id, turned, last)).toMatchObject({ updatedAt: last, conditionsAt: later });
		expect(await filterRecords.changeFilter(user, id, { ...turned, operation: 'long' }, last)).toMatchObject({ conditionsAt: last });
		expect(await filterOf(records.db, user, id)).toMatchObject({ name: 'Renamed', conditionsAt: last });
		expect(await filterOf(records.db, await newUser(), id)).toBeUndefined();
	});

	it('from before that rule start at their last change, and say that the reason is unknown', async () => {
		const [untouched, changed] = [await add('One'), await add('Two')];
		const later = utcMs(NOW + 5);
		await records.db.execute(sql`alter table filters drop column conditions_at, drop column conditions_known`);
		await records.db.execute(sql`update filters set updated_at = ${new Date(later).toISOString()} where id = ${changed.id}`);
		const file = new URL('../../migrations/0011_filter_conditions_since.sql', import.meta.url);
		for (const step of readFileSync(file, 'utf8').split('--> statement-breakpoint')) await records.db.execute(sql.raw(step));
		expect(await filterOf(records.db, user, untouched.id)).toMatchObject({ conditionsAt: NOW, conditionsKnown: true });
		expect(await filterOf(records.db, user, changed.id)).toMatchObject({ conditionsAt: later, conditionsKnown: false });
	});

	it("that are built in are created once and keep an administrator's changes", async () => {
		const [builtIn] = await filterRecords.filtersOf(user);
		const id = builtIn?.id as number;
		await filterRecords.changeFilter(null, id, content('New default'), NOW);
		expect(await filterRecords.ensureBuiltInFilters(BUILT_IN_FILTERS, NOW)).toBe(0);
		expect((await filterRecords.filtersOf(user)).find((f) => f.id === id)?.name).toBe('New default');
		expect(await filterRecords.removeFilter(user, id)).toBe(false);
	});

	it('with alerts have an order of their own, renumbered on demand', async () => {
		const [one, two, three] = [await add('one'), await add('two'), await add('three')];
		for (const { id } of [three, one, two]) await filterRecords.setFeed(user, id, true);
		await filterRecords.setFeed(user, three.id, true);
		expect(await ownNames()).toEqual(['three', 'one', 'two']);
		await filterRecords.setFeed(user, one.id, false);
		expect(await filterRecords.normalizeFeeds(user)).toBe(2);
		expect((await filterRecords.filtersOf(user)).filter((f) => f.userId).map((f) => [f.name, f.feedPosition])).toEqual([
			['three', 1],
			['two', 2],
			['one', null],
		]);
		expect(await filterRecords.setFeed(await newUser(), one.id, true)).toBeUndefined();
	});
});

describe('the order of filters', () => {
	it('is the user’s own, including built-in filters; those without a position come last', async () => {
		const [one, two] = [await add('one'), await add('two')];
		const [builtIn] = (await filterRecords.filtersOf(user)).map(({ id }) => id);
		const order = async (owner = user) => (await filterRecords.filtersOf(owner)).map(({ id }) => id);
		const before = await order();
		await filterRecords.orderFilters(user, [two.id, builtIn as number]);
		expect(await order()).toEqual([two.id, ...before.filter((id) => id !== two.id)]);
		await filterRecords.orderFilters(user, [one.id, two.id]);
		const three = await add('three');
		expect(await order()).toEqual([one.id, two.id, ...before.filter((id) => id !== one.id && id !== two.id), three.id]);
		await filterRecords.removeFilter(user, one.id);
		expect((await order())[0]).toBe(two.id);
		expect((await order(await newUser()))[0]).toBe(builtIn);
	});
});

describe('frozen tickers', () => {
	const under = (filterId: number | null): FreezeScope => ({ filterId, tab: null });
	const freezeAt = (places: FreezeScope[], tickerIds: TickerId[], until: UtcMs | null = null, reason = '') =>
		filterRecords.freeze(user, { scopes: places, tickerIds, reason, since: NOW, until });
	const freeze = (filterIds: (number | null)[], tickerIds: TickerId[], until: UtcMs | null = null, reason = '') =>
		freezeAt(filterIds.map(under), tickerIds, until, reason);
	const entries = async () => (await filterRecords.personalOf(user)).frozen.map((e) => [e.filterId, e.tickerId, e.reason]);

	it('belong to filters or apply everywhere, once each', async () => {
		const { id } = await add('Mine');
		await freeze([id, null], [A, B]);
		await freeze([null], [A], null, 'again');
		expect(await entries()).toEqual([
			[id, A, ''],
			[null, A, 'again'],
			[id, B, ''],
			[null, B, ''],
		]);
	});

	it('unfreeze under one filter, or wherever they are', async () => {
		const { id } = await add('Mine');
		await freeze([id, null], [A, B]);
		expect(await filterRecords.thaw(user, under(id), [A])).toBe(1);
		expect(await filterRecords.thaw(user, undefined, [B, C])).toBe(2);
		expect(await entries()).toEqual([[null, A, '']]);
	});

	it('belong to a tab, and unfreeze only in the named place', async () => {
		const { id } = await add('Mine');
		const free: FreezeScope = { filterId: null, tab: 'free' };
		await freezeAt([free, { filterId: null, tab: 'extreme_fall' }, under(id), under(null)], [A]);
		await freezeAt([free], [A], null, 'again');
		expect(await entries()).toHaveLength(4);
		expect(await filterRecords.thaw(user, under(null), [A])).toBe(1);
		expect(await filterRecords.thaw(user, free, [A])).toBe(1);
		expect((await filterRecords.personalOf(user)).frozen.map(({ filterId, tab }) => [filterId, tab])).toEqual([
			[id, null],
			[null, 'extreme_fall'],
		]);
		await expect(freezeAt([{ filterId: id, tab: 'free' }], [A])).rejects.toThrow();
	});

	it('go with their filter, and are swept after their end', async () => {
		const { id } = await add('Mine');
		await freeze([id], [A]);
		await freeze([null], [B], utcMs(NOW + 10));
		await filterRecords.removeFilter(user, id);
		expect(await entries()).toEqual([[null, B, '']]);
		expect(await sweepThawed(records.db, utcMs(NOW + 9))).toBe(0);
		expect(await sweepThawed(records.db, utcMs(NOW + 10))).toBe(1);
		expect(await frozenOf(records.db, user)).toEqual([]);
	});
});

describe('favourites and settings', () => {
	it('switch on and off, also twice at once', async () => {
		expect(await filterRecords.switchFavorite(user, B, NOW)).toBe(true);
		const both = await Promise.all([filterRecords.switchFavorite(user, A, NOW), filterRecords.switchFavorite(user, A, NOW)]);
		expect(both.sort()).toEqual([false, true]);
		expect(await filterRecords.favoritesOf(user)).toEqual([B]);
		expect(await filterRecords.switchFavorite(user, B, NOW)).toBe(false);
	});

	it('are set as wanted, however often and whatever they were', async () => {
		const set = (wanted: boolean) => filterRecords.switchFavorite(user, A, NOW, wanted);
		expect(await Promise.all([set(true), set(true)])).toEqual([true, true]);
		expect(await filterRecords.favoritesOf(user)).toEqual([A]);
		expect(await Promise.all([set(false), set(false)])).toEqual([false, false]);
		expect(await filterRecords.favoritesOf(user)).toEqual([]);
	});

	it('are kept for each tab and strategy', async () => {
		const save = (tab: 'free' | 'extreme_rise', settings: unknown) =>
			filterRecords.saveChartSettings(user, [{ tab, strategy: 'first', settings }], NOW);
		await save('free', { n: 1 });
		await save('extreme_rise', { n: 2 });
		await save('free', { n: 3 });
		expect((await filterRecords.chartSettingsOf(user)).map((s) => [s.tab, s.settings])).toEqual([
			['extreme_rise', { n: 2 }],
			['free', { n: 3 }],
		]);
		await filterRecords.removeChartSettings(user);
		expect(await filterRecords.chartSettingsOf(user)).toEqual([]);
	});
});

describe('every process', () => {
	it('is notified whose lists changed', async () => {
		const received: string[] = [];
		let wake: () => void = () => {};
		const listener = await listen(database.url, {
			channel: PERSONAL_CHANNEL,
			onMessage: (payload) => {
				received.push(payload);
				wake();
			},
			onResume: () => {},
		});
		const next = (count: number) =>
			new Promise<void>((resolve) => {
				wake = () => received.length >= count && resolve();
				wake();
			});
		await filterRecords.switchFavorite(user, A, NOW);
		await next(1);
		const [builtIn] = await filterRecords.filtersOf(user);
		await filterRecords.changeFilter(null, builtIn?.id as number, content('Changed again'), NOW);
		await next(2);
		expect(received).toEqual([user, ALL_USERS]);
		await listener.close();
	});
});

describe('seals of filters and evaluated variants', () => {
	const content = (tab: FilterContent['tab'], name: string): FilterContent => ({
		...(BUILT_IN_FILTERS[0] as (typeof BUILT_IN_FILTERS)[number]),
		tab,
		name,
		operation: null,
	});
	const tamper = async (statement: string, expected: { kind: string; key: string; fault: string }[], undo: string): Promise<void> => {
		await records.db.execute(sql.raw(statement));
		expect(await findSealFaults(records.db), statement).toEqual(expected);
		await records.db.execute(sql.raw(undo));
		expect(await findSealFaults(records.db), undo).toEqual([]);
	};

	it('follow every change that is made by the product, and name every other one', async () => {
		// What the tests above changed by hand is sealed as it is.
		await records.db.execute(sql`truncate record_seals`);
		await records.db.execute(sql`delete from settings where key = 'records_sealed'`);
		await sealAllOnce(records.db);
		expect(await findSealFaults(records.db)).toEqual([]);
		const { tab } = BUILT_IN_FILTERS[0] as (typeof BUILT_IN_FILTERS)[number];
		const added = (await addFilter(records.db, user, content(tab, 'sealed'), { maxFilters: 9, now: NOW })) as Filter;
		const gone = (await addFilter(records.db, user, content(tab, 'removed'), { maxFilters: 9, now: NOW })) as Filter;
		await changeFilter(records.db, user, added.id, { ...content(tab, 'sealed'), operation: 'long' }, utcMs(NOW + 60_000));
		await removeFilter(records.db, user, gone.id);
		for (const pValue of [0.2, 0.4]) await recordVariants(records.db, user, ['one'], { pValues: [pValue], now: NOW });
		await recordVariants(records.db, user, ['one', 'two'], { now: NOW });
		expect(await variantPValues(records.db, user, ['two', 'one'])).toEqual({ values: [0.4], ownIndexes: [-1, 0] });
		expect(await variantCount(records.db, user)).toBe(2);
		expect(await findSealFaults(records.db)).toEqual([]);

		const key = String(added.id);
		const filter = [{ kind: 'filter', key, fault: 'changed' }];
		for (const [column, minus] of [
			['created_at', "interval '1 year'"],
			['conditions_at', "interval '1 year'"],
		])
			await tamper(
				`update filters set ${column} = ${column} - ${minus} where id = ${key}`,
				filter,
				`update filters set ${column} = ${column} + ${minus} where id = ${key}`,
			);
		await tamper(
			`update filters set operation = 'short' where id = ${key}`,
			filter,
			`update filters set operation = 'long' where id = ${key}`,
		);
		const { rows: variants } = await records.db.execute<{ variant: string; p: number | null }>(
			sql`select variant, p_value as p from evaluated_variants where user_id = ${user} order by p_value`,
		);
		const variant = `${user} ${variants[0]?.variant}`;
		const ofVariant = `user_id = '${user}' and variant = '${variants[0]?.variant}'`;
		await tamper(
			`update evaluated_variants set p_value = 0.01 where ${ofVariant}`,
			[{ kind: 'variant', key: variant, fault: 'changed' }],
			`update evaluated_variants set p_value = 0.4 where ${ofVariant}`,
		);
		await records.db.execute(sql.raw(`create table aside as select * from evaluated_variants where ${ofVariant}`));
		await tamper(
			`delete from evaluated_variants where ${ofVariant}`,
			[{ kind: 'variant', key: variant, fault: 'missing' }],
			'insert into evaluated_variants select * from aside',
		);
		await tamper(
			`insert into evaluated_variants select user_id, 'forged', p_value, first_at, last_at from aside`,
			[{ kind: 'variant', key: `${user} forged`, fault: 'added' }],
			`delete from evaluated_variants where variant = 'forged'`,
		);
		// A seal that was changed with its record does not follow from the one before it.
		await records.db.execute(sql.raw(`update record_seals set seal = md5(seal) where seq = 1`));
		expect(await findSealFaults(records.db)).toEqual(expect.arrayContaining([{ kind: 'chain', key: '1', fault: 'changed' }]));
	});
});

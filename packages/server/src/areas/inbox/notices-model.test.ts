import { type FrozenEntry, hiddenIds } from '@sw/domain/filters/frozen';
import { DEFAULT_DELIVERY, type DeliverySettings, mergeDeliverySettings } from '@sw/domain/inbox/delivery';
import { createAlertListFactory, isWorthSending } from '@sw/domain/inbox/filter-alert';
import { createMembershipTest } from '@sw/domain/inbox/list-changes';
import { digestTimes, quietHoursEnd } from '@sw/domain/inbox/plan-delivery';
import { LICENCES, type Licence } from '@sw/domain/reports/licence';
import { isOpenTo } from '@sw/domain/reports/licence-gate';
import { packWord } from '@sw/domain/signals/packed';
import { PARAMETERS_V1 } from '@sw/domain/signals/parameters';
import { createReportTable, FLAG_ELIGIBLE, type ReportTable } from '@sw/domain/signals/report-table';
import { nyse } from '@sw/domain/time/calendar';
import { HOUR, MINUTE, type ReportTime, type UtcMs, utcMs } from '@sw/domain/time/units';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createDefaultSlots } from '../../market/timetable/slot-times.ts';
import { createFacts } from '../../market/window/testing/fixture.ts';
import { createHotReports, type HotReport } from '../../reports/hot-reports.ts';
import { createOwnerAlerts } from './alert-owners.ts';
import { createReportAlerts } from './report-alerts.ts';
import { createMemoryRecords, type ModelFilter, SimulatedCrash } from './testing/memory-records.ts';

const TICKERS = [1, 2, 3, 4, 5];
const OWNERS = { pro: 'a', basic: 'b' } as const satisfies Partial<Record<Licence, string>>;
/** 10:00 ET of a trading day. */
const BEGIN = utcMs(Date.UTC(2026, 5, 30, 14));

const filters: readonly ModelFilter[] = [
	{
		id: 1,
		userId: 'a',
		name: 'Volume',
		tab: 'free',
		strategy: 'first',
		operation: null,
		entries: [{ sector: 'volume', timeframe: 'one_hour', value: 2 }],
	},
	{ id: 2, userId: 'a', name: 'Rise', tab: 'extreme_rise', strategy: 'first', operation: null, entries: [] },
	{
		id: 3,
		userId: 'b',
		name: 'Volume',
		tab: 'free',
		strategy: 'first',
		operation: null,
		entries: [{ sector: 'volume', timeframe: 'one_hour', value: 2 }],
	},
];

const depth = fc.constantFrom(0, 0, 3);
const step = fc.oneof(
	{
		weight: 6,
		arbitrary: fc.record({
			kind: fc.constant('report' as const),
			level: fc.constantFrom(...LICENCES),
			algo: fc.constantFrom('reverse', 'reverse', 'reverse', 'forecast' as const),
			/** [rise, volume] of each ticker; null: the report does not have it. */
			depths: fc.tuple(...TICKERS.map(() => fc.option(fc.tuple(depth, depth), { freq: 8 }))),
			/** The writing that breaks, before or after it is done; null: none. */
			breaks: fc.constantFrom(null, null, 'before', 'after' as const),
			/** It comes out again with other numbers while the work on it is broken off. */
			again: fc.boolean(),
			/** No worker takes it: it is evaluated with the next one. */
			missed: fc.constantFrom(false, false, false, true),
		}),
	},
	fc.record({ kind: fc.constant('feed' as const), filter: fc.constantFrom(...filters.map(({ id }) => id)), on: fc.boolean() }),
	fc.record({ kind: fc.constant('remove' as const), filter: fc.constantFrom(2) }),
	fc.record({
		kind: fc.constant('freeze' as const),
		user: fc.constantFrom('a', 'b'),
		ticker: fc.constantFrom(...TICKERS),
		place: fc.constantFrom('all', 'tab', 'filter' as const),
	}),
	fc.record({ kind: fc.constant('thaw' as const), user: fc.constantFrom('a', 'b'), ticker: fc.constantFrom(...TICKERS) }),
	fc.record({
		kind: fc.constant('settings' as const),
		user: fc.constantFrom('a', 'b'),
		when: fc.constantFrom('at_once', 'hourly', 'at_close', 'before_open' as const),
		quiet: fc.boolean(),
		from: fc.constantFrom(0, 600, 1200),
		mostADay: fc.constantFrom(1, 2, 20),
	}),
	fc.record({ kind: fc.constant('pass' as const), hours: fc.integer({ min: 1, max: 20 }) }),
);
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;

/** The world as it goes, and beside it what each filter's owner knows from messages alone. */
function createWorld() {
	let wall = BEGIN;
	let market = BEGIN as ReportTime;
	const settings = new Map<string, DeliverySettings>(
		Object.values(OWNERS).map((id) => [id, mergeDeliverySettings(DEFAULT_DELIVERY, { channels: { mail: true } })]),
	);
	const frozen: (FrozenEntry & { userId: string })[] = [];
	const reports = createHotReports({ maxTables: 200, load: async () => undefined });
	const versions = new Map<string, HotReport>();
	const memory = createMemoryRecords({
		filters,
		settings,
		frozen,
		licences: new Map(Object.entries(OWNERS).map(([licence, id]) => [id, licence as Licence])),
	});
	const work = createReportAlerts({
		onMessagesWritten: async () => {},
		records: memory.chain,
		reports,
		timetable: createDefaultSlots(nyse),
		pricesUntil: () => utcMs(Number.MAX_SAFE_INTEGER),
		fireTickerAlerts: async () => [],
		loadVersion: async ({ time, version }) => versions.get(`${time} ${version}`),
		parameters: PARAMETERS_V1,
		industries: () => new Map(),
		digestTimes: (time) => digestTimes(nyse, time),
		clock: { now: () => wall },
		notifyOwners: createOwnerAlerts({ records: memory.records, elapsedMs: () => 0, yieldTurn: async () => {} }),
	});
	/** Ids that each filter's owner takes for its list; absent while nothing is known. */
	const known = new Map<number, Set<number>>();
	/** The latest report that was evaluated for each owner. */
	const last = new Map<string, HotReport>();
	/** First versions, in order. */
	const published: HotReport[] = [];
	const delivered: { user: string; at: UtcMs; messages: readonly number[] }[] = [];

	const hiddenIn = (filter: ModelFilter): Set<number> =>
		hiddenIds(
			frozen.filter(({ userId }) => userId === filter.userId),
			{ tab: filter.tab, filterId: filter.id },
			wall,
		);
	const listOf = (filter: ModelFilter, { table }: HotReport): Set<number> => {
		const { rule } = createAlertListFactory(new Map())({ ...filter, conditions: JSON.stringify(filter.entries) });
		const isMember = createMembershipTest(rule, PARAMETERS_V1);
		const hidden = hiddenIn(filter);
		return new Set(TICKERS.filter((id) => isMember(table, id) && !hidden.has(id)));
	};
	/** What the owner sees changes by the owner's own action, which sends no event. */
	const ownAct = (): void => {
		for (const filter of memory.filters()) {
			const was = last.get(filter.userId);
			if (known.has(filter.id) && was) {
				const [seen, hidden] = [known.get(filter.id) as Set<number>, hiddenIn(filter)];
				const list = listOf(filter, was);
				known.set(filter.id, new Set([...[...seen].filter((id) => !hidden.has(id)), ...list]));
			}
		}
	};

	const publish = (step: Extract<Step, { kind: 'report' }>, version: number): HotReport => {
		const facts = createFacts(market, { report: step.level, version, algo: step.algo });
		const report = { facts, table: tableOf(market, step) };
		versions.set(`${market} ${version}`, report);
		reports.add(facts, report.table);
		return report;
	};

	const notify = async (step: Extract<Step, { kind: 'report' }>): Promise<void> => {
		market = utcMs(market + 15 * MINUTE);
		const report = publish(step, 1);
		published.push(report);
		if (step.missed) return;
		const isNews = step.algo === 'reverse';
		const pending = new Map(
			Object.values(OWNERS).map((user) => {
				const [all, evaluated] = [published.filter(({ facts }) => isOpen(user, facts)), last.get(user)];
				// Before its first one, a licence begins at the newest report, which is compared with the one before.
				return [user as string, evaluated ? all.filter(({ facts }) => facts.time > evaluated.facts.time) : all.slice(-1)];
			}),
		);
		for (const { id, userId, ...filter } of memory.filters()) {
			if (!memory.isOn(id) || (known.has(id) && last.has(userId))) continue;
			// Once switched on, it is compared with the last report that was evaluated.
			const base = last.get(userId) ?? published.filter(({ facts }) => isOpen(userId, facts)).at(-2);
			if (base) known.set(id, listOf({ id, userId, ...filter }, base));
		}
		const signal = new AbortController().signal;
		memory.crashNext(step.breaks);
		try {
			await work(market, { signal });
		} catch (error) {
			if (!(error instanceof SimulatedCrash)) throw error;
			if (step.again) publish({ ...step, depths: [...step.depths].reverse() as typeof step.depths }, 2);
			await work(market, { signal });
		}
		// Whatever is done twice changes nothing.
		const count = memory.messages.length;
		await work(market, { signal });
		expect(memory.messages).toHaveLength(count);
		if (!isNews) return;
		for (const filter of memory.filters()) {
			const seen = known.get(filter.id);
			if (!memory.isOn(filter.id)) known.delete(filter.id);
			else if (seen)
				for (const { facts } of pending.get(filter.userId) ?? []) {
					const reported = memory.messages.filter((message) => message.filterId === filter.id && message.report.time === facts.time);
					expect(reported.length).toBeLessThanOrEqual(1);
					for (const { entered, left } of reported) {
						for (const id of entered) expect(seen.has(id)).toBe(false);
						for (const id of left) expect(seen.delete(id)).toBe(true);
						for (const id of entered) seen.add(id);
					}
					const used = versions.get(`${facts.time} ${memory.versionAt(facts.time)}`) as HotReport;
					expect([...seen].sort()).toEqual([...listOf(filter, used)].sort());
				}
		}
		for (const [user, reports] of pending) {
			const newest = reports.at(-1);
			if (newest) last.set(user, versions.get(`${newest.facts.time} ${memory.versionAt(newest.facts.time)}`) as HotReport);
		}
	};

	const licenceOf = (user: string): Licence => (Object.entries(OWNERS).find(([, id]) => id === user) as [Licence, string])[0];
	const isOpen = (user: string, facts: HotReport['facts']): boolean =>
		facts.algo === 'reverse' && isOpenTo(licenceOf(user), facts, facts.first);

	/** Delivers what is due, as the delivering job does. */
	const deliver = (): void => {
		for (const delivery of memory.dueDeliveries(wall, market)) {
			const end = quietHoursEnd(settings.get(delivery.userId) as DeliverySettings, wall);
			if (end !== null) delivery.dueAt = end;
			else {
				delivery.state = 'delivered';
				delivered.push({ user: delivery.userId, at: wall, messages: delivery.messageIds });
				const { quiet, zone } = settings.get(delivery.userId) as DeliverySettings;
				expect(quietHoursEnd({ quiet, zone }, wall)).toBeNull();
			}
		}
	};

	const act: { [K in Step['kind']]: (step: Extract<Step, { kind: K }>) => void | Promise<void> } = {
		report: notify,
		feed: ({ filter, on }) => {
			memory.setAlerts(filter, on);
			if (!on) known.delete(filter);
		},
		remove: ({ filter }) => {
			memory.remove(filter);
			known.delete(filter);
		},
		freeze: ({ user, ticker, place }) => {
			const own = memory.filters().find(({ userId }) => userId === user);
			frozen.push({
				userId: user,
				tickerId: ticker,
				tab: place === 'tab' ? 'free' : null,
				filterId: place === 'filter' ? (own?.id ?? null) : null,
				reason: '',
				since: wall,
				until: null,
			});
			ownAct();
		},
		thaw: ({ user, ticker }) => {
			for (let i = frozen.length - 1; i >= 0; i--) if (frozen[i]?.userId === user && frozen[i]?.tickerId === ticker) frozen.splice(i, 1);
			ownAct();
		},
		settings: ({ user, when, quiet, from, mostADay }) => {
			const before = settings.get(user) as DeliverySettings;
			settings.set(user, mergeDeliverySettings(before, { when, mostADay, quiet: { on: quiet, from, to: (from + 500) % 1440 } }));
		},
		pass: ({ hours }) => {
			for (let hour = 0; hour < hours; hour++) {
				wall = utcMs(wall + HOUR);
				deliver();
			}
		},
	};

	return {
		take: async (step: Step): Promise<void> => {
			await act[step.kind](step as never);
			deliver();
		},
		/** Days pass, and the market goes on to the next session. */
		finish: (): void => {
			market = utcMs(market + 100 * HOUR);
			for (let hour = 0; hour < 24 * 30; hour++) {
				wall = utcMs(wall + HOUR);
				deliver();
			}
		},
		memory,
		delivered,
	};
}

function tableOf(time: ReportTime, { depths, algo }: Extract<Step, { kind: 'report' }>): ReportTable {
	const listed = TICKERS.flatMap((id, i) => (depths[i] ? [{ id, depth: depths[i] as [number, number] }] : []));
	const table = createReportTable(time, algo, listed.length);
	listed.forEach(({ id, depth: [rise, volume] }, row) => {
		table.tickerId[row] = id;
		table.flags[row] = FLAG_ELIGIBLE;
		for (const words of table.words) words[row] = packWord([rise, 0, 0, volume, 0, 0, 0]);
	});
	return table;
}

describe('notices of filters', () => {
	it('tell each report once, replay to the lists, are silent in quiet hours, and all arrive, whatever happens in between', async () => {
		await fc.assert(
			fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 40 }), async (steps) => {
				const world = createWorld();
				for (const one of steps) await world.take(one);
				world.finish();
				const arrived = world.delivered.flatMap(({ messages }) => messages);
				expect(new Set(arrived).size).toBe(arrived.length);
				const leaving = world.memory.messages.filter(isWorthSending).map(({ id }) => id);
				expect(arrived.sort((a, b) => a - b)).toEqual(leaving.sort((a, b) => a - b));
			}),
			{ numRuns: 150 },
		);
	});
});

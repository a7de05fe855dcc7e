import { licenceAt } from '@sw/domain/access/account';
import type { UsualMentions } from '@sw/domain/alerts/alert-readings';
import { firedDetail, firedLink, firedText, firedWheel } from '@sw/domain/alerts/alert-text';
import { type AlertedReports, evaluateAlerts, firingsOf, type SlotBar } from '@sw/domain/alerts/evaluate-alerts';
import { filterOf, type TickerAlert } from '@sw/domain/alerts/ticker-alert';
import { createAlertLists } from '@sw/domain/inbox/filter-alert';
import { createListChanges, type ListChange } from '@sw/domain/inbox/list-changes';
import type { AlertOwner, FilterWithAlerts } from '@sw/domain/inbox/plan-delivery';
import { splitRatio } from '@sw/domain/prices/adjust';
import type { Split } from '@sw/domain/prices/ticker';
import { slotEnd, slotStart } from '@sw/domain/time/slots';
import { type ExchangeDate, type ReportTime, SECOND, type TickerId } from '@sw/domain/time/units';
import { newYorkDate } from '@sw/domain/time/zone';
import type { Directory } from '../../../market/window/directory.ts';
import type { PriceWindow } from '../../../market/window/price-window.ts';
import { createPlans, type OwnerAlerting, type WholeReports } from '../alert-owners.ts';
import type { FiredAlert, FiringRecords } from '../ports.ts';

/** Owners per batch. The messages of a batch are written in one transaction. */
const OWNERS = 500;

type Alerting = OwnerAlerting<WholeReports>;

export interface FiringParts {
	readonly records: FiringRecords;
	readonly prices: PriceWindow;
	readonly directory: Directory;
	/** Converts UTC seconds to trading time, in which closed hours have no length. */
	readonly tradingTime: (seconds: number) => number;
	/** Usual mentions per day, as known before a session, by row of the directory. */
	readonly usualDay: (date: ExchangeDate) => Promise<Float64Array>;
	/** Gives other tasks a turn. */
	readonly yieldTurn: () => Promise<void>;
}

/** Fires the alerts on tickers that a report fulfils; returns the owners of the messages. Repeated calls fire nothing twice. */
export function createAlertFiring({ records, prices, directory, tradingTime, usualDay, yieldTurn }: FiringParts) {
	const symbolOf = (id: TickerId): string => directory.byId(id)?.symbol ?? String(id);

	/** The fulfilled alerts of accounts that can open the same reports. */
	const fulfilledOf = (
		alerts: readonly TickerAlert[],
		opened: WholeReports,
		context: Context,
		{ parameters }: Alerting,
		lists: FilterLists,
	) => {
		const { now, before } = opened;
		const date = newYorkDate(now.time);
		const beforeDate = newYorkDate(before.time);
		const bars = createTradedBars(prices, directory, before.time, now.time);
		const usualOn = (day: ExchangeDate): UsualMentions => {
			const usual = context.usual.get(day);
			return (id) => usual?.[directory.rowOf(id)] ?? Number.NaN;
		};
		const ratio = (id: TickerId, since: ExchangeDate): number => splitRatio(context.splits.get(id) ?? [], since, date);
		const reports: AlertedReports = {
			now,
			before,
			date,
			range: (id, since) => rangeOf(bars(id, since)),
			bars,
			tradingTime: context.tradingTime,
			usualMentions: { now: usualOn(date), before: usualOn(beforeDate) },
			ratio,
			ratioBefore: (id) => ratio(id, beforeDate),
			watched: ({ userId, watchlistId }) =>
				(watchlistId === null ? context.favourites.get(userId) : context.watchlists.get(watchlistId)) ?? NONE,
			filterChange: (id) => {
				const filter = context.filters.get(id);
				return filter && lists(opened, filter);
			},
			parameters,
		};
		return evaluateAlerts(alerts, reports);
	};

	const fire = async (owners: readonly AlertOwner[], alerting: Alerting, lists: FilterLists): Promise<string[]> => {
		const { report, opened, planning } = alerting;
		const alerts = await records.alertsToEvaluate(
			owners.map(({ id }) => id),
			report.time,
		);
		const [read, usual] = await Promise.all([readContext(records, alerts, alerting), readUsual(alerts, alerting, usualDay)]);
		const context = { ...read, usual, tradingTime: remembered(tradingTime) };
		const licenceOf = new Map(owners.map(({ id, account }) => [id, licenceAt(account, planning.now)]));
		const fulfilled = [...Map.groupBy(alerts, ({ userId }) => licenceOf.get(userId) ?? null)].flatMap(([licence, own]) => {
			const reports = licence === null ? undefined : opened.get(licence);
			return reports ? fulfilledOf(own, reports, context, alerting, lists) : [];
		});
		if (fulfilled.length === 0) return [];
		const last = await records.lastFirings([...new Set(fulfilled.map(({ alert }) => alert.id))]);
		const at = { time: report.time, date: newYorkDate(report.time), dateOf: newYorkDate };
		const firings = firingsOf(fulfilled, last, at).map((firing): FiredAlert => {
			const { alert, tickerId } = firing;
			const licence = licenceOf.get(alert.userId) ?? null;
			const table = licence === null ? undefined : opened.get(licence)?.now;
			return {
				...firing,
				subject: firedText(symbolOf(tickerId), alert.condition),
				content: {
					text: firedDetail(firing, report.time, table),
					link: firedLink(tickerId, report.time, alert.condition),
					wheel: firedWheel(tickerId, report.time, alert.condition),
				},
			};
		});
		if (firings.length === 0) return [];
		const plans = createPlans(planning);
		const leaving = new Set(firings.map(({ alert }) => alert.userId));
		const days = plans.days(owners.filter(({ id }) => leaving.has(id)));
		plans.count(days.length === 0 ? [] : await records.deliveriesToday(days));
		return records.writeFirings(report, firings, plans.of(owners, leaving), planning.now);
	};

	return async (alerting: Alerting, signal: AbortSignal): Promise<string[]> => {
		const notified: string[] = [];
		const lists = createFilterLists(alerting);
		let after: string | null = null;
		while (true) {
			signal.throwIfAborted();
			const owners: AlertOwner[] = await records.tickerAlertOwners(after, OWNERS);
			if (owners.length > 0) notified.push(...(await fire(owners, alerting, lists)));
			if (owners.length < OWNERS) return notified;
			after = owners.at(-1)?.id ?? null;
			await yieldTurn();
		}
	};
}

const NONE: readonly TickerId[] = [];

interface Context {
	/** Usual mentions by session, each by row of the directory. */
	readonly usual: ReadonlyMap<ExchangeDate, Float64Array>;
	readonly splits: ReadonlyMap<TickerId, readonly Split[]>;
	readonly tradingTime: FiringParts['tradingTime'];
	/** By user id. */
	readonly favourites: ReadonlyMap<string, readonly TickerId[]>;
	readonly watchlists: ReadonlyMap<number, readonly TickerId[]>;
	/** Filters that alerts refer to, by id. */
	readonly filters: ReadonlyMap<number, FilterWithAlerts>;
}

type FilterLists = ReturnType<typeof createFilterLists>;

/** Computes how a report changed filters' lists. Equal lists are computed once for all owners and licences that compare the same reports. */
function createFilterLists({ parameters, industries }: Alerting) {
	const listOf = createAlertLists(industries);
	const compared = new Map<WholeReports['before'], ReturnType<typeof createListChanges>>();
	return ({ before, now }: WholeReports, filter: FilterWithAlerts): ListChange => {
		const changeOf = compared.get(before) ?? createListChanges(before, now, [], parameters);
		compared.set(before, changeOf);
		return changeOf(listOf(filter).rule);
	};
}

/** Splits since the oldest price level, tickers of the watchlists and favourites that alerts watch, and filters that they refer to. */
async function readContext(
	records: FiringRecords,
	alerts: readonly TickerAlert[],
	{ report, opened }: Alerting,
): Promise<Omit<Context, 'usual' | 'tradingTime'>> {
	const days = alerts.flatMap(({ condition: { kind }, basis }) => (kind === 'price' || kind === 'trend' ? [basis] : []));
	const oldest = [...days, ...[...opened.values()].map(({ before }) => newYorkDate(before.time))].sort()[0];
	const starred = [...new Set(alerts.flatMap(({ tickerId, watchlistId, userId }) => ((tickerId ?? watchlistId) === null ? [userId] : [])))];
	const lists = [...new Set(alerts.flatMap(({ watchlistId }) => watchlistId ?? []))];
	const named = [...new Set(alerts.flatMap(({ condition }) => filterOf(condition)?.id ?? []))];
	const [splits, favourites, entries, filters] = await Promise.all([
		days.length === 0 || oldest === undefined ? [] : records.splitsBetween(oldest, newYorkDate(report.time)),
		starred.length === 0 ? [] : records.favouritesOfUsers(starred),
		lists.length === 0 ? [] : records.tickersOfWatchlists(lists),
		named.length === 0 ? [] : records.ownedFilters(named),
	]);
	return {
		splits: Map.groupBy(splits, ({ tickerId }) => tickerId),
		favourites: new Map(favourites.map(({ userId, tickerIds }) => [userId, tickerIds])),
		watchlists: new Map(entries.map(({ watchlistId, tickerIds }) => [watchlistId, tickerIds])),
		filters: new Map(filters.map((filter) => [filter.id, filter])),
	};
}

/** Usual mentions for the sessions of all opened reports; empty if no alert compares mentions. */
async function readUsual(
	alerts: readonly TickerAlert[],
	{ opened }: Alerting,
	usualDay: FiringParts['usualDay'],
): Promise<Map<ExchangeDate, Float64Array>> {
	if (!alerts.some(({ condition }) => condition.kind === 'mention_spike')) return new Map();
	const days = new Set([...opened.values()].flatMap(({ now, before }) => [newYorkDate(now.time), newYorkDate(before.time)]));
	return new Map(await Promise.all([...days].map(async (day) => [day, await usualDay(day)] as const)));
}

/** Caches conversions, because all trend lines are compared at the same few slots. */
function remembered(timeOf: (seconds: number) => number): (seconds: number) => number {
	const known = new Map<number, number>();
	return (seconds) => {
		const time = known.get(seconds) ?? timeOf(seconds);
		known.set(seconds, time);
		return time;
	};
}

/** The highest and lowest price of the slots; undefined without slots. */
export function rangeOf(bars: readonly SlotBar[]): { high: number; low: number } | undefined {
	if (bars.length === 0) return undefined;
	return { high: Math.max(...bars.map(({ high }) => high)), low: Math.min(...bars.map(({ low }) => low)) };
}

/** Reads a ticker's traded bars between two reports, of slots that began at `since` (ms) or later, on the share basis of the later report. */
export function createTradedBars(window: PriceWindow, directory: Directory, before: ReportTime, now: ReportTime) {
	const slots = window.sessions.flatMap(({ session, matrix, elapsed }, index) => {
		if (matrix === null || session.open >= now) return [];
		const wanted: { index: number; matrix: typeof matrix; slot: number; start: number }[] = [];
		for (let slot = 0; slot < elapsed; slot++)
			if (slotStart(session, slot) >= before && slotEnd(session, slot) <= now)
				wanted.push({ index, matrix, slot, start: slotStart(session, slot) });
		return wanted;
	});
	const last = window.sessions.findLastIndex(({ session }) => session.open < now);
	return (id: TickerId, since: number): SlotBar[] => {
		const row = directory.rowOf(id);
		const bars: SlotBar[] = [];
		if (row === -1) return bars;
		for (const { index, matrix, slot, start } of slots) {
			if (start < since) continue;
			const cell = slot * matrix.rows + row;
			if (matrix.volume[cell]! <= 0 || Number.isNaN(matrix.close[cell]!)) continue;
			const ratio = index === last ? 1 : window.ratioOf(index, row) / window.ratioOf(last, row);
			bars.push({ time: start / SECOND, high: matrix.high[cell]! / ratio, low: matrix.low[cell]! / ratio });
		}
		return bars;
	};
}

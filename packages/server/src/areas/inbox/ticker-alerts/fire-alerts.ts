import { licenceAt } from '@sw/domain/access/account';
import type { UsualMentions } from '@sw/domain/alerts/alert-readings';
import { alertLink, alertWheel, formatAlertBody, formatAlertSubject } from '@sw/domain/alerts/alert-text';
import { type AlertedReports, evaluateAlerts, type SlotBar, selectFirings } from '@sw/domain/alerts/evaluate-alerts';
import { filterOf, type TickerAlert } from '@sw/domain/alerts/ticker-alert';
import { createAlertListFactory } from '@sw/domain/inbox/filter-alert';
import { createListChanges, type ListChange } from '@sw/domain/inbox/list-changes';
import type { AlertOwner, FilterWithAlerts } from '@sw/domain/inbox/plan-delivery';
import { splitRatio } from '@sw/domain/prices/adjust';
import type { Split } from '@sw/domain/prices/ticker';
import { slotEnd, slotStart } from '@sw/domain/time/slots';
import { type ExchangeDate, type ReportTime, SECOND, type TickerId } from '@sw/domain/time/units';
import { newYorkDate } from '@sw/domain/time/zone';
import type { Directory } from '../../../market/window/directory.ts';
import type { PriceWindow } from '../../../market/window/price-window.ts';
import { createPlans, type FullReports, type OwnerAlertInput } from '../alert-owners.ts';
import type { FiredAlert, FiringRecords } from '../ports.ts';

/** Owners per batch. The messages of a batch are written in one transaction. */
const OWNERS_PER_BATCH = 500;

type FiringInput = OwnerAlertInput<FullReports>;

export interface FiringParts {
	readonly records: FiringRecords;
	readonly prices: PriceWindow;
	readonly directory: Directory;
	/** Converts UTC seconds to trading time, in which closed hours have no length. */
	readonly tradingTime: (seconds: number) => number;
	/** Usual mentions per day, as known before a session, by row of the directory. */
	readonly loadUsualMentions: (date: ExchangeDate) => Promise<Float64Array>;
	/** Lets other tasks run before it resolves. */
	readonly yieldTurn: () => Promise<void>;
}

/** Returns the function that fires the ticker alerts that a report fulfils. It returns the owners of the messages; repeated calls fire nothing twice. */
export function createAlertFiring({ records, prices, directory, tradingTime, loadUsualMentions, yieldTurn }: FiringParts) {
	const symbolOf = (id: TickerId): string => directory.byId(id)?.symbol ?? String(id);

	/** Finds the fulfilled alerts of accounts that can open the same reports. */
	const evaluateFor = (
		alerts: readonly TickerAlert[],
		openedReports: FullReports,
		context: Context,
		{ parameters }: FiringInput,
		listChangeOf: FilterChanges,
	) => {
		const { now, before } = openedReports;
		const date = newYorkDate(now.time);
		const beforeDate = newYorkDate(before.time);
		const bars = createTradedBars(prices, directory, before.time, now.time);
		const usualMentionsOn = (day: ExchangeDate): UsualMentions => {
			const usualByRow = context.usual.get(day);
			return (id) => usualByRow?.[directory.rowOf(id)] ?? Number.NaN;
		};
		const ratio = (id: TickerId, since: ExchangeDate): number => splitRatio(context.splits.get(id) ?? [], since, date);
		const reports: AlertedReports = {
			now,
			before,
			date,
			range: (id, since) => computeRange(bars(id, since)),
			bars,
			tradingTime: context.tradingTime,
			usualMentions: { now: usualMentionsOn(date), before: usualMentionsOn(beforeDate) },
			ratio,
			ratioBefore: (id) => ratio(id, beforeDate),
			watchedTickers: ({ userId, watchlistId }) =>
				(watchlistId === null ? context.favourites.get(userId) : context.watchlists.get(watchlistId)) ?? NO_TICKERS,
			filterChange: (id) => {
				const filter = context.filters.get(id);
				return filter && listChangeOf(openedReports, filter);
			},
			parameters,
		};
		return evaluateAlerts(alerts, reports);
	};

	const fireBatch = async (owners: readonly AlertOwner[], input: FiringInput, listChangeOf: FilterChanges): Promise<string[]> => {
		const { report, reportsByLicence, planning } = input;
		const alerts = await records.alertsToEvaluate(
			owners.map(({ id }) => id),
			report.time,
		);
		const [stored, usual] = await Promise.all([readContext(records, alerts, input), readUsualMentions(alerts, input, loadUsualMentions)]);
		const context = { ...stored, usual, tradingTime: cacheConversions(tradingTime) };
		const licenceByOwner = new Map(owners.map(({ id, account }) => [id, licenceAt(account, planning.now)]));
		const fulfilledAlerts = [...Map.groupBy(alerts, ({ userId }) => licenceByOwner.get(userId) ?? null)].flatMap(
			([licence, licenceAlerts]) => {
				const reports = licence === null ? undefined : reportsByLicence.get(licence);
				return reports ? evaluateFor(licenceAlerts, reports, context, input, listChangeOf) : [];
			},
		);
		if (fulfilledAlerts.length === 0) return [];
		const lastFirings = await records.lastFirings([...new Set(fulfilledAlerts.map(({ alert }) => alert.id))]);
		const firingTime = { time: report.time, date: newYorkDate(report.time), dateOf: newYorkDate };
		const firings = selectFirings(fulfilledAlerts, lastFirings, firingTime).map((firing): FiredAlert => {
			const { alert, tickerId } = firing;
			const licence = licenceByOwner.get(alert.userId) ?? null;
			const table = licence === null ? undefined : reportsByLicence.get(licence)?.now;
			return {
				...firing,
				subject: formatAlertSubject(symbolOf(tickerId), alert.condition),
				content: {
					text: formatAlertBody(firing, report.time, table),
					link: alertLink(tickerId, report.time, alert.condition),
					wheel: alertWheel(tickerId, report.time, alert.condition),
				},
			};
		});
		if (firings.length === 0) return [];
		const plans = createPlans(planning);
		const recipients = new Set(firings.map(({ alert }) => alert.userId));
		const days = plans.getCurrentDays(owners.filter(({ id }) => recipients.has(id)));
		plans.recordDeliveryCounts(days.length === 0 ? [] : await records.deliveriesToday(days));
		return records.writeFirings(report, firings, plans.planDeliveries(owners, recipients), planning.now);
	};

	return async (input: FiringInput, signal: AbortSignal): Promise<string[]> => {
		const notifiedOwnerIds: string[] = [];
		const listChangeOf = createFilterChanges(input);
		let lastOwnerId: string | null = null;
		while (true) {
			signal.throwIfAborted();
			const owners: AlertOwner[] = await records.tickerAlertOwners(lastOwnerId, OWNERS_PER_BATCH);
			if (owners.length > 0) notifiedOwnerIds.push(...(await fireBatch(owners, input, listChangeOf)));
			if (owners.length < OWNERS_PER_BATCH) return notifiedOwnerIds;
			lastOwnerId = owners.at(-1)?.id ?? null;
			await yieldTurn();
		}
	};
}

const NO_TICKERS: readonly TickerId[] = [];

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

type FilterChanges = ReturnType<typeof createFilterChanges>;

/** Computes how a report changed filters' lists. Equal lists are computed once for all owners and licences that compare the same reports. */
function createFilterChanges({ parameters, industries }: FiringInput) {
	const listOf = createAlertListFactory(industries);
	const listChangesByReport = new Map<FullReports['before'], ReturnType<typeof createListChanges>>();
	return ({ before, now }: FullReports, filter: FilterWithAlerts): ListChange => {
		const computeChange = listChangesByReport.get(before) ?? createListChanges(before, now, [], parameters);
		listChangesByReport.set(before, computeChange);
		return computeChange(listOf(filter).rule);
	};
}

/** Reads what the alerts refer to: splits since the oldest price level, the tickers of watchlists and favourites, and filters. */
async function readContext(
	records: FiringRecords,
	alerts: readonly TickerAlert[],
	{ report, reportsByLicence }: FiringInput,
): Promise<Omit<Context, 'usual' | 'tradingTime'>> {
	const basisDays = alerts.flatMap(({ condition: { kind }, basis }) => (kind === 'price' || kind === 'trend' ? [basis] : []));
	const oldestDate = [...basisDays, ...[...reportsByLicence.values()].map(({ before }) => newYorkDate(before.time))].sort()[0];
	const favouriteOwners = [
		...new Set(alerts.flatMap(({ tickerId, watchlistId, userId }) => ((tickerId ?? watchlistId) === null ? [userId] : []))),
	];
	const watchlistIds = [...new Set(alerts.flatMap(({ watchlistId }) => watchlistId ?? []))];
	const filterIds = [...new Set(alerts.flatMap(({ condition }) => filterOf(condition)?.id ?? []))];
	const [splits, favourites, watchlistTickers, filters] = await Promise.all([
		basisDays.length === 0 || oldestDate === undefined ? [] : records.splitsBetween(oldestDate, newYorkDate(report.time)),
		favouriteOwners.length === 0 ? [] : records.favouritesOfUsers(favouriteOwners),
		watchlistIds.length === 0 ? [] : records.tickersOfWatchlists(watchlistIds),
		filterIds.length === 0 ? [] : records.ownedFilters(filterIds),
	]);
	return {
		splits: Map.groupBy(splits, ({ tickerId }) => tickerId),
		favourites: new Map(favourites.map(({ userId, tickerIds }) => [userId, tickerIds])),
		watchlists: new Map(watchlistTickers.map(({ watchlistId, tickerIds }) => [watchlistId, tickerIds])),
		filters: new Map(filters.map((filter) => [filter.id, filter])),
	};
}

/** Reads the usual mentions for the sessions of all opened reports; empty if no alert compares mentions. */
async function readUsualMentions(
	alerts: readonly TickerAlert[],
	{ reportsByLicence }: FiringInput,
	loadUsualMentions: FiringParts['loadUsualMentions'],
): Promise<Map<ExchangeDate, Float64Array>> {
	if (!alerts.some(({ condition }) => condition.kind === 'mention_spike')) return new Map();
	const days = new Set([...reportsByLicence.values()].flatMap(({ now, before }) => [newYorkDate(now.time), newYorkDate(before.time)]));
	return new Map(await Promise.all([...days].map(async (day) => [day, await loadUsualMentions(day)] as const)));
}

/** Caches conversions, because all trend lines are compared at the same few slots. */
function cacheConversions(timeOf: (seconds: number) => number): (seconds: number) => number {
	const cachedTimes = new Map<number, number>();
	return (seconds) => {
		const time = cachedTimes.get(seconds) ?? timeOf(seconds);
		cachedTimes.set(seconds, time);
		return time;
	};
}

/** Returns the highest and lowest price of the slots; undefined without slots. */
export function computeRange(bars: readonly SlotBar[]): { high: number; low: number } | undefined {
	if (bars.length === 0) return undefined;
	return { high: Math.max(...bars.map(({ high }) => high)), low: Math.min(...bars.map(({ low }) => low)) };
}

/** Returns a function that reads a ticker's traded bars between two reports, on the share basis of the later one. `sinceMs`: earliest start of a bar. */
export function createTradedBars(window: PriceWindow, directory: Directory, earlierTime: ReportTime, laterTime: ReportTime) {
	const slots = window.sessions.flatMap(({ session, matrix, elapsed }, index) => {
		if (matrix === null || session.open >= laterTime) return [];
		const slotsOfSession: { index: number; matrix: typeof matrix; slot: number; start: number }[] = [];
		for (let slot = 0; slot < elapsed; slot++)
			if (slotStart(session, slot) >= earlierTime && slotEnd(session, slot) <= laterTime)
				slotsOfSession.push({ index, matrix, slot, start: slotStart(session, slot) });
		return slotsOfSession;
	});
	const lastIndex = window.sessions.findLastIndex(({ session }) => session.open < laterTime);
	return (id: TickerId, sinceMs: number): SlotBar[] => {
		const row = directory.rowOf(id);
		const bars: SlotBar[] = [];
		if (row === -1) return bars;
		for (const { index, matrix, slot, start } of slots) {
			if (start < sinceMs) continue;
			const cell = slot * matrix.rows + row;
			if (matrix.volume[cell]! <= 0 || Number.isNaN(matrix.close[cell]!)) continue;
			const ratio = index === lastIndex ? 1 : window.splitRatioOf(index, row) / window.splitRatioOf(lastIndex, row);
			bars.push({ time: start / SECOND, high: matrix.high[cell]! / ratio, low: matrix.low[cell]! / ratio });
		}
		return bars;
	};
}

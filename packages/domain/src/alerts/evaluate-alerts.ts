import type { ListChange } from '../inbox/list-changes.ts';
import { adjustForSplits, trendPrice } from '../prices/level.ts';
import { rowOfTicker } from '../reports/list/row-mask.ts';
import type { ParameterSet } from '../signals/parameters.ts';
import { FLAG_QUARANTINE, type ReportTable } from '../signals/report-table.ts';
import { type ExchangeDate, MINUTE, type ReportTime, SECOND, type TickerId } from '../time/units.ts';
import { type AlertValues, createAlertValues, type UsualMentions } from './alert-readings.ts';
import {
	type AlertCondition,
	type AlertFiring,
	type AlertRepeat,
	filterOf,
	isStopped,
	type LastFiring,
	type TickerAlert,
} from './ticker-alert.ts';

/** A ticker's price range in one slot, in dollars. */
export interface SlotBar {
	/** UTC seconds of the slot's start, where charts draw it. */
	readonly time: number;
	readonly high: number;
	readonly low: number;
}

/** The two newest reports that a licence opens, and what happened between them. */
export interface AlertedReports {
	readonly now: ReportTable;
	/** The session of `now`. */
	readonly date: ExchangeDate;
	readonly before: ReportTable;
	/**
	 * Returns the price range in dollars on the share basis of `date`, over slots after the earlier report that started at `since` or later; undefined
	 * without trades.
	 */
	range(id: TickerId, since: number): { readonly high: number; readonly low: number } | undefined;
	/** Returns the price range of each slot that `range` covers, oldest first. */
	bars(id: TickerId, since: number): readonly SlotBar[];
	/** Converts UTC seconds to trading time, in which trend lines are straight. */
	tradingTime(seconds: number): number;
	/** The usual mentions as of the session of each report. */
	readonly usualMentions: { readonly now: UsualMentions; readonly before: UsualMentions };
	/** Returns the split ratio (new shares per old share) from `since` to `now`. */
	ratio(id: TickerId, since: ExchangeDate): number;
	/** Returns the split ratio from the earlier report to `now`. */
	ratioBefore(id: TickerId): number;
	/** Returns the tickers of an alert on a watchlist or on favourites. Must return the same array for the same list, because results are cached by array. */
	watchedTickers(alert: TickerAlert): readonly TickerId[];
	/** Returns the tickers that entered and left a saved filter's list, ascending by id; undefined if the filter has been deleted. */
	filterChange(filterId: number): Pick<ListChange, 'entered' | 'left'> | undefined;
	readonly parameters: ParameterSet;
}

/** An alert whose condition was met after the report at `since`. */
export interface FulfilledAlert {
	readonly alert: TickerAlert;
	readonly tickerId: TickerId;
	readonly since: ReportTime;
}

/** Finds the alerts whose condition the newest report fulfils. `selectFirings` decides which of them fire. */
export function evaluateAlerts(alerts: readonly TickerAlert[], reports: AlertedReports): FulfilledAlert[] {
	const fulfilled: FulfilledAlert[] = [];
	const since = reports.before.time;
	const { parameters, usualMentions } = reports;
	const values = {
		now: createAlertValues(reports.now, parameters, usualMentions.now),
		before: createAlertValues(reports.before, parameters, usualMentions.before),
	};
	const findWatchedRows = createWatchedRows(reports);
	const findFilterChange = createFilterChanges(reports);
	for (const alert of alerts) {
		if (alert.expires !== null && alert.expires < reports.now.time) continue;
		if (alert.since >= reports.now.time || isStopped(alert)) continue;
		const isFulfilled = createConditionTest(alert, reports, values, findFilterChange);
		const {
			ids,
			now: rows,
			before: previousRows,
		} = alert.tickerId === null ? findWatchedRows(reports.watchedTickers(alert)) : findRows([alert.tickerId], reports);
		for (let at = 0; at < ids.length; at++) {
			const [row, previousRow] = [rows[at]!, previousRows[at]!];
			if (row !== -1 && (reports.now.flags[row]! & FLAG_QUARANTINE) !== 0) continue;
			const tickerId = ids[at] as TickerId;
			if (isFulfilled(row, previousRow, tickerId)) fulfilled.push({ alert, tickerId, since });
		}
	}
	return fulfilled;
}

/** The rows of tickers in each report; -1: not in the report. */
interface WatchedRows {
	readonly ids: readonly TickerId[];
	readonly now: ArrayLike<number>;
	readonly before: ArrayLike<number>;
}

function findRows(
	ids: readonly TickerId[],
	{ now: newestTable, before: previousTable }: Pick<AlertedReports, 'now' | 'before'>,
): WatchedRows {
	const rows = ids.map((id) => rowOfTicker(newestTable, id));
	// Most tickers have the same row in both reports.
	return {
		ids,
		now: rows,
		before: ids.map((id, at) => (previousTable.tickerId[rows[at]!] === id ? rows[at]! : rowOfTicker(previousTable, id))),
	};
}

/** Caches the rows by list, because many alerts watch the same one. */
function createWatchedRows(reports: AlertedReports): (ids: readonly TickerId[]) => WatchedRows {
	const cache = new Map<readonly TickerId[], WatchedRows>();
	return (ids) => {
		const rows = cache.get(ids) ?? findRows(ids, reports);
		cache.set(ids, rows);
		return rows;
	};
}

type ConditionTest = (row: number, previousRow: number, id: TickerId) => boolean;

type FilterChange = ReturnType<AlertedReports['filterChange']>;

/** Caches the changes by filter, because several alerts can name the same one. */
function createFilterChanges({ filterChange }: AlertedReports): (filterId: number) => FilterChange {
	const cache = new Map<number, FilterChange>();
	return (filterId) => {
		if (!cache.has(filterId)) cache.set(filterId, filterChange(filterId));
		return cache.get(filterId);
	};
}

/** Searches ascending ids by bisection, because thousands of tickers can change and each alert looks up one. */
function includesSorted(ids: readonly number[], id: number): boolean {
	let [low, high] = [0, ids.length];
	while (low < high) {
		const middle = (low + high) >>> 1;
		if (ids[middle]! < id) low = middle + 1;
		else high = middle;
	}
	return ids[low] === id;
}

function createConditionTest(
	alert: TickerAlert,
	reports: AlertedReports,
	values: { now: AlertValues; before: AlertValues },
	findFilterChange: ReturnType<typeof createFilterChanges>,
): ConditionTest {
	const { condition } = alert;
	const filterId = filterOf(condition)?.id;
	if (condition.kind === 'price')
		return (row, previousRow, id) => row !== -1 && crossesLevel(alert, condition, id, row, previousRow, reports);
	if (condition.kind === 'trend')
		return (row, previousRow, id) => row !== -1 && crossesTrend(alert, condition, id, row, previousRow, reports);
	if (condition.kind === 'enters' || condition.kind === 'leaves') {
		if (typeof filterId === 'number') {
			const change = findFilterChange(filterId);
			const changedIds = (condition.kind === 'enters' ? change?.entered : change?.left) ?? [];
			return (_row, _previousRow, id) => includesSorted(changedIds, id);
		}
		const [isListedNow, wasListedBefore] = [values.now.createListTest(condition), values.before.createListTest(condition)];
		const isInList = (isListed: (row: number) => boolean, row: number): boolean => row !== -1 && isListed(row);
		return condition.kind === 'enters'
			? (row, previousRow) => isInList(isListedNow, row) && !isInList(wasListedBefore, previousRow)
			: (row, previousRow) => isInList(wasListedBefore, previousRow) && !isInList(isListedNow, row);
	}
	if (condition.kind === 'filing') return (row, previousRow) => row !== -1 && hasNewFiling(reports, row, previousRow);
	const [readValue, readPreviousValue] = [values.now.createValueReader(condition), values.before.createValueReader(condition)];
	const { value, falls } = condition;
	const wasReached = (previousRow: number): boolean => previousRow !== -1 && readPreviousValue(previousRow) >= value;
	return falls
		? (row, previousRow) => row !== -1 && readValue(row) < value && wasReached(previousRow)
		: (row, previousRow) => row !== -1 && readValue(row) >= value && !wasReached(previousRow);
}

/**
 * Whether the report has a newer filing than the earlier report. If the earlier report knew nothing about the ticker's filings, only a filing accepted after
 * that report counts as new.
 */
function hasNewFiling({ now: newestTable, before: previousTable }: AlertedReports, row: number, previousRow: number): boolean {
	const wereFilingsKnown = previousRow !== -1 && previousTable.information[previousRow] !== 0;
	const lastKnownAcceptance = wereFilingsKnown ? previousTable.filingAccepted[previousRow]! : Math.floor(previousTable.time / 1_000);
	return newestTable.filingAccepted[row]! > lastKnownAcceptance;
}

/** Prices in report tables are in 1/10,000 dollar. */
const PRICE_UNITS_PER_DOLLAR = 10_000;
const SLOT_MS = 15 * MINUTE;

/** Whether the price reached the level from the other side since the earlier report. */
function crossesLevel(
	{ basis, since }: TickerAlert,
	{ level, side }: Extract<AlertCondition, { kind: 'price' }>,
	id: TickerId,
	row: number,
	previousRow: number,
	{ now: newestTable, before: previousTable, ratio, ratioBefore, range }: AlertedReports,
): boolean {
	const currentLevel = level / ratio(id, basis);
	const price = newestTable.price[row]! / PRICE_UNITS_PER_DOLLAR;
	const tradedRange = range(id, since);
	const previousPrice =
		previousRow === -1 || since >= previousTable.time
			? Number.NaN
			: previousTable.price[previousRow]! / PRICE_UNITS_PER_DOLLAR / ratioBefore(id);
	if (side === 'above') return !(previousPrice >= currentLevel) && Math.max(price, tradedRange?.high ?? price) >= currentLevel;
	return !(previousPrice <= currentLevel) && Math.min(price, tradedRange?.low ?? price) <= currentLevel;
}

/**
 * Whether the price reached the line from the other side since the earlier report. A bar is compared with the line at the start of the bar's slot, where
 * charts draw it. A report's price is compared with the line at the start of the report's last slot.
 */
function crossesTrend(
	{ basis, since }: TickerAlert,
	{ from, to, side }: Extract<AlertCondition, { kind: 'trend' }>,
	id: TickerId,
	row: number,
	previousRow: number,
	{ now: newestTable, before: previousTable, ratio, ratioBefore, bars, tradingTime }: AlertedReports,
): boolean {
	const trendLine = adjustForSplits({ kind: 'trend', from, to }, ratio(id, basis));
	if (trendLine.kind !== 'trend') return false;
	const trendPriceAt = (seconds: number): number => trendPrice(trendLine, seconds, tradingTime) ?? Number.NaN;
	const lastSlotStart = (report: ReportTime): number => (report - SLOT_MS) / SECOND;
	const previousPrice =
		previousRow === -1 || since >= previousTable.time
			? Number.NaN
			: previousTable.price[previousRow]! / PRICE_UNITS_PER_DOLLAR / ratioBefore(id);
	const isBeyond = (price: number, level: number): boolean => (side === 'above' ? price >= level : price <= level);
	if (isBeyond(previousPrice, trendPriceAt(lastSlotStart(previousTable.time)))) return false;
	if (isBeyond(newestTable.price[row]! / PRICE_UNITS_PER_DOLLAR, trendPriceAt(lastSlotStart(newestTable.time)))) return true;
	return bars(id, since).some(({ time, high, low }) => isBeyond(side === 'above' ? high : low, trendPriceAt(time)));
}

/**
 * Selects the alerts to fire. Leaves out one-time alerts that have fired, alerts whose session or cool-down isn't over, and changes that were already
 * reported.
 */
export function selectFirings(
	fulfilled: readonly FulfilledAlert[],
	lastFirings: readonly LastFiring[],
	{ time, date, dateOf }: { time: ReportTime; date: ExchangeDate; dateOf: (report: ReportTime) => ExchangeDate },
): AlertFiring[] {
	const lastReports = new Map(lastFirings.map((firing) => [`${firing.alertId} ${firing.tickerId}`, firing.report]));
	return fulfilled.flatMap(({ alert, tickerId, since }): AlertFiring[] => {
		const lastReport = lastReports.get(`${alert.id} ${tickerId}`);
		const { repeat, coolDown } = alert;
		if (lastReport !== undefined) {
			if (repeat === 'once') return [];
			if (repeat === 'session' && dateOf(lastReport) === date) return [];
			// A report in between already covered this change, under an earlier licence that opened more reports.
			if (lastReport > since && lastReport < time) return [];
			if (repeat === 'every' && time - lastReport < coolDown * MINUTE) return [];
		}
		return [{ alert, tickerId, occasion: occasionOf(repeat, time, date) }];
	});
}

function occasionOf(repeat: AlertRepeat, time: ReportTime, date: ExchangeDate): string {
	return repeat === 'once' ? 'once' : repeat === 'session' ? date : String(time);
}

import { rowMatches } from '../inbox/list-changes.ts';
import { rateOf } from '../reports/list/ranking.ts';
import { tabTest } from '../reports/list/ranking-members.ts';
import { rowOfTicker } from '../reports/list/row-mask.ts';
import { depthIn } from '../signals/packed.ts';
import type { ParameterSet } from '../signals/parameters.ts';
import { FLAG_QUARANTINE, type ReportTable, Z_SERIES } from '../signals/report-table.ts';
import { sectorIndex, type Tab, tabOperation } from '../signals/sector.ts';
import { type StrategyName, strategyNamed, TIMEFRAME_COUNT, timeframeIndex } from '../time/timeframe.ts';
import { type ExchangeDate, MINUTE, type ReportTime, type TickerId } from '../time/units.ts';
import type { AlertCondition, AlertFiring, AlertRepeat, LastFiring, TickerAlert } from './ticker-alert.ts';

/** Two reports of one licence, and what happened between them. */
export interface AlertedReports {
	readonly now: ReportTable;
	/** The report's session. */
	readonly date: ExchangeDate;
	readonly before: ReportTable;
	/** Dollars of today's share basis traded in slots that began at `since` or later and after the earlier report; undefined without a trade. */
	range(id: TickerId, since: number): { readonly high: number; readonly low: number } | undefined;
	/** New shares for one since that day, up to the report. */
	ratio(id: TickerId, since: ExchangeDate): number;
	/** The same since the earlier report. */
	ratioBefore(id: TickerId): number;
	favourites(userId: string): Iterable<TickerId>;
	readonly parameters: ParameterSet;
}

/** An alert whose condition was met after the report at `since`. */
export interface FulfilledAlert {
	readonly alert: TickerAlert;
	readonly tickerId: TickerId;
	readonly since: ReportTime;
}

/** Alerts whose condition a report fulfils, whether or not they may fire again. */
export function evaluateAlerts(alerts: readonly TickerAlert[], reports: AlertedReports): FulfilledAlert[] {
	const found: FulfilledAlert[] = [];
	const since = reports.before.time;
	for (const alert of alerts) {
		if (alert.expires !== null && alert.expires < reports.now.time) continue;
		if (alert.since >= reports.now.time) continue;
		for (const tickerId of alert.tickerId === null ? reports.favourites(alert.userId) : [alert.tickerId])
			if (isFulfilled(alert, tickerId, reports)) found.push({ alert, tickerId, since });
	}
	return found;
}

function isFulfilled(alert: TickerAlert, id: TickerId, reports: AlertedReports): boolean {
	const { now, before, parameters } = reports;
	const { condition } = alert;
	const [row, was] = [rowOfTicker(now, id), rowOfTicker(before, id)];
	if (row !== -1 && ((now.flags[row] as number) & FLAG_QUARANTINE) !== 0) return false;
	if (condition.kind === 'leaves')
		return was !== -1 && rowIsListed(before, was, condition, parameters) && (row === -1 || !rowIsListed(now, row, condition, parameters));
	if (row === -1) return false;
	if (condition.kind === 'enters')
		return rowIsListed(now, row, condition, parameters) && (was === -1 || !rowIsListed(before, was, condition, parameters));
	if (condition.kind === 'price') return crosses(alert, condition, id, row, was, reports);
	return (
		readingOf(condition, now, row, parameters) >= condition.value &&
		!(was !== -1 && readingOf(condition, before, was, parameters) >= condition.value)
	);
}

/** A table's prices are in this part of a dollar. */
const PRICE_UNIT = 10_000;

/** Whether the price reached the level after it was on the other side of it. */
function crosses(
	{ basis, since }: TickerAlert,
	{ level, side }: Extract<AlertCondition, { kind: 'price' }>,
	id: TickerId,
	row: number,
	was: number,
	{ now, before, ratio, ratioBefore, range }: AlertedReports,
): boolean {
	const current = level / ratio(id, basis);
	const price = (now.price[row] as number) / PRICE_UNIT;
	const traded = range(id, since);
	const earlier = was === -1 || since >= before.time ? Number.NaN : (before.price[was] as number) / PRICE_UNIT / ratioBefore(id);
	if (side === 'above') return !(earlier >= current) && Math.max(price, traded?.high ?? price) >= current;
	return !(earlier <= current) && Math.min(price, traded?.low ?? price) <= current;
}

type Measured = Extract<AlertCondition, { kind: 'rate' | 'depth' | 'volume' | 'mentions' }>;

/** The value that a threshold is compared with; NaN if unknown. */
export function readingOf(condition: Measured, table: ReportTable, row: number, parameters: ParameterSet): number {
	if (condition.kind === 'mentions') {
		const mentions = table.mentions[row] as number;
		return mentions < 0 ? Number.NaN : mentions;
	}
	if (condition.kind === 'rate') {
		const { tab, strategy } = condition;
		return rateOf(table, row, { tab, strategy: strategyNamed(strategy), operation: tabOperation(tab) }, parameters);
	}
	const timeframe = timeframeIndex(condition.timeframe);
	if (condition.kind === 'depth') return depthIn(table.words[timeframe][row] as number, sectorIndex(condition.sector)) ?? Number.NaN;
	return table.z[(timeframe * Z_SERIES.length + Z_SERIES.indexOf('volume')) * table.count + row] as number;
}

const NO_CONDITIONS = new Uint32Array(TIMEFRAME_COUNT);

/** Whether a row is in a list. */
export function rowIsListed(
	table: ReportTable,
	row: number,
	{ tab, strategy }: { tab: Tab; strategy: StrategyName },
	{ tabQuorum }: ParameterSet,
): boolean {
	return rowMatches(table, row, tabTest(tab, tabQuorum), strategyNamed(strategy), NO_CONDITIONS);
}

/** The fulfilled alerts that may fire in this report: not again before their session or cool-down is over, nor for what was reported since. */
export function firingsOf(
	fulfilled: readonly FulfilledAlert[],
	last: readonly LastFiring[],
	{ time, date, dateOf }: { time: ReportTime; date: ExchangeDate; dateOf: (report: ReportTime) => ExchangeDate },
): AlertFiring[] {
	const lastOf = new Map(last.map((firing) => [`${firing.alertId} ${firing.tickerId}`, firing.report]));
	return fulfilled.flatMap(({ alert, tickerId, since }): AlertFiring[] => {
		const earlier = lastOf.get(`${alert.id} ${tickerId}`);
		const { repeat, coolDown } = alert;
		if (earlier !== undefined) {
			if (repeat === 'once') return [];
			if (repeat === 'session' && dateOf(earlier) === date) return [];
			// Reported with another report in between: its owner had a licence that opens more.
			if (earlier > since && earlier < time) return [];
			if (repeat === 'every' && time - earlier < coolDown * MINUTE) return [];
		}
		return [{ alert, tickerId, occasion: occasionOf(repeat, time, date) }];
	});
}

function occasionOf(repeat: AlertRepeat, time: ReportTime, date: ExchangeDate): string {
	return repeat === 'once' ? 'once' : repeat === 'session' ? date : String(time);
}

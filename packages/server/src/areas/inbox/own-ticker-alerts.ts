import type { AnswerOf, HandlerInput } from '@sw/contract/base/define';
import type { tickerAlertCalls as calls } from '@sw/contract/inbox/ticker-alerts';
import type { CallerAccount } from '@sw/domain/access/caller';
import { type AlertValues, createAlertValues, findNearestTicker } from '@sw/domain/alerts/alert-readings';
import { type AlertCondition, alertLimit, alertLimitMessage, filterOf, isStopped } from '@sw/domain/alerts/ticker-alert';
import { createAlertListFactory } from '@sw/domain/inbox/filter-alert';
import { createMembershipTest } from '@sw/domain/inbox/list-changes';
import { splitRatio } from '@sw/domain/prices/adjust';
import { adjustForSplits, type LevelPoint, type TrendLine, trendPrice } from '@sw/domain/prices/level';
import type { Split } from '@sw/domain/prices/ticker';
import { isOpenTo } from '@sw/domain/reports/licence-gate';
import { rowOfTicker } from '@sw/domain/reports/list/row-mask';
import type { ParameterSet } from '@sw/domain/signals/parameters';
import type { ReportTable } from '@sw/domain/signals/report-table';
import { isoSeconds } from '@sw/domain/time/format';
import { type ExchangeDate, exchangeDate, SECOND, type TickerId, type UtcMs, utcMs } from '@sw/domain/time/units';
import { addDays, newYorkDate, newYorkToUtc } from '@sw/domain/time/zone';
import type { Directory } from '../../market/window/directory.ts';
import { findRecentCloses } from '../../market/window/price-series.ts';
import type { PriceWindow } from '../../market/window/price-window.ts';
import type { Clock } from '../../platform/clocks/wall-clock.ts';
import {
	malformed,
	NO_SUCH_ALERT,
	notFound,
	Problem,
	unknownAlert,
	unknownFilter,
	unknownTicker,
	unknownWatchlist,
} from '../../platform/errors.ts';
import type { HotReports } from '../../reports/hot-reports.ts';
import type { InboxParts, InboxRecords, StoredAlert } from './ports.ts';

type Alert = AnswerOf<typeof calls.addAlert, 201>;
type NewAlert = HandlerInput<typeof calls.addAlert>['body'];
type ListCondition = Extract<NewAlert['condition'], { kind: 'enters' | 'leaves' }>;
/** Tests by filter id whether a ticker is in the filter's list. */
type FilterMemberships = ReadonlyMap<number, ReturnType<typeof createMembershipTest>>;

export interface OwnAlertParts {
	readonly records: Pick<InboxRecords, 'tickerAlertsOf' | 'addTickerAlert' | 'removeTickerAlert' | 'tickersOfWatchlists' | 'ownedFilters'>;
	readonly loadLists: InboxParts['loadLists'];
	readonly directory: Directory;
	readonly prices: PriceWindow;
	readonly reports: Pick<HotReports, 'newestBetween' | 'table'>;
	readonly parameters: ParameterSet;
	readonly splits: (id: TickerId) => Promise<readonly Split[]>;
	/** Converts UTC seconds to trading time, in which closed hours have no length. */
	readonly tradingTime: (seconds: number) => number;
	/** Usual mentions per day, as known before a session, by row of the directory. */
	readonly loadUsualMentions: (date: ExchangeDate) => Promise<Float64Array>;
	/** The market clock. */
	readonly marketNow: () => UtcMs;
	readonly clock: Clock;
}

interface NewestReadings {
	readonly table: ReportTable;
	readonly readings: AlertValues;
}

/** Lets users manage their own alerts on tickers. */
export function createOwnAlerts({
	records,
	loadLists,
	directory,
	prices,
	reports,
	parameters,
	splits,
	tradingTime,
	loadUsualMentions,
	marketNow,
	clock,
}: OwnAlertParts) {
	/** Returns the last price in dollars, on the current share basis. */
	const priceOf = (id: TickerId): number | undefined => {
		const row = directory.rowOf(id);
		return row === -1 ? undefined : findRecentCloses(prices, row, Number.POSITIVE_INFINITY, 1)[0];
	};

	const loadNewestReadings = async ({ licence }: CallerAccount): Promise<NewestReadings | undefined> => {
		if (licence === null) return undefined;
		const facts = reports.newestBetween(0, Number.MAX_SAFE_INTEGER, (one) => one.algo === 'reverse' && isOpenTo(licence, one, one.first));
		const table = facts && (await reports.table(facts));
		if (!table) return undefined;
		const usualMentions = await loadUsualMentions(newYorkDate(table.time));
		return { table, readings: createAlertValues(table, parameters, (id) => usualMentions[directory.rowOf(id)] ?? Number.NaN) };
	};

	const loadMemberships = async (alerts: readonly StoredAlert[]): Promise<FilterMemberships> => {
		const ids = [...new Set(alerts.flatMap(({ condition }) => filterOf(condition)?.id ?? []))];
		const referencedFilters = ids.length === 0 ? [] : await records.ownedFilters(ids);
		const listFor = createAlertListFactory(directory.industries());
		return new Map(referencedFilters.map((filter) => [filter.id, createMembershipTest(listFor(filter).rule, parameters)]));
	};

	const computeCurrentValue = (
		{ tickerId, condition }: StoredAlert,
		newest: NewestReadings | undefined,
		memberships: FilterMemberships,
	): number | null => {
		if (tickerId === null || condition.kind === 'filing') return null;
		if (condition.kind === 'price' || condition.kind === 'trend') return priceOf(tickerId) ?? null;
		const row = newest ? rowOfTicker(newest.table, tickerId) : -1;
		if (!newest || row === -1) return null;
		const { readings } = newest;
		if (condition.kind === 'enters' || condition.kind === 'leaves') {
			if (!condition.filter) return readings.createListTest(condition)(row) ? 1 : 0;
			const isMember = condition.filter.id === null ? undefined : memberships.get(condition.filter.id);
			return isMember ? Number(isMember(newest.table, tickerId)) : null;
		}
		const value = readings.createValueReader(condition)(row);
		return Number.isNaN(value) ? null : value;
	};

	const loadWatchedTickers = async ({ userId, watchlistId }: StoredAlert): Promise<readonly TickerId[]> =>
		watchlistId === null
			? [...(await loadLists(userId)).favorites].map((id) => id as TickerId)
			: (await records.tickersOfWatchlists([watchlistId])).flatMap(({ tickerIds }) => tickerIds);

	/** Finds the watched ticker that is closest to fulfilling the alert. Undefined for conditions without a value, such as lists and filings. */
	const findNearest = async (alert: StoredAlert, newest: NewestReadings | undefined) => {
		const { condition } = alert;
		const hasValue = 'value' in condition;
		if (alert.tickerId !== null || isStopped(alert) || !hasValue || !newest) return undefined;
		return findNearestTicker(condition, await loadWatchedTickers(alert), newest.table, newest.readings);
	};

	const present = async (alert: StoredAlert, newest: NewestReadings | undefined, memberships: FilterMemberships): Promise<Alert> => {
		const { id, tickerId, watchlistId, watchlistName, repeat, coolDown, expires, note, createdAt, fired, lastReport, lastTickerId } = alert;
		const symbolOf = (ticker: TickerId): string => directory.byId(ticker)?.symbol ?? String(ticker);
		const nearest = await findNearest(alert, newest);
		const hasEnded = (expires !== null && expires < marketNow()) || (repeat === 'once' && fired > 0 && tickerId !== null);
		return {
			id,
			ticker_id: tickerId,
			ticker: tickerId === null ? null : symbolOf(tickerId),
			watchlist_id: watchlistId,
			watchlist: watchlistName,
			condition: await presentCondition(alert),
			repeat,
			cool_down: coolDown,
			expires: expires === null ? null : newYorkDate(expires),
			note,
			created: isoSeconds(createdAt),
			fired,
			last:
				lastReport === null || lastTickerId === null
					? null
					: { report: isoSeconds(lastReport), ticker_id: lastTickerId, ticker: symbolOf(lastTickerId) },
			state: isStopped(alert) ? 'stopped' : hasEnded ? 'over' : 'waiting',
			now: nearest?.value ?? computeCurrentValue(alert, newest, memberships),
			nearest: nearest ? { ticker_id: nearest.tickerId, ticker: symbolOf(nearest.tickerId) } : null,
		};
	};

	const presentCondition = async ({ condition, tickerId, basis }: StoredAlert): Promise<Alert['condition']> => {
		if (condition.kind === 'enters' || condition.kind === 'leaves') {
			const { filter, ...list } = condition;
			return { ...list, filter_id: filter?.id ?? null, filter: filter?.name ?? null };
		}
		if (condition.kind !== 'price' && condition.kind !== 'trend') return condition;
		const ratio = tickerId === null ? 1 : splitRatio(await splits(tickerId), basis, newYorkDate(marketNow()));
		if (condition.kind === 'trend') {
			const line = adjustForSplits({ kind: 'trend', from: condition.from, to: condition.to }, ratio) as TrendLine;
			const presentPoint = ({ time, price }: LevelPoint) => ({ time: isoSeconds(time * SECOND), price });
			return {
				kind: 'trend',
				from: presentPoint(line.from),
				to: presentPoint(line.to),
				side: condition.side,
				level: computeLinePrice(line) ?? null,
			};
		}
		const level = adjustForSplits({ kind: 'line', price: condition.level }, ratio);
		return level.kind === 'line' ? { ...condition, level: level.price } : condition;
	};

	const computeLinePrice = (line: TrendLine): number | undefined => trendPrice(line, marketNow() / SECOND, tradingTime);

	const resolveListCondition = async (
		{ id: userId }: CallerAccount,
		{ kind, tab, strategy, filter_id: id }: ListCondition,
	): Promise<AlertCondition> => {
		if (id === undefined) {
			if (tab && strategy) return { kind, tab, strategy };
			throw malformed(tab ? 'condition.strategy' : 'condition.tab', 'Give tab and strategy, or filter_id.');
		}
		if (tab || strategy) throw malformed('condition.filter_id', 'Give filter_id, or tab and strategy, not both.');
		const [filter] = await records.ownedFilters([id]);
		if (filter?.userId !== userId) throw unknownFilter('condition.filter_id');
		return { kind, tab: filter.tab, strategy: filter.strategy, filter: { id, name: filter.name } };
	};

	/** Completes the condition for storage. For a level or trend line, determines from which side the price must reach it. */
	const resolveCondition = async (account: CallerAccount, { ticker_id: id, condition }: NewAlert): Promise<AlertCondition> => {
		if (condition.kind === 'enters' || condition.kind === 'leaves') return resolveListCondition(account, condition);
		if (condition.kind !== 'price' && condition.kind !== 'trend') return condition;
		const field = condition.kind === 'price' ? 'condition.level' : 'condition.to';
		if (id === null) throw malformed(field, 'A price level needs one ticker. Choose a ticker.');
		const price = priceOf(id);
		if (price === undefined) throw malformed(field, 'This ticker has no price yet. Choose another kind of alert.');
		const toPoint = ({ time, price: dollars }: { time: number; price: number }): LevelPoint => ({ time: time / SECOND, price: dollars });
		const line =
			condition.kind === 'trend' ? ({ kind: 'trend', from: toPoint(condition.from), to: toPoint(condition.to) } as const) : undefined;
		const level = condition.kind === 'price' ? condition.level : line && computeLinePrice(line);
		if (level === undefined)
			throw malformed(field, 'This line has no price now. Draw one that begins in the past and ends later, in trading hours.');
		if (price === level) throw malformed(field, `The price is ${price} now. Choose a level above or below it.`);
		const side = level > price ? 'above' : 'below';
		return line ? { ...line, side } : { kind: 'price', level, side };
	};

	return {
		list: async (account: CallerAccount): Promise<AnswerOf<typeof calls.alerts>> => {
			const [storedAlerts, newest] = await Promise.all([records.tickerAlertsOf(account.id), loadNewestReadings(account)]);
			const memberships = await loadMemberships(storedAlerts);
			return {
				items: await Promise.all(storedAlerts.map((alert) => present(alert, newest, memberships))),
				allowed: alertLimit(account.licence),
			};
		},

		add: async (account: CallerAccount, newAlert: NewAlert): Promise<Alert> => {
			const { ticker_id: tickerId, watchlist_id: watchlistId, repeat, cool_down: coolDown, note, replaces } = newAlert;
			const expires = newAlert.expires === null ? null : utcMs(newYorkToUtc(addDays(exchangeDate(newAlert.expires), 1), 0, 0) - 1);
			if (tickerId !== null && watchlistId !== null) throw malformed('watchlist_id', 'Give ticker_id or watchlist_id, not both.');
			if (tickerId !== null && !directory.byId(tickerId)) throw unknownTicker('ticker_id');
			const since = marketNow();
			if (expires !== null && expires <= since) throw malformed('expires', 'Choose a later date: the alert would have expired already.');
			const condition = await resolveCondition(account, newAlert);
			const alert = { tickerId, watchlistId, condition, basis: newYorkDate(since), since, repeat, coolDown, expires, note };
			const allowed = alertLimit(account.licence);
			const storedAlert = await records.addTickerAlert(account.id, alert, { maxAlerts: allowed, now: clock.now(), replacedId: replaces });
			if (storedAlert === 'full') throw new Problem('denied', { detail: alertLimitMessage(account.licence) });
			if (storedAlert === 'no alert') throw unknownAlert('replaces');
			if (storedAlert === 'no watchlist') throw unknownWatchlist('watchlist_id');
			if (storedAlert === 'no filter') throw unknownFilter('condition.filter_id');
			return present(storedAlert, await loadNewestReadings(account), await loadMemberships([storedAlert]));
		},

		remove: async ({ id: userId }: CallerAccount, id: number): Promise<void> => {
			if (!(await records.removeTickerAlert(userId, id))) throw notFound(NO_SUCH_ALERT);
		},
	};
}

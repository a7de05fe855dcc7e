import type { AnswerOf, Received } from '@sw/contract/base/define';
import type { tickerAlertCalls as calls } from '@sw/contract/inbox/ticker-alerts';
import type { CallerAccount } from '@sw/domain/access/caller';
import { createReadings, type Readings } from '@sw/domain/alerts/alert-readings';
import { type AlertCondition, alertLimitReached, alertsAllowed, isStopped } from '@sw/domain/alerts/ticker-alert';
import { splitRatio } from '@sw/domain/prices/adjust';
import { afterSplits } from '@sw/domain/prices/level';
import type { Split } from '@sw/domain/prices/ticker';
import { isOpenTo } from '@sw/domain/reports/licence-gate';
import { rowOfTicker } from '@sw/domain/reports/list/row-mask';
import type { ParameterSet } from '@sw/domain/signals/parameters';
import type { ReportTable } from '@sw/domain/signals/report-table';
import { isoSeconds } from '@sw/domain/time/format';
import { exchangeDate, type TickerId, type UtcMs, utcMs } from '@sw/domain/time/units';
import { addDays, newYorkDate, newYorkToUtc } from '@sw/domain/time/zone';
import type { Directory } from '../../market/window/directory.ts';
import { recentCloses } from '../../market/window/price-series.ts';
import type { PriceWindow } from '../../market/window/price-window.ts';
import type { Clock } from '../../platform/clocks/clock.ts';
import { malformed, notFound, Problem } from '../../platform/errors.ts';
import { unknownTicker, unknownWatchlist } from '../../platform/unknown-values.ts';
import type { HotReports } from '../../reports/hot-reports.ts';
import type { InboxRecords, StoredAlert } from './ports.ts';

type Alert = AnswerOf<typeof calls.addAlert, 201>;
type NewAlert = Received<typeof calls.addAlert>['body'];

export interface OwnAlertParts {
	readonly records: Pick<InboxRecords, 'tickerAlertsOf' | 'addTickerAlert' | 'removeTickerAlert'>;
	readonly directory: Directory;
	readonly prices: PriceWindow;
	readonly reports: Pick<HotReports, 'newestBetween' | 'table'>;
	readonly parameters: ParameterSet;
	readonly splits: (id: TickerId) => Promise<readonly Split[]>;
	/** The market clock. */
	readonly marketNow: () => UtcMs;
	readonly clock: Clock;
}

interface NewestReadings {
	readonly table: ReportTable;
	readonly readings: Readings;
}

/** An account's own alerts on tickers. */
export function createOwnAlerts({ records, directory, prices, reports, parameters, splits, marketNow, clock }: OwnAlertParts) {
	/** Dollars, on the current share basis. */
	const priceOf = (id: TickerId): number | undefined => {
		const row = directory.rowOf(id);
		return row === -1 ? undefined : recentCloses(prices, row, Number.POSITIVE_INFINITY, 1)[0];
	};

	const newestReadings = async ({ licence }: CallerAccount): Promise<NewestReadings | undefined> => {
		if (licence === null) return undefined;
		const facts = reports.newestBetween(0, Number.MAX_SAFE_INTEGER, (one) => one.algo === 'reverse' && isOpenTo(licence, one, one.first));
		const table = facts && (await reports.table(facts));
		return table && { table, readings: createReadings(table, parameters) };
	};

	const nowOf = ({ tickerId, condition }: StoredAlert, newest: NewestReadings | undefined): number | null => {
		if (tickerId === null || condition.kind === 'filing') return null;
		if (condition.kind === 'price') return priceOf(tickerId) ?? null;
		const row = newest ? rowOfTicker(newest.table, tickerId) : -1;
		if (!newest || row === -1) return null;
		const { readings } = newest;
		if (condition.kind === 'enters' || condition.kind === 'leaves') return readings.isListed(condition)(row) ? 1 : 0;
		const value = readings.valueOf(condition)(row);
		return Number.isNaN(value) ? null : value;
	};

	const present = async (alert: StoredAlert, newest: NewestReadings | undefined): Promise<Alert> => {
		const { id, tickerId, watchlistId, watchlistName, repeat, coolDown, expires, note, createdAt, fired, lastReport, lastTickerId } = alert;
		const symbol = (one: TickerId): string => directory.byId(one)?.symbol ?? String(one);
		const isOver = (expires !== null && expires < marketNow()) || (repeat === 'once' && fired > 0 && tickerId !== null);
		return {
			id,
			ticker_id: tickerId,
			ticker: tickerId === null ? null : symbol(tickerId),
			watchlist_id: watchlistId,
			watchlist: watchlistName,
			condition: await currentCondition(alert),
			repeat,
			cool_down: coolDown,
			expires: expires === null ? null : newYorkDate(expires),
			note,
			created: isoSeconds(createdAt),
			fired,
			last:
				lastReport === null || lastTickerId === null
					? null
					: { report: isoSeconds(lastReport), ticker_id: lastTickerId, ticker: symbol(lastTickerId) },
			state: isStopped(alert) ? 'stopped' : isOver ? 'over' : 'waiting',
			now: nowOf(alert, newest),
		};
	};

	const currentCondition = async ({ condition, tickerId, basis }: StoredAlert): Promise<AlertCondition> => {
		if (condition.kind !== 'price' || tickerId === null) return condition;
		const ratio = splitRatio(await splits(tickerId), basis, newYorkDate(marketNow()));
		const level = afterSplits({ kind: 'line', price: condition.level }, ratio);
		return level.kind === 'line' ? { ...condition, level: level.price } : condition;
	};

	/** A price level waits on the other side of the present price. */
	const conditionOf = ({ ticker_id: id, condition }: NewAlert): AlertCondition => {
		if (condition.kind !== 'price') return condition;
		if (id === null) throw malformed('condition.level', 'A price level needs one ticker. Choose a ticker.');
		const price = priceOf(id);
		if (price === undefined) throw malformed('condition.level', 'This ticker has no price yet. Choose another kind of alert.');
		if (price === condition.level) throw malformed('condition.level', `The price is ${price} now. Choose a level above or below it.`);
		return { ...condition, side: condition.level > price ? 'above' : 'below' };
	};

	return {
		list: async (account: CallerAccount): Promise<AnswerOf<typeof calls.alerts>> => {
			const [kept, newest] = await Promise.all([records.tickerAlertsOf(account.id), newestReadings(account)]);
			return { items: await Promise.all(kept.map((alert) => present(alert, newest))), allowed: alertsAllowed(account.licence) };
		},

		add: async (account: CallerAccount, given: NewAlert): Promise<Alert> => {
			const { ticker_id: tickerId, watchlist_id: watchlistId, repeat, cool_down: coolDown, note } = given;
			const expires = given.expires === null ? null : utcMs(newYorkToUtc(addDays(exchangeDate(given.expires), 1), 0, 0) - 1);
			if (tickerId !== null && watchlistId !== null) throw malformed('watchlist_id', 'Give ticker_id or watchlist_id, not both.');
			if (tickerId !== null && !directory.byId(tickerId)) throw unknownTicker('ticker_id');
			const since = marketNow();
			if (expires !== null && expires <= since) throw malformed('expires', 'Choose a later date: the alert would have expired already.');
			const condition = conditionOf(given);
			const alert = { tickerId, watchlistId, condition, basis: newYorkDate(since), since, repeat, coolDown, expires, note };
			const allowed = alertsAllowed(account.licence);
			const added = await records.addTickerAlert(account.id, alert, { allowed, now: clock.now() });
			if (added === 'full') throw new Problem('denied', { detail: alertLimitReached(account.licence) });
			if (added === 'no watchlist') throw unknownWatchlist('watchlist_id');
			return present(added, await newestReadings(account));
		},

		remove: async ({ id: userId }: CallerAccount, id: number): Promise<void> => {
			if (!(await records.removeTickerAlert(userId, id))) throw notFound('Alert not found');
		},
	};
}

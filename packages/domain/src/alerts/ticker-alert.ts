import type { LevelPoint } from '../prices/level.ts';
import type { Licence } from '../reports/licence.ts';
import type { SectorKey, Tab } from '../signals/sector.ts';
import type { StrategyName, Timeframe } from '../time/timeframe.ts';
import type { ExchangeDate, ReportTime, TickerId, UtcMs } from '../time/units.ts';

export const ALERT_KINDS = [
	'price',
	'trend',
	'rate',
	'depth',
	'volume',
	'mentions',
	'mention_spike',
	'enters',
	'leaves',
	'filing',
] as const;

/** How often an alert fires for a ticker: once, once per session, or every time with a cool-down. */
export const ALERT_REPEATS = ['once', 'session', 'every'] as const;
export type AlertRepeat = (typeof ALERT_REPEATS)[number];

/** A tab's list under a strategy, without filter conditions. */
interface AlertList {
	readonly tab: Tab;
	readonly strategy: StrategyName;
}

/** A saved filter. An alert with a filter has the filter's tab and strategy. */
export interface AlertFilter {
	/** null: the filter was deleted. */
	readonly id: number | null;
	/** Name of the filter, kept after it was deleted. */
	readonly name: string;
}

interface AlertListOrFilter extends AlertList {
	readonly filter?: AlertFilter | undefined;
}

interface Threshold {
	readonly value: number;
	/** Whether the alert fires when the value falls below the threshold. Default: when the value reaches the threshold. */
	readonly falls?: boolean | undefined;
}

/** The condition that makes an alert fire. Thresholds fire when they are reached, not while a value stays beyond them. */
export type AlertCondition =
	/** Dollars, on the share basis of the alert. */
	| { readonly kind: 'price'; readonly level: number; readonly side: 'above' | 'below' }
	/** A line through two points. Their prices are on the share basis of the alert. */
	| { readonly kind: 'trend'; readonly from: LevelPoint; readonly to: LevelPoint; readonly side: 'above' | 'below' }
	| ({ readonly kind: 'rate' } & AlertList & Threshold)
	| ({ readonly kind: 'depth'; readonly sector: SectorKey; readonly timeframe: Timeframe } & Threshold)
	/** In typical moves (z). */
	| ({ readonly kind: 'volume'; readonly timeframe: Timeframe } & Threshold)
	/** Mentions in the last 24 hours, all sources together. */
	| ({ readonly kind: 'mentions' } & Threshold)
	/** Mentions in the last 24 hours, divided by the ticker's usual number per day. */
	| ({ readonly kind: 'mention_spike' } & Threshold)
	| ({ readonly kind: 'enters' } & AlertListOrFilter)
	| ({ readonly kind: 'leaves' } & AlertListOrFilter)
	/** A new public filing. */
	| { readonly kind: 'filing' };

/** An alert on a ticker, a watchlist or all favourites of its owner. */
export interface TickerAlert {
	readonly id: number;
	readonly userId: string;
	/** null: the alert is for each ticker of the watchlist, or for each favourite. */
	readonly tickerId: TickerId | null;
	/** null: the alert isn't on a watchlist, or the watchlist was deleted. */
	readonly watchlistId: number | null;
	/** Name of the watchlist, kept after it was deleted; null: the alert isn't on a watchlist. */
	readonly watchlistName: string | null;
	readonly condition: AlertCondition;
	/** The day whose share basis a price level or trend line uses, in dollars per share before later splits. */
	readonly basis: ExchangeDate;
	/** Market time of creation. Earlier bars are ignored. */
	readonly since: UtcMs;
	readonly repeat: AlertRepeat;
	/** Minutes of market time, for `every`. */
	readonly coolDown: number;
	/** Market time; null: the alert doesn't expire. */
	readonly expires: UtcMs | null;
	readonly note: string;
}

/** An alert fired for a ticker in a report. */
export interface AlertFiring {
	readonly alert: TickerAlert;
	readonly tickerId: TickerId;
	/** Makes repeated firings unique: the database allows one per alert, ticker and occasion. */
	readonly occasion: string;
}

export interface LastFiring {
	readonly alertId: number;
	readonly tickerId: TickerId;
	readonly report: ReportTime;
}

/** Whether the alert can't fire any more because its watchlist or filter was deleted. */
export function isStopped({
	watchlistId,
	watchlistName,
	condition,
}: Pick<TickerAlert, 'watchlistId' | 'watchlistName' | 'condition'>): boolean {
	return (watchlistId === null && watchlistName !== null) || filterOf(condition)?.id === null;
}

export function filterOf(condition: AlertCondition): AlertFilter | undefined {
	return 'filter' in condition ? condition.filter : undefined;
}

/** Maximum number of alerts per account. */
export const ALERTS_ALLOWED = { basic: 10, premium: 50, pro: 500 } as const satisfies Record<Licence, number>;
/** Characters. */
export const MAX_NOTE_LENGTH = 200;
/** Minutes. */
export const MAX_ALERT_COOL_DOWN = 30 * 24 * 60;
/** Dollars. */
export const MAX_ALERT_LEVEL = 10_000_000;
export const MAX_ALERT_RATE = 999;
export const MAX_ALERT_MENTIONS = 1_000_000;
/** A multiple of the usual mentions. */
export const MAX_ALERT_SPIKE = 1_000;
/** In typical moves (z). */
export const MAX_ALERT_VOLUME = 100;

export function alertLimit(licence: Licence | null): number {
	return licence === null ? 0 : ALERTS_ALLOWED[licence];
}

/** Returns the 403 message for an account that has reached its limit of alerts. */
export function alertLimitMessage(licence: Licence | null): string {
	return licence === null
		? 'Alerts need a licence'
		: `Your ${licence} licence includes ${ALERTS_ALLOWED[licence]} alerts. Delete one first.`;
}

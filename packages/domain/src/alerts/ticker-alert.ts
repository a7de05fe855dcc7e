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

/** A list without conditions of a filter. */
interface AlertList {
	readonly tab: Tab;
	readonly strategy: StrategyName;
}

/** A saved filter whose list is meant; tab and strategy are its own then. */
export interface AlertFilter {
	/** null: it was deleted. */
	readonly id: number | null;
	/** Its last name. */
	readonly name: string;
}

interface ChangingList extends AlertList {
	readonly filter?: AlertFilter | undefined;
}

/** A reading's threshold. */
interface Threshold {
	readonly value: number;
	/** Fires when the reading falls below the threshold, instead of when it reaches it. */
	readonly falls?: boolean | undefined;
}

/** What an alert waits for. Thresholds fire when they are reached, not while a value stays beyond them. */
export type AlertCondition =
	/** Dollars, on the share basis of the alert. */
	| { readonly kind: 'price'; readonly level: number; readonly side: 'above' | 'below' }
	/** A line through two points, whose prices are on the share basis of the alert. */
	| { readonly kind: 'trend'; readonly from: LevelPoint; readonly to: LevelPoint; readonly side: 'above' | 'below' }
	| ({ readonly kind: 'rate' } & AlertList & Threshold)
	| ({ readonly kind: 'depth'; readonly sector: SectorKey; readonly timeframe: Timeframe } & Threshold)
	/** In typical moves (z). */
	| ({ readonly kind: 'volume'; readonly timeframe: Timeframe } & Threshold)
	/** Mentions of the last 24 hours over all sources. */
	| ({ readonly kind: 'mentions' } & Threshold)
	/** The same relative to the ticker's usual mentions of a day: 1 is usual. */
	| ({ readonly kind: 'mention_spike' } & Threshold)
	| ({ readonly kind: 'enters' } & ChangingList)
	| ({ readonly kind: 'leaves' } & ChangingList)
	/** Another public filing. */
	| { readonly kind: 'filing' };

/** An alert on a ticker, a watchlist or all favourites of its owner. */
export interface TickerAlert {
	readonly id: number;
	readonly userId: string;
	/** null: each ticker of the watchlist, or each favourite. */
	readonly tickerId: TickerId | null;
	/** null: the alert isn't on a watchlist, or the watchlist was deleted. */
	readonly watchlistId: number | null;
	/** Last name of the watchlist; null: the alert isn't on one. */
	readonly watchlistName: string | null;
	readonly condition: AlertCondition;
	/** The day whose share basis a price level or trend line has. */
	readonly basis: ExchangeDate;
	/** Market time of its creation: earlier bars don't count. */
	readonly since: UtcMs;
	readonly repeat: AlertRepeat;
	/** Minutes of market time, for `every`. */
	readonly coolDown: number;
	/** Market time; null: it doesn't expire. */
	readonly expires: UtcMs | null;
	readonly note: string;
}

/** An alert fired for a ticker in a report. */
export interface AlertFiring {
	readonly alert: TickerAlert;
	readonly tickerId: TickerId;
	/** What happens at most once: in the database it is unique by alert and ticker. */
	readonly occasion: string;
}

/** The last firing of an alert for a ticker. */
export interface LastFiring {
	readonly alertId: number;
	readonly tickerId: TickerId;
	readonly report: ReportTime;
}

/** Whether the alert's watchlist or filter was deleted, so that nothing fires it. */
export function isStopped({
	watchlistId,
	watchlistName,
	condition,
}: Pick<TickerAlert, 'watchlistId' | 'watchlistName' | 'condition'>): boolean {
	return (watchlistId === null && watchlistName !== null) || filterOf(condition)?.id === null;
}

/** The saved filter that a condition names. */
export function filterOf(condition: AlertCondition): AlertFilter | undefined {
	return 'filter' in condition ? condition.filter : undefined;
}

/** Alerts an account may have, by licence. */
export const ALERTS_ALLOWED = { basic: 10, premium: 50, pro: 500 } as const satisfies Record<Licence, number>;
export const LONGEST_NOTE = 200;
/** Minutes. */
export const LONGEST_ALERT_COOL_DOWN = 30 * 24 * 60;
/** Dollars. */
export const HIGHEST_LEVEL = 10_000_000;
export const HIGHEST_RATE = 999;
export const HIGHEST_MENTIONS = 1_000_000;
/** Most times the usual mentions. */
export const HIGHEST_SPIKE = 1_000;
/** Largest volume in typical moves that an alert can wait for. */
export const HIGHEST_VOLUME = 100;

export function alertsAllowed(licence: Licence | null): number {
	return licence === null ? 0 : ALERTS_ALLOWED[licence];
}

/** The 403 message when another alert would exceed the limit. */
export function alertLimitReached(licence: Licence | null): string {
	return licence === null
		? 'Alerts need a licence'
		: `Your ${licence} licence includes ${ALERTS_ALLOWED[licence]} alerts. Delete one first.`;
}

import { CAPS } from '../prices/buckets.ts';
import type { TickerType } from '../prices/ticker.ts';
import { sectorLabel } from '../signals/sector.ts';
import { TIMEFRAMES } from '../time/timeframe.ts';
import { type BreadthKey, formatKey, MIN_DEPTH, type UsualShare } from './breadth.ts';

/** Whether to notify: always if `level` is null, otherwise if the share is at least `level`. */
export function isLevelReached(share: number | null, level: number | null): boolean {
	return share !== null && (level === null || share >= level);
}

const TYPE_WORDS: Record<TickerType, string> = { stocks: 'stocks', etf: 'ETFs', index: 'indexes' };

export interface BreadthNotification {
	readonly key: BreadthKey;
	/** Minimum depth of the tickers counted in `share`. */
	readonly depth: number;
	/** 0 to 1. */
	readonly share: number;
	/** Number of tickers with a depth. */
	readonly measured: number;
	readonly usual: UsualShare;
	/** The minimum share for a notification; null: any share. */
	readonly level: number | null;
	/** For example '11:45 AM ET on 06/30/2026'. */
	readonly at: string;
	readonly simulated: boolean;
}

export function formatBreadthMessage({ key, depth, share, measured, usual, level, at, simulated }: BreadthNotification): {
	subject: string;
	text: string;
} {
	const timeframe = TIMEFRAMES.find(({ name }) => name === key.timeframe)?.label ?? key.timeframe;
	const cap = CAPS.find(({ name }) => name === key.marketcap)?.label ?? '';
	const universe = `${TYPE_WORDS[key.type]}${key.marketcap === 'all' ? '' : ` (${cap})`}`;
	const comparison =
		usual.mean === null
			? 'No earlier session has been counted at this time of day.'
			: `Usually at this time of day: ${formatPercent(usual.mean)} (${usual.days} ${usual.days === 1 ? 'session' : 'sessions'}${usual.sd === null ? '' : `, standard deviation ${formatPercent(usual.sd)}`}).`;
	const reason = level === null ? 'You asked for this report only.' : `You asked to be notified from ${formatPercent(level)}, once a day.`;
	const depthText = `depth ${depth} or more`;
	return {
		subject: `${sectorLabel(key.slice)}, ${timeframe}${depth === MIN_DEPTH ? '' : `, ${depthText}`}: ${formatPercent(share)} of ${universe}`,
		text: [
			`${formatPercent(share)} of ${measured} measured ${universe} were at ${depthText} at ${at}.`,
			comparison,
			reason,
			...(simulated ? ['Simulated market.'] : []),
		].join('\n\n'),
	};
}

function formatPercent(share: number): string {
	return `${(share * 100).toFixed(1)} %`;
}

/** Returns the key of a message. An account gets at most one message with the same key. */
export function breadthMessageKey(key: BreadthKey, time: number): string {
	return `breadth ${formatKey(key)} ${time}`;
}

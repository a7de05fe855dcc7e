import { CAPS } from '../prices/buckets.ts';
import type { TickerType } from '../prices/ticker.ts';
import { sectorLabel } from '../signals/sector.ts';
import { TIMEFRAMES } from '../time/timeframe.ts';
import { type BreadthKey, keyText, LEAST_DEPTH, type UsualShare } from './breadth.ts';

/** When to notify: always without a level, otherwise from that share. */
export function isReached(share: number | null, level: number | null): boolean {
	return share !== null && (level === null || share >= level);
}

const TYPE_WORDS: Record<TickerType, string> = { stocks: 'stocks', etf: 'ETFs', index: 'indexes' };

export interface NotifiedBreadth {
	readonly key: BreadthKey;
	/** Minimum depth to count. */
	readonly depth: number;
	readonly share: number;
	readonly measured: number;
	readonly usual: UsualShare;
	readonly level: number | null;
	/** For example '11:45 AM ET on 06/30/2026'. */
	readonly at: string;
	readonly simulated: boolean;
}

/** The message text: what was counted, out of how many, compared with what is usual and over how many sessions. */
export function breadthWords({ key, depth, share, measured, usual, level, at, simulated }: NotifiedBreadth): {
	subject: string;
	text: string;
} {
	const timeframe = TIMEFRAMES.find(({ name }) => name === key.timeframe)?.label ?? key.timeframe;
	const cap = CAPS.find(({ name }) => name === key.marketcap)?.label ?? '';
	const universe = `${TYPE_WORDS[key.type]}${key.marketcap === 'all' ? '' : ` (${cap})`}`;
	const compared =
		usual.mean === null
			? 'No earlier session has been counted at this time of day.'
			: `Usually at this time of day: ${percent(usual.mean)} (${usual.days} ${usual.days === 1 ? 'session' : 'sessions'}${usual.sd === null ? '' : `, standard deviation ${percent(usual.sd)}`}).`;
	const reason = level === null ? 'You asked for this report only.' : `You asked to be notified from ${percent(level)}, once a day.`;
	const from = `depth ${depth} or more`;
	return {
		subject: `${sectorLabel(key.slice)}, ${timeframe}${depth === LEAST_DEPTH ? '' : `, ${from}`}: ${percent(share)} of ${universe}`,
		text: [
			`${percent(share)} of ${measured} measured ${universe} were at ${from} at ${at}.`,
			compared,
			reason,
			...(simulated ? ['Simulated market.'] : []),
		].join('\n\n'),
	};
}

function percent(share: number): string {
	return `${(share * 100).toFixed(1)} %`;
}

/** Key of a message: an account gets at most one per report and breadth. */
export function breadthMessageKey(key: BreadthKey, time: number): string {
	return `breadth ${keyText(key)} ${time}`;
}

import type { AnswerOf } from '@sw/contract/base/define';
import type { signals } from '@sw/contract/signals/signals';
import { capGroup, capTier } from '@sw/domain/prices/buckets';
import type { Ticker } from '@sw/domain/prices/ticker';
import { computeTickerChange, type TierMedian, tierMedianChange } from '@sw/domain/research/walk/tier-median';
import { isoSeconds } from '@sw/domain/time/format';
import { slotEnd } from '@sw/domain/time/slots';
import { findLastSessionPrices, type SessionPrices } from '../../market/window/price-series.ts';
import { createAnswerCache } from '../../platform/cache/answer-caches.ts';
import type { HotReport } from '../../reports/hot-reports.ts';
import type { SignalsParts } from './ports.ts';

type Comparison = AnswerOf<(typeof signals)['landingComparison']>;
/** The comparison without the report's head. */
export type ComparisonBody = Omit<Comparison, 'report'>;

/** Number of compared sessions, including the report's own. */
export const COMPARED_SESSIONS = 5;
/** Number of cached tier medians: one per report and tier, of 1 kB each. */
const CACHED_MEDIANS = 200;

const NO_SESSIONS: readonly SessionPrices[] = [];

/** Compares a ticker's change with the median of its market-cap tier. Medians are computed once per report. */
export function createComparisons({ directory, prices, parameters }: Pick<SignalsParts, 'directory' | 'prices' | 'parameters'>) {
	const cache = createAnswerCache<string, TierMedian>({ max: CACHED_MEDIANS });

	const getTierMedian = ({ facts, table }: HotReport, sessions: readonly SessionPrices[], tier: ReturnType<typeof capTier>) => {
		const key = `${facts.time} ${facts.version} ${facts.hash} ${tier} ${prices.id}`;
		const cached = cache.get(key);
		if (cached) return cached;
		const rows = Int32Array.from(table.tickerId.subarray(0, table.count), directory.rowOf);
		const median = tierMedianChange(sessions, rows, table.cap, tier);
		if (median) cache.set(key, median);
		return median;
	};

	return {
		/** Returns the sessions up to a report; undefined if they aren't in memory. */
		sessionsOf: ({ facts }: HotReport): SessionPrices[] | undefined =>
			findLastSessionPrices(prices, Math.min(facts.asOf, facts.time), COMPARED_SESSIONS),

		/** `marketSessions`: the market's sessions up to the report. Without them, `tickerSessions` can contain sessions with the ticker as the only row. */
		compare: (
			report: HotReport,
			row: number,
			ticker: Ticker,
			marketSessions: readonly SessionPrices[] | undefined,
			tickerSessions: readonly SessionPrices[] = NO_SESSIONS,
		): ComparisonBody => {
			const sessions = marketSessions ?? tickerSessions;
			const cap = report.table.cap[row]!;
			const change = computeTickerChange(sessions, marketSessions ? directory.rowOf(ticker.id) : 0);
			const peerMedian = marketSessions && getTierMedian(report, marketSessions, capTier(cap));
			return {
				ticker: ticker.symbol,
				ticker_id: ticker.id,
				marketcap: capGroup(cap),
				sessions: sessions.map(({ session, elapsed }) => ({
					date: session.date,
					open: isoSeconds(session.open),
					close: isoSeconds(session.close),
					early_close: session.early,
					bars: elapsed,
				})),
				change: change ? roundValues(change.change) : [],
				middle: peerMedian ? roundValues(peerMedian.change) : [],
				peers: peerMedian ? { tickers: peerMedian.tickers, of: peerMedian.of } : null,
				traded: change ? formatSlotEnd(sessions, change.lastTradedSlot) : null,
				missing: [...(change ? [] : (['bars'] as const)), ...(peerMedian ? [] : (['middle'] as const))],
				slot_weights: [...parameters.slotWeights],
			};
		},
	};
}

/** Returns the end of a slot. Slots are numbered across all sessions. */
function formatSlotEnd(sessions: readonly SessionPrices[], slot: number): string | null {
	let slotsBefore = 0;
	for (const { session, elapsed } of sessions) {
		if (slot < slotsBefore + elapsed) return isoSeconds(slotEnd(session, slot - slotsBefore));
		slotsBefore += elapsed;
	}
	return null;
}

/** Rounds to five decimals, because no screen shows more. NaN becomes null. */
function roundValues(values: Float64Array): (number | null)[] {
	return Array.from(values, (value) => (Number.isNaN(value) ? null : Math.round(value * 1e5) / 1e5));
}

import { capTier } from '@sw/domain/prices/cap';
import { LEAST_IN_TIER, UNKNOWN_TIER } from '@sw/domain/research/walk/tier-benchmark';
import { median } from '@sw/domain/statistics/median';
import type { UtcMs } from '@sw/domain/time/units';
import type { Directory } from '../../market/window/directory.ts';
import type { PriceWindow, WindowSession } from '../../market/window/price-window.ts';
import { createAnswerCache } from '../../platform/cache/answer-caches.ts';

/** Six tiers and the unknown one, by two horizons. */
const KEPT = 14;
/** Sessions between two of which other work comes in. */
const BREATH = 8;

export interface ClosedSessions {
	/** Of each, when it closed. */
	readonly closes: readonly UtcMs[];
	/** Log return of a row from the close of session i to that `horizon` later less the middle of its tier; NaN where unknown. */
	excess(row: number, horizon: number): Promise<(session: number) => number>;
	/** The tier at the last price; null: unknown. */
	tierOf(row: number): number | null;
}

/** The closes of the sessions in memory, and every ticker's way beside the middle one of its tier as it is now. */
export function createExcessMoves(prices: PriceWindow, directory: Directory): () => ClosedSessions {
	const kept = createAnswerCache<string, Promise<Float64Array>>({ max: KEPT });

	return () => {
		const closed = prices.sessions.flatMap((entry, index): { entry: WindowSession; index: number }[] =>
			entry.day ? [{ entry, index }] : [],
		);
		const ratios = closed.map(({ index }) => prices.ratios(index));
		const key = `${prices.id} ${closed[0]?.entry.session.date} ${closed.at(-1)?.entry.session.date}`;
		const logOf = (session: number, row: number): number =>
			Math.log((closed[session]?.entry.day?.close[row] ?? Number.NaN) / (ratios[session]?.[row] ?? 1));
		const tierOf = (row: number): number | null => {
			const close = closed.at(-1)?.entry.day?.close[row] ?? Number.NaN;
			return capTier(directory.shares[row]! * close);
		};

		const middles = async (tier: number, horizon: number): Promise<Float64Array> => {
			const all = Array.from({ length: prices.rows }, (_, row) => row);
			const ofTier = all.filter((row) => (tierOf(row) ?? UNKNOWN_TIER) === tier);
			const found = new Float64Array(closed.length).fill(Number.NaN);
			for (let session = 0; session + horizon < closed.length; session++) {
				const moves = (rows: readonly number[]): number[] =>
					rows.map((row) => logOf(session + horizon, row) - logOf(session, row)).filter((move) => Number.isFinite(move));
				const inTier = moves(ofTier);
				found[session] = median(inTier.length < LEAST_IN_TIER ? moves(all) : inTier) ?? Number.NaN;
				if (session % BREATH === 0) await new Promise(setImmediate);
			}
			return found;
		};

		return {
			closes: closed.map(({ entry }) => entry.session.close),
			tierOf,
			excess: async (row, horizon) => {
				const tier = tierOf(row) ?? UNKNOWN_TIER;
				const name = `${key} ${tier} ${horizon}`;
				const working = kept.get(name) ?? middles(tier, horizon);
				kept.set(name, working);
				working.catch(() => kept.delete(name));
				const middle = await working;
				return (session) => logOf(session + horizon, row) - logOf(session, row) - (middle[session] ?? Number.NaN);
			},
		};
	};
}

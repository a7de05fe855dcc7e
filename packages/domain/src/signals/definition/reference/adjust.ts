import { type Contracts, type HistorySession, type ReferenceSession, type Trade, tradesOf } from './history.ts';

/** Factors for the prices, shares and contracts of a session; contracts null: no longer comparable. */
interface Factors {
	price: number;
	volume: number;
	contracts: number | null;
}

/**
 * All sessions on the basis of the last one, signals.md 1.9.6 and 1.9.8. A split divides earlier prices and multiplies earlier volumes; a
 * whole-number split multiplies contracts, any other makes earlier ones incomparable. A dividend D scales earlier prices by 1 - D / C_prev.
 */
export function adjusted(raw: readonly HistorySession[], events: readonly ReferenceSession[]): HistorySession[] {
	const factors: Factors = { price: 1, volume: 1, contracts: 1 };
	const result = [...raw];
	for (let s = raw.length - 1; s >= 0; s--) {
		const session = raw[s] as HistorySession;
		result[s] = {
			slots: session.slots,
			trades: session.trades.map((trade) => scaleTrade(trade, factors)),
			contracts: session.contracts.map((contracts) => scaleContracts(contracts, factors.contracts)),
			daily: scaleTrade(session.daily, factors),
			optionDay: null,
		};
		const { split = 1, dividend = 0 } = events[s] ?? {};
		if (split > 0 && split !== 1) {
			factors.price /= split;
			factors.volume *= split;
			factors.contracts = factors.contracts !== null && Number.isInteger(split) ? factors.contracts * split : null;
		}
		// Counted before the session's own split.
		(result[s] as HistorySession).optionDay = scaleContracts(session.optionDay, factors.contracts);
		const previous = closeBefore(raw, events, s);
		if (previous !== null && dividend > 0 && dividend < previous) factors.price *= 1 - dividend / previous;
	}
	return result;
}

/** The last close before session s as printed, on the share basis of s; null without any trade. */
function closeBefore(raw: readonly HistorySession[], events: readonly ReferenceSession[], s: number): number | null {
	let ratio = events[s]?.split ?? 1;
	for (let earlier = s - 1; earlier >= 0; earlier--) {
		const last = tradesOf(raw[earlier] as HistorySession).at(-1);
		if (last) return last.close / ratio;
		ratio *= events[earlier]?.split ?? 1;
	}
	return null;
}

function scaleContracts(contracts: Contracts, factor: number | null): Contracts {
	return contracts && factor !== null ? { calls: contracts.calls * factor, puts: contracts.puts * factor } : null;
}

function scaleTrade(trade: Trade | null, { price, volume }: Factors): Trade | null {
	return (
		trade && {
			open: trade.open * price,
			high: trade.high * price,
			low: trade.low * price,
			close: trade.close * price,
			volume: trade.volume * volume,
		}
	);
}

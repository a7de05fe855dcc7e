import { type BarBlock, type DailyBlock, REGULAR } from '@sw/domain/prices/blocks';
import { isSessionJump, overnightJump, QUARANTINE_JUMP } from '@sw/domain/prices/quarantine';
import { type ExchangeDate, SECOND, type UtcMs, utcMs } from '@sw/domain/time/units';
import { dateOfDay, newYorkDate } from '@sw/domain/time/zone';
import type { SymbolBlock } from '../../intake/files/fold/symbol-block.ts';
import { roundPrice } from '../window/price-series.ts';

/** A bar so far from the previous one that its ticker would be quarantined. */
export interface OutlyingBar {
	readonly ticker: string;
	readonly date: ExchangeDate;
	/** Start of the bar; null for a daily bar. */
	readonly at: UtcMs | null;
	readonly close: number;
	/** Close of the previous bar. */
	readonly before: number;
	/** Close of the next bar; null for the last one. */
	readonly after: number | null;
}

export interface OutlyingBars {
	readonly count: number;
	/** The bars that moved farthest, at most MAX_FARTHEST. */
	readonly farthest: readonly OutlyingBar[];
}

const MAX_FARTHEST = 10;

interface Bar extends Pick<OutlyingBar, 'date' | 'at' | 'close'> {
	readonly open: number;
}

/** Finds the bars of a file that are far from their neighbours, by the rules of quarantine. Stores nothing. */
export function createOutlyingBars() {
	let count = 0;
	let farthest: OutlyingBar[] = [];
	/** The last bar of each symbol and kind, because a symbol can come in several blocks. */
	const lastBars = new Map<string, Bar>();

	const checkBars = (symbol: string, kind: string, bars: readonly Bar[]): void => {
		const key = `${kind} ${symbol}`;
		const previousBar = lastBars.get(key);
		const allBars = previousBar ? [previousBar, ...bars] : bars;
		for (let i = 1; i < allBars.length; i++) {
			const [previous, bar, next] = [allBars[i - 1] as Bar, allBars[i] as Bar, allBars[i + 1]];
			if (!isJump(previous, bar)) continue;
			count++;
			// The bar after an outlier is skipped if it returns to the previous level.
			if (next && !isJump(previous, { ...next, date: bar.date, open: next.close })) i++;
			const outlier = { ticker: symbol, date: bar.date, at: bar.at, close: roundPrice(bar.close), before: roundPrice(previous.close) };
			farthest.push({ ...outlier, after: next ? roundPrice(next.close) : null });
		}
		farthest = farthest.sort((a, b) => logMove(b) - logMove(a)).slice(0, MAX_FARTHEST);
		const lastBar = bars.at(-1);
		if (lastBar) lastBars.set(key, lastBar);
	};

	return {
		add({ symbol, bars, daily }: SymbolBlock): void {
			if (bars) checkBars(symbol, 'bars', toBars(bars));
			if (daily) checkBars(symbol, 'days', toDailyBars(daily));
		},
		result: (): OutlyingBars => ({ count, farthest }),
	};
}

/** Whether a bar jumps: within a session by the closes, overnight by the open, and for daily bars also from open to close. */
function isJump(previous: Bar, bar: Bar): boolean {
	const isSameSession = bar.at !== null && bar.date === previous.date;
	if (isSameSession) return isSessionJump(previous.close, bar.close);
	return overnightJump(previous.close, bar.open, 0) >= QUARANTINE_JUMP || isSessionJump(bar.open, bar.close);
}

function logMove({ before, close }: OutlyingBar): number {
	return Math.abs(Math.log(close / before));
}

function toBars({ count, time, session, open, close }: BarBlock): Bar[] {
	const bars: Bar[] = [];
	for (let i = 0; i < count; i++) {
		if (session[i] !== REGULAR) continue;
		const at = utcMs(time[i]! * SECOND);
		bars.push({ date: newYorkDate(at), at, open: open[i]!, close: close[i]! });
	}
	return bars.sort((a, b) => (a.at as number) - (b.at as number));
}

function toDailyBars({ count, day, open, close }: DailyBlock): Bar[] {
	return Array.from({ length: count }, (_, i) => ({
		date: dateOfDay(day[i]!),
		at: null,
		open: open[i]!,
		close: close[i]!,
	})).sort((a, b) => (a.date < b.date ? -1 : 1));
}

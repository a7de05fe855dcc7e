import { createSessionMatrix, type SessionMatrix } from '../prices/session-matrix.ts';
import { SLOT_MS } from '../time/slots.ts';
import { type UtcMs, utcMs } from '../time/units.ts';
import type { Random } from './random.ts';

/** A small market of short sessions for walks over bars; a step is a slot, counted over all sessions. */
export const [ROWS, SLOTS, SESSIONS] = [14, 8, 5];
export const CLOCK = [2, 1, 0.5, 1.5, 1, 0.75, 1.25, 3];

export function endsBar(slots: number, slot: number): boolean {
	return slot % 2 === 1 || slot === slots - 1;
}

export function startOfStep(step: number): UtcMs {
	return utcMs(1_700_000_000_000 + Math.floor(step / SLOTS) * 86_400_000 + (step % SLOTS) * SLOT_MS);
}

export function endOfStep(step: number): UtcMs {
	return utcMs(startOfStep(step) + SLOT_MS);
}

export interface WalkedSession {
	matrix: SessionMatrix;
	splits: { row: number; ratio: number }[];
	dividends: { row: number; amount: number }[];
	tiers: Uint8Array;
}

/**
 * Creates a session with prices in quarters, because float32 stores these exactly. Some slots have no trade, some only a price or a volume. `tiers`: the
 * tiers to choose from.
 */
export function randomSession(random: Random, tiers: readonly number[]): WalkedSession {
	const matrix = createSessionMatrix(SLOTS, ROWS);
	for (let cell = 0; cell < ROWS * SLOTS; cell++) {
		const quarters = (): number => (300 + random.nextInteger(200)) / 4;
		const [open, close] = [quarters(), quarters()];
		if (random.nextBoolean(0.15)) continue;
		matrix.open[cell] = open;
		matrix.close[cell] = random.nextBoolean(0.1) ? Number.NaN : close;
		matrix.high[cell] = Math.max(open, close) + random.nextInteger(8);
		matrix.low[cell] = Math.min(open, close) - random.nextInteger(8);
		matrix.volume[cell] = random.nextBoolean(0.1) ? 0 : 1;
	}
	const maybeOneRow = <T>(event: T): ({ row: number } & T)[] =>
		random.nextBoolean(0.7) ? [{ row: random.nextInteger(ROWS), ...event }] : [];
	return {
		matrix,
		splits: maybeOneRow({ ratio: 2 }),
		// Some dividends are larger than the price, so they are invalid.
		dividends: [...maybeOneRow({ amount: 3 }), ...maybeOneRow({ amount: 4_000 })],
		tiers: Uint8Array.from({ length: ROWS }, () => tiers[random.nextInteger(tiers.length)]!),
	};
}

export const STEPS = Array.from({ length: SESSIONS * SLOTS }, (_, step) => step);

/** Looks up prices of a market by searching the whole past each time. */
export function createPriceLookup(sessions: readonly WalkedSession[]) {
	const sessionOf = (step: number): WalkedSession => sessions[Math.floor(step / SLOTS)] as WalkedSession;
	const at = (column: 'open' | 'high' | 'low' | 'close' | 'volume', row: number, step: number): number =>
		sessionOf(step).matrix[column][(step % SLOTS) * ROWS + row]!;
	const trades = (row: number, step: number): boolean => at('volume', row, step) > 0 && !Number.isNaN(at('close', row, step));
	/** Returns the last close up to the end of a step, on the share basis of the session `basisSession`. */
	const lastClose = (row: number, step: number, basisSession: number): number => {
		const lastTradedStep = STEPS.findLast((candidate) => candidate <= step && trades(row, candidate));
		if (lastTradedStep === undefined) return Number.NaN;
		const splitsSinceTrade = sessions
			.slice(Math.floor(lastTradedStep / SLOTS) + 1, basisSession + 1)
			.flatMap(({ splits }) => splits.filter((split) => split.row === row));
		return splitsSinceTrade.reduce((price, { ratio }) => price / ratio, at('close', row, lastTradedStep));
	};
	/** Returns the open of a step on the share basis of a later step, `basisStep`. `isReinvested`: with dividends reinvested. */
	const openOn = (row: number, step: number, basisStep: number, isReinvested = true): number => {
		let price = at('open', row, step);
		for (let session = Math.floor(step / SLOTS) + 1; session <= Math.floor(basisStep / SLOTS); session++) {
			const { splits, dividends } = sessions[session] as WalkedSession;
			for (const split of splits) if (split.row === row) price /= split.ratio;
			for (const { amount } of dividends.filter((dividend) => dividend.row === row)) {
				const factor = 1 - amount / lastClose(row, session * SLOTS - 1, session);
				if (isReinvested && factor > 0) price *= factor;
			}
		}
		return price;
	};
	return { sessionOf, at, trades, lastClose, openOn };
}

/** Rounds numbers, so that the order of additions doesn't affect comparisons. */
export function roundValues<T extends object>(values: T): T {
	const round = (value: unknown): unknown => (typeof value === 'number' ? Math.round(value * 1e9) / 1e9 + 0 : value);
	return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, round(value)])) as T;
}

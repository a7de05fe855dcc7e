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

export function startOf(step: number): UtcMs {
	return utcMs(1_700_000_000_000 + Math.floor(step / SLOTS) * 86_400_000 + (step % SLOTS) * SLOT_MS);
}

export function endOf(step: number): UtcMs {
	return utcMs(startOf(step) + SLOT_MS);
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
	const someRow = <T>(more: T): ({ row: number } & T)[] => (random.nextBoolean(0.7) ? [{ row: random.nextInteger(ROWS), ...more }] : []);
	return {
		matrix,
		splits: someRow({ ratio: 2 }),
		// Some dividends are larger than the price, so they are invalid.
		dividends: [...someRow({ amount: 3 }), ...someRow({ amount: 4_000 })],
		tiers: Uint8Array.from({ length: ROWS }, () => tiers[random.nextInteger(tiers.length)]!),
	};
}

export const STEPS = Array.from({ length: SESSIONS * SLOTS }, (_, step) => step);

/** Looks up prices of a market by searching the whole past each time. */
export function plainPrices(sessions: readonly WalkedSession[]) {
	const sessionOf = (step: number): WalkedSession => sessions[Math.floor(step / SLOTS)] as WalkedSession;
	const at = (column: 'open' | 'high' | 'low' | 'close' | 'volume', row: number, step: number): number =>
		sessionOf(step).matrix[column][(step % SLOTS) * ROWS + row]!;
	const trades = (row: number, step: number): boolean => at('volume', row, step) > 0 && !Number.isNaN(at('close', row, step));
	/** Returns the last close up to the end of a step, on the share basis of the given session. */
	const lastClose = (row: number, step: number, basis: number): number => {
		const traded = STEPS.findLast((each) => each <= step && trades(row, each));
		if (traded === undefined) return Number.NaN;
		const since = sessions
			.slice(Math.floor(traded / SLOTS) + 1, basis + 1)
			.flatMap(({ splits }) => splits.filter((split) => split.row === row));
		return since.reduce((price, { ratio }) => price / ratio, at('close', row, traded));
	};
	/** Returns the open of a step on the share basis of a later step; `paid`: with dividends reinvested. */
	const openOn = (row: number, step: number, to: number, paid = true): number => {
		let price = at('open', row, step);
		for (let session = Math.floor(step / SLOTS) + 1; session <= Math.floor(to / SLOTS); session++) {
			const { splits, dividends } = sessions[session] as WalkedSession;
			for (const split of splits) if (split.row === row) price /= split.ratio;
			for (const { amount } of dividends.filter((one) => one.row === row)) {
				const factor = 1 - amount / lastClose(row, session * SLOTS - 1, session);
				if (paid && factor > 0) price *= factor;
			}
		}
		return price;
	};
	return { sessionOf, at, trades, lastClose, openOn };
}

/** Rounds numbers, so that the order of additions doesn't affect comparisons. */
export function roundedValues<T extends object>(values: T): T {
	const rounded = (value: unknown): unknown => (typeof value === 'number' ? Math.round(value * 1e9) / 1e9 + 0 : value);
	return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, rounded(value)])) as T;
}

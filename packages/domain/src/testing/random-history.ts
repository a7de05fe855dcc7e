import { createSessionMatrix } from '../prices/session-matrix.ts';
import type { ReferenceHistory, ReferenceSession } from '../signals/definition/reference/history.ts';
import { PARAMETERS_V1 } from '../signals/parameters.ts';
import { dailyRow } from './histories.ts';
import { createRandom, type Random } from './random.ts';

/** How irregular a random ticker is. Every value is a probability. Default: 0. */
export interface HistoryShape {
	sessions: number;
	/** A slot without trade. */
	gaps?: number;
	/** A whole session without trade; a quarter of such sessions have a vendor's daily row. */
	missing?: number;
	/** A session that closes early. */
	early?: number;
	/** A session in which trading is halted for some slots. */
	halts?: number;
	/** A slot whose option data was not received. */
	optionGaps?: number;
	/** A session with a split of 2:1, 3:1 or 1:10, or with a dividend. */
	splits?: number;
	dividends?: number;
	/** An unexplained overnight fall of the price by half; half of the falls are dismissed. */
	jumps?: number;
}

interface PriceState {
	/** `shareFactor`: current shares per original share. */
	x: number;
	shareFactor: number;
}

/** Creates the history of a random ticker around 100 dollars. The same seed and shape give the same history. */
export function createRandomHistory(seed: number, shape: HistoryShape): ReferenceHistory {
	const random = createRandom(seed);
	const priceState: PriceState = { x: Math.log(100), shareFactor: 1 };
	return { sessions: Array.from({ length: shape.sessions }, () => createRandomSession(shape, priceState, random)) };
}

function createRandomSession(shape: HistoryShape, priceState: PriceState, random: Random): ReferenceSession {
	const matrix = createSessionMatrix(random.nextBoolean(shape.early ?? 0) ? 14 : 26, 1);
	const session: ReferenceSession = { matrix, ...drawEvents(shape, priceState, random) };
	const hasNoTrades = random.nextBoolean(shape.missing ?? 0);
	const haltSlot = random.nextBoolean(shape.halts ?? 0) ? random.nextInteger(matrix.slots) : matrix.slots;
	const resumeSlot = haltSlot + 1 + random.nextInteger(6);
	if (haltSlot < matrix.slots)
		matrix.halted = Uint8Array.from({ length: matrix.slots }, (_, slot) => (slot >= haltSlot && slot < resumeSlot ? 1 : 0));
	for (let slot = 0; slot < matrix.slots; slot++) {
		const isHalted = slot > haltSlot && slot < resumeSlot;
		if (!(hasNoTrades || isHalted || random.nextBoolean(shape.gaps ?? 0))) tradeSlot(priceState, slot, session, random);
		if (random.nextBoolean(shape.optionGaps ?? 0)) continue;
		matrix.calls[slot] = 4 * random.nextInteger(40);
		matrix.puts[slot] = 4 * random.nextInteger(40);
	}
	if (hasNoTrades && random.nextBoolean(0.25))
		matrix.daily = dailyRow({ close: Math.exp(priceState.x) / priceState.shareFactor, volume: 4e5 * priceState.shareFactor });
	return session;
}

function tradeSlot(priceState: PriceState, slot: number, { matrix }: ReferenceSession, random: Random): void {
	const open = Math.exp(priceState.x) / priceState.shareFactor;
	priceState.x += 0.006 * PARAMETERS_V1.clock[slot]! * random.nextNormal();
	const close = Math.exp(priceState.x) / priceState.shareFactor;
	matrix.open[slot] = open;
	matrix.close[slot] = close;
	matrix.high[slot] = Math.max(open, close) * (1 + 0.003 * random.next());
	matrix.low[slot] = Math.min(open, close) * (1 - 0.003 * random.next());
	matrix.volume[slot] = Math.ceil(5e5 * PARAMETERS_V1.volumeShare[slot]! * Math.exp(0.5 * random.nextNormal()) * priceState.shareFactor);
}

function drawEvents(shape: HistoryShape, priceState: PriceState, random: Random): Omit<ReferenceSession, 'matrix'> {
	const split = random.nextBoolean(shape.splits ?? 0) ? ([2, 3, 0.1] as const)[random.nextInteger(3)] : undefined;
	const dividend = random.nextBoolean(shape.dividends ?? 0) ? 0.5 / priceState.shareFactor : undefined;
	const jump = random.nextBoolean(shape.jumps ?? 0);
	if (split) priceState.shareFactor *= split;
	if (jump) priceState.x -= Math.LN2;
	return { split, dividend, dismissed: jump && random.nextBoolean(0.5) };
}

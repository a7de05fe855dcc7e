import type { SessionAdjustments } from '../../signals/engine/engine-session.ts';
import type { Operation } from '../../signals/sector.ts';
import type { UtcMs } from '../../time/units.ts';
import { MIN_IN_TIER, roundTripCost, TIER_COUNT, UNKNOWN_TIER } from '../walk/costs.ts';
import type { Trade, WalkMatrix } from '../walk/forward-walk.ts';
import type { Exit, TradeRule } from './exit-rule.ts';
import { createMoveScale } from './move-scale.ts';

export interface PlannedPosition {
	/** Identifies the position in `onClosed`. */
	readonly key: number;
	readonly row: number;
	/** Start of the entry slot. */
	readonly entry: UtcMs;
	/** End of the position's last slot: it closes at that slot's close unless it closed earlier. */
	readonly end: UtcMs;
	/** Start of the slot in which the ticker leaves the list; the position closes at that slot's open. Null if the ticker stays. */
	readonly listExit: UtcMs | null;
	/** Clock variance from `entry` to `end`. */
	readonly variance: number;
}

export interface ClosedPosition {
	readonly key: number;
	readonly how: Exit;
	/** Start of the slot if the exit is at the open, otherwise the end of the slot. */
	readonly exit: UtcMs;
	/** Liquidity tier at entry. */
	readonly tier: number;
	readonly trade: Trade;
	/** Log return in the position's direction, minus the tier's mean return over the same time, minus costs. */
	readonly excess: number;
}

export interface RuleWalkOptions {
	readonly rows: number;
	readonly direction: Operation;
	readonly rule: Pick<TradeRule, 'stop' | 'target'>;
	/** Number of third-timeframe bars used to measure a typical move. */
	readonly scaleBars: number;
	/** Whether `slot` of a session with `slots` slots ends a bar of the third timeframe. */
	readonly endsBar: (slots: number, slot: number) => boolean;
	/** Square root of the clock variance of each slot. */
	readonly clock: readonly number[];
	readonly onClosed: (position: ClosedPosition) => void;
}

interface Position extends PlannedPosition {
	/** Start of the slot of entry; null until the ticker trades. */
	enteredAt: UtcMs | null;
	/** Entry price on the current share basis. */
	entryPrice: number;
	/** Entry price on the current share basis, reduced by dividends paid since the entry. */
	price: number;
	/** Highest and lowest price since entry, relative to `price`. */
	highest: number;
	lowest: number;
	/** The position closes at or below `floor` and at or above `ceiling`. Both are relative to `price`. */
	readonly floor: Level | null;
	readonly ceiling: Level | null;
}

interface Level {
	readonly ratio: number;
	readonly how: 'stop' | 'target';
}

/** Positions with the same entry slot. */
interface Group {
	readonly entry: UtcMs;
	readonly planned: PlannedPosition[];
	positions: Position[];
	/** Log price of every row at the entry, adjusted like `Position.price`; NaN if the row didn't trade. */
	entryLogs: Float64Array;
	tiers: Uint8Array;
	costs: ArrayLike<number> | undefined;
}

/** A position that is closed in the current slot. */
interface PositionExit {
	readonly position: Position;
	readonly group: Group;
	readonly how: Exit;
	/** Exit price relative to the position's `price`. */
	readonly ratio: number;
}

/**
 * Trades positions under a rule in one pass over the market's bars. Open each session, then apply its slots in order.
 *
 * - Entry: at the open of the entry slot, or of the first later slot in which the ticker trades.
 * - Stop and target: reached by a slot's low or high. Exit at the level, or at the open if the open is already beyond the level. If one slot reaches both, the
 *   stop counts.
 * - Horizon: otherwise at the last close by `end`, even if the ticker stopped trading.
 *
 * If the rule has levels, positions whose ticker has no typical move yet are left out.
 */
export function createRuleWalk(options: RuleWalkOptions) {
	const { rows, direction, rule } = options;
	const sign = direction === 'long' ? 1 : -1;
	const hasLevels = rule.stop !== null || rule.target !== null;
	const lastPrices = new Float64Array(rows).fill(Number.NaN);
	const scale = hasLevels ? createMoveScale(rows, options.scaleBars) : null;
	const waitingGroups = new Map<UtcMs, Group>();
	let activeGroups: Group[] = [];
	let tiers: Uint8Array = new Uint8Array(rows).fill(UNKNOWN_TIER);
	let costs: ArrayLike<number> | undefined;

	const createPositions = (planned: PlannedPosition): Position[] => {
		const typicalMove = scale ? (scale.scaleOf(planned.row) ?? Number.NaN) * Math.sqrt(planned.variance) : 0;
		if (Number.isNaN(typicalMove)) return [];
		const createLevel = (how: 'stop' | 'target', moves: number | null, direction: 1 | -1): Level | null =>
			moves === null ? null : { how, ratio: Math.exp(direction * moves * typicalMove) };
		const [stop, target] = [createLevel('stop', rule.stop, direction === 'long' ? -1 : 1), createLevel('target', rule.target, sign)];
		const [floor, ceiling] = direction === 'long' ? [stop, target] : [target, stop];
		return [{ ...planned, enteredAt: null, entryPrice: Number.NaN, price: Number.NaN, highest: 1, lowest: 1, floor, ceiling }];
	};

	const enterGroup = (group: Group, matrix: WalkMatrix, slot: number): void => {
		for (let row = 0; row < rows; row++)
			if (isTraded(matrix, slot * rows + row)) group.entryLogs[row] = Math.log(matrix.open[slot * rows + row]!);
		group.tiers = tiers;
		group.costs = costs;
		group.positions = group.planned.flatMap(createPositions);
		activeGroups.push(group);
	};

	const rebase = (row: number, factor: number, isSplit: boolean): void => {
		for (const { positions, entryLogs } of activeGroups) {
			entryLogs[row] = entryLogs[row]! + Math.log(factor);
			for (const position of positions) {
				if (position.row !== row) continue;
				position.price *= factor;
				if (isSplit) position.entryPrice *= factor;
			}
		}
	};

	/** Closes positions at one instant. `logsNow` are the log prices of all rows at that instant. */
	const closePositions = (exits: readonly PositionExit[], exit: UtcMs, logsNow: Float64Array): void => {
		const means = new Map<Group, (number | undefined)[]>();
		for (const { position, group, how, ratio } of exits) {
			group.positions = group.positions.filter((candidate) => candidate !== position);
			const tier = group.tiers[position.row]!;
			const tierMeans = means.get(group) ?? new Array<number | undefined>(TIER_COUNT);
			means.set(group, tierMeans);
			tierMeans[tier] ??= meanMove(group, logsNow, tier);
			const peerReturn = tierMeans[tier]!;
			const ownReturn = Math.log(ratio);
			if (!Number.isFinite(ownReturn) || Number.isNaN(peerReturn)) continue;
			const { cost, source: costSource } = roundTripCost(group.costs, position.row, tier);
			const [up, down] = [Math.log(Math.max(position.highest, ratio)), Math.log(Math.min(position.lowest, ratio))];
			options.onClosed({
				key: position.key,
				how,
				exit,
				tier,
				excess: sign * (ownReturn - peerReturn) - cost,
				trade: {
					entry: position.enteredAt as UtcMs,
					entryPrice: position.entryPrice,
					exitPrice: ratio * position.price,
					own: ownReturn,
					peers: peerReturn,
					cost,
					costSource,
					best: direction === 'long' ? up : 0 - down,
					worst: direction === 'long' ? down : 0 - up,
				},
			});
		}
	};

	const findExitsAtOpen = (matrix: WalkMatrix, slot: number, start: UtcMs): PositionExit[] =>
		activeGroups.flatMap((group) =>
			group.positions
				.filter(({ listExit }) => listExit === start)
				.map((position): PositionExit => {
					const cell = slot * rows + position.row;
					const price = isTraded(matrix, cell) ? matrix.open[cell]! : lastPrices[position.row]!;
					return { position, group, how: 'left', ratio: price / position.price };
				}),
		);

	return {
		add: (planned: PlannedPosition): void => {
			const group = waitingGroups.get(planned.entry) ?? createGroup(planned.entry, rows);
			waitingGroups.set(planned.entry, group);
			group.planned.push(planned);
		},
		/** `isNextSession`: whether the session immediately follows the previous one. */
		openSession: (
			{ splits = [], dividends = [] }: SessionAdjustments,
			sessionTiers: Uint8Array,
			isNextSession: boolean,
			sessionCosts?: ArrayLike<number>,
		): void => {
			tiers = sessionTiers;
			costs = sessionCosts;
			if (!isNextSession) scale?.reset();
			for (const { row, ratio } of splits) {
				lastPrices[row] = lastPrices[row]! / ratio;
				rebase(row, 1 / ratio, true);
				scale?.applySplit(row, ratio);
			}
			for (const { row, amount } of dividends) {
				const factor = 1 - amount / lastPrices[row]!;
				if (factor > 0) rebase(row, factor, false);
			}
		},
		/** Applies the slot from `start` to `end`, once it has ended. */
		applySlot: (matrix: WalkMatrix, slot: number, start: UtcMs, end: UtcMs): void => {
			const enteringGroup = waitingGroups.get(start);
			if (enteringGroup) {
				waitingGroups.delete(start);
				enterGroup(enteringGroup, matrix, slot);
			}
			const exitsAtOpen = findExitsAtOpen(matrix, slot, start);
			if (exitsAtOpen.length > 0)
				closePositions(
					exitsAtOpen,
					start,
					logPrices(rows, (row) => openOrLast(matrix, slot * rows + row, lastPrices[row]!)),
				);
			const exits: PositionExit[] = [];
			for (const group of activeGroups) {
				for (const position of group.positions) {
					const level = advancePosition(position, group, matrix, slot, start);
					if (level) exits.push({ position, group, ...level });
				}
			}
			for (let row = 0; row < rows; row++) if (isTraded(matrix, slot * rows + row)) lastPrices[row] = matrix.close[slot * rows + row]!;
			scale?.applySlot(matrix, slot, options.clock[slot]! ** 2, options.endsBar(matrix.slots, slot));
			const exitedPositions = new Set(exits.map(({ position }) => position));
			for (const group of activeGroups)
				for (const position of group.positions)
					if (position.end === end && !exitedPositions.has(position))
						exits.push({ position, group, how: 'horizon', ratio: lastPrices[position.row]! / position.price });
			if (exits.length > 0)
				closePositions(
					exits,
					end,
					logPrices(rows, (row) => lastPrices[row]!),
				);
			activeGroups = activeGroups.filter(({ positions }) => positions.length > 0);
		},
		/** Whether any position is waiting or open. */
		get isBusy(): boolean {
			return waitingGroups.size > 0 || activeGroups.length > 0;
		},
	};
}

function createGroup(entry: UtcMs, rows: number): Group {
	return {
		entry,
		planned: [],
		positions: [],
		entryLogs: new Float64Array(rows).fill(Number.NaN),
		tiers: new Uint8Array(0),
		costs: undefined,
	};
}

function isTraded({ close, volume }: WalkMatrix, cell: number): boolean {
	return volume[cell]! > 0 && !Number.isNaN(close[cell]!);
}

function openOrLast(matrix: WalkMatrix, cell: number, last: number): number {
	return isTraded(matrix, cell) ? matrix.open[cell]! : last;
}

function logPrices(rows: number, priceOf: (row: number) => number): Float64Array {
	return Float64Array.from({ length: rows }, (_, row) => Math.log(priceOf(row)));
}

/** Computes a tier's mean log return since the entry, or the whole market's if too few of the tier's tickers traded; NaN if none did. */
function meanMove({ entryLogs, tiers }: Group, logsNow: Float64Array, tier: number): number {
	const meanOver = (isPeer: (row: number) => boolean, minCount: number): number => {
		let [sum, count] = [0, 0];
		for (let row = 0; row < entryLogs.length; row++) {
			const move = logsNow[row]! - entryLogs[row]!;
			if (Number.isNaN(move) || !isPeer(row)) continue;
			sum += move;
			count++;
		}
		return count < minCount ? Number.NaN : sum / count;
	};
	const tierMean = meanOver((row) => tiers[row] === tier, MIN_IN_TIER);
	return Number.isNaN(tierMean) ? meanOver(() => true, 1) : tierMean;
}

/** Updates a position by one slot, entering it if necessary. Returns the level that closes the position and the exit price relative to `price`, or null. */
function advancePosition(
	position: Position,
	group: Group,
	matrix: WalkMatrix,
	slot: number,
	start: UtcMs,
): { how: Level['how']; ratio: number } | null {
	const cell = slot * matrix.rows + position.row;
	const open = matrix.open[cell]!;
	if (!isTraded(matrix, cell) || Number.isNaN(open)) return null;
	if (position.enteredAt === null) {
		position.enteredAt = start;
		position.entryPrice = open;
		position.price = open;
		group.entryLogs[position.row] = Math.log(open);
	}
	const { price, floor, ceiling } = position;
	const closeRatio = matrix.close[cell]! / price;
	const [openRatio, highRatio, lowRatio] = [
		open / price,
		Math.max(closeRatio, positiveOr(matrix.high[cell]!, 0) / price),
		Math.min(closeRatio, positiveOr(matrix.low[cell]!, Number.POSITIVE_INFINITY) / price),
	];
	position.highest = Math.max(position.highest, openRatio);
	position.lowest = Math.min(position.lowest, openRatio);
	for (const [level, isBeyond] of [
		[floor, floor !== null && openRatio <= floor.ratio],
		[ceiling, ceiling !== null && openRatio >= ceiling.ratio],
	] as const)
		if (level && isBeyond) return { how: level.how, ratio: openRatio };
	const reachedLevels = [floor && lowRatio <= floor.ratio ? floor : null, ceiling && highRatio >= ceiling.ratio ? ceiling : null];
	const reachedLevel = reachedLevels.find((level) => level?.how === 'stop') ?? reachedLevels.find((level) => level !== null);
	if (reachedLevel) {
		// Before the target, the price may have been at the slot's opposite extreme, so that extreme counts. At a stop, it is ignored.
		if (reachedLevel.how === 'target') {
			if (reachedLevel === ceiling) position.lowest = Math.min(position.lowest, lowRatio);
			else position.highest = Math.max(position.highest, highRatio);
		}
		return { how: reachedLevel.how, ratio: reachedLevel.ratio };
	}
	position.highest = Math.max(position.highest, highRatio);
	position.lowest = Math.min(position.lowest, lowRatio);
	return null;
}

function positiveOr(price: number, fallback: number): number {
	return price > 0 ? price : fallback;
}

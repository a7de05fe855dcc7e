import { describe, expect, it } from 'vitest';
import { createSessionMatrix } from '../../prices/session-matrix.ts';
import { median } from '../../statistics/median.ts';
import { createRandom } from '../../testing/random.ts';
import {
	CLOCK,
	createPriceLookup,
	endOfStep,
	endsBar,
	ROWS,
	randomSession,
	roundValues,
	SESSIONS,
	SLOTS,
	STEPS,
	startOfStep,
	type WalkedSession,
} from '../../testing/walk-sessions.ts';
import { defaultCostBps, UNKNOWN_TIER } from '../walk/costs.ts';
import type { Exit } from './exit-rule.ts';
import { type ClosedPosition, createRuleWalk, type PlannedPosition, type RuleWalkOptions } from './rule-walk.ts';

const SCALE_BARS = 6;
type Rule = Pick<RuleWalkOptions, 'direction' | 'rule'>;

function walk(sessions: readonly WalkedSession[], planned: readonly PlannedPosition[], rule: Rule): ClosedPosition[] {
	const closed: ClosedPosition[] = [];
	const options = { rows: ROWS, scaleBars: SCALE_BARS, endsBar, clock: CLOCK, onClosed: (one: ClosedPosition) => void closed.push(one) };
	const walked = createRuleWalk({ ...options, ...rule });
	for (const one of planned) walked.add(one);
	sessions.forEach(({ matrix, splits, dividends, tiers }, session) => {
		walked.openSession({ splits, dividends }, tiers, true, [0.0003]);
		for (let slot = 0; slot < SLOTS; slot++)
			walked.applySlot(matrix, slot, startOfStep(session * SLOTS + slot), endOfStep(session * SLOTS + slot));
	});
	expect(walked.isBusy).toBe(false);
	return closed;
}

/** Each position separately, from the whole past. */
function plainly(sessions: readonly WalkedSession[], planned: readonly PlannedPosition[], { direction, rule }: Rule): ClosedPosition[] {
	const { sessionOf, at, trades, lastClose, openOn } = createPriceLookup(sessions);
	const sign = direction === 'long' ? 1 : -1;
	const stepOf = (time: number): number => STEPS.find((step) => startOfStep(step) === time) as number;
	const basisOf = (step: number): number => Math.floor(step / SLOTS);

	/** Sigma from the bars that ended before a step. */
	const sigma = (row: number, before: number): number | null => {
		const ends = STEPS.filter((step) => step < before && endsBar(SLOTS, step % SLOTS));
		const bars = ends
			.map((end, i) => ({ end, traded: STEPS.some((step) => step <= end && step > (ends[i - 1] ?? -1) && trades(row, step)) }))
			.filter(({ traded }) => traded);
		const moves = bars.slice(1).map(({ end }, i) => {
			const from = (bars[i] as { end: number }).end;
			const q = STEPS.filter((step) => step > from && step <= end).reduce((sum, step) => sum + CLOCK[step % SLOTS]! ** 2, 0);
			return Math.abs(Math.log(lastClose(row, end, basisOf(before)) / lastClose(row, from, basisOf(before)))) / Math.sqrt(q);
		});
		if (moves.length < 3) return null;
		const price = lastClose(row, (bars.at(-1) as { end: number }).end, basisOf(before));
		const middle = median(moves.slice(-SCALE_BARS)) as number;
		return middle <= 1e-12 ? null : Math.max(1.4826 * middle, 0.5 * Math.log(1 + (price >= 1 ? 0.01 : 0.0001) / price));
	};
	const typical = ({ row, entry, variance }: PlannedPosition): number | null => {
		if (rule.stop === null && rule.target === null) return 0;
		const found = sigma(row, stepOf(entry));
		return found === null ? null : found * Math.sqrt(variance);
	};
	const isHeld = (one: PlannedPosition): boolean => typical(one) !== null;
	const entryStep = ({ row, entry, end, listExit }: PlannedPosition): number | undefined =>
		STEPS.find(
			(step) =>
				startOfStep(step) >= entry && endOfStep(step) <= end && (listExit === null || startOfStep(step) < listExit) && trades(row, step),
		);

	return planned.filter(isHeld).flatMap((one): ClosedPosition[] => {
		const entered = entryStep(one);
		if (entered === undefined) return [];
		const span = typical(one) as number;
		const limits = {
			stop: rule.stop === null ? null : -sign * rule.stop * span,
			target: rule.target === null ? null : sign * rule.target * span,
		};
		const reaches = (how: 'stop' | 'target', move: number): boolean => {
			const limit = limits[how];
			const down = (how === 'stop') === (direction === 'long');
			return limit !== null && (down ? move <= limit : move >= limit);
		};
		const moves: number[] = [0];
		let found: { how: Exit; step: number; move: number; isAtOpen: boolean } | undefined;
		for (let step = entered; found === undefined; step++) {
			const base = openOn(one.row, entered, step);
			const moveOf = (price: number): number => Math.log(price / base);
			const last = { step, isAtOpen: false };
			if (one.listExit === startOfStep(step)) {
				const price = trades(one.row, step) ? at('open', one.row, step) : lastClose(one.row, step - 1, basisOf(step));
				found = { ...last, how: 'left', move: moveOf(price), isAtOpen: true };
			} else if (trades(one.row, step)) {
				const [open, high, low] = (['open', 'high', 'low'] as const).map((column) => moveOf(at(column, one.row, step))) as [
					number,
					number,
					number,
				];
				const [worse, better] = direction === 'long' ? [low, high] : [high, low];
				moves.push(open);
				if (step > entered && (reaches('stop', open) || reaches('target', open)))
					found = { ...last, how: reaches('stop', open) ? 'stop' : 'target', move: open };
				else if (reaches('stop', worse)) found = { ...last, how: 'stop', move: limits.stop as number };
				else if (reaches('target', better)) {
					moves.push(worse);
					found = { ...last, how: 'target', move: limits.target as number };
				} else moves.push(high, low);
			}
			if (found === undefined && endOfStep(step) === one.end)
				found = { ...last, how: 'horizon', move: moveOf(lastClose(one.row, step, basisOf(step))) };
		}
		const { how, step, move, isAtOpen } = found;
		moves.push(move);
		const from = stepOf(one.entry);
		const tiers = sessionOf(from).tiers;
		const peersOf = (isPeer: (row: number) => boolean): number[] =>
			Array.from({ length: ROWS }, (_, row) => row).flatMap((row) => {
				if (!isPeer(row)) return [];
				const held = planned.find((other) => other.entry === one.entry && other.row === row && isHeld(other));
				const begun = held ? entryStep(held) : trades(row, from) ? from : undefined;
				if (begun === undefined || begun > step || (isAtOpen && begun === step)) return [];
				const now = !isAtOpen
					? lastClose(row, step, basisOf(step))
					: trades(row, step)
						? at('open', row, step)
						: lastClose(row, step - 1, basisOf(step));
				return [Math.log(now / openOn(row, begun, step))];
			});
		const tier = tiers[one.row]!;
		const inTier = peersOf((row) => tiers[row] === tier);
		const peers = inTier.length < 5 ? peersOf(() => true) : inTier;
		const mean = peers.reduce((sum, each) => sum + each, 0) / peers.length;
		const cost = one.row === 0 ? 0.0003 : defaultCostBps(tier === UNKNOWN_TIER ? null : tier) / 1e4;
		return [
			{
				key: one.key,
				how,
				exit: isAtOpen ? startOfStep(step) : endOfStep(step),
				tier,
				excess: sign * (move - mean) - cost,
				trade: {
					entry: startOfStep(entered),
					entryPrice: openOn(one.row, entered, step, false),
					exitPrice: Math.exp(move) * openOn(one.row, entered, step),
					own: move,
					peers: mean,
					cost,
					costSource: one.row === 0 ? 'edge' : 'default',
					best: Math.max(...moves.map((each) => sign * each)),
					worst: Math.min(...moves.map((each) => sign * each)),
				},
			},
		];
	});
}

function inOrder(closed: readonly ClosedPosition[]) {
	return closed.map(({ trade, ...one }) => ({ ...roundValues(one), trade: roundValues(trade) })).sort((a, b) => a.key - b.key);
}

/** A market and positions in it, at most one a ticker and entry. */
function drawn(seed: number) {
	const random = createRandom(seed);
	const sessions = Array.from({ length: SESSIONS }, () => randomSession(random, [0, 0, 3, UNKNOWN_TIER]));
	const planned = Array.from({ length: 16 }, (_, key): PlannedPosition => {
		const from = 6 + random.nextInteger(2 * SLOTS);
		const length = 2 + random.nextInteger(12);
		const left = random.nextBoolean(0.4) ? startOfStep(from + 1 + random.nextInteger(length)) : null;
		return {
			key,
			row: random.nextInteger(ROWS),
			entry: startOfStep(from),
			end: endOfStep(from + length - 1),
			listExit: left,
			variance: 1 + random.nextInteger(8),
		};
	});
	return {
		random,
		sessions,
		planned: planned.filter((one, i) => planned.findIndex(({ row, entry }) => row === one.row && entry === one.entry) === i),
	};
}

const RULES = [
	{ stop: null, target: null },
	{ stop: 0.5, target: null },
	{ stop: null, target: 0.5 },
	{ stop: 0.4, target: 0.6 },
	{ stop: 1.5, target: 1 },
] as const;

describe.each(['long', 'short'] as const)('positions on the %s side', (direction) => {
	it.each(RULES)('are closed as their own past and future say, with stop $stop and target $target', (rule) => {
		const found: ClosedPosition[] = [];
		for (let seed = 1; seed <= 8; seed++) {
			const { sessions, planned } = drawn(seed);
			const closed = walk(sessions, planned, { direction, rule });
			expect(inOrder(closed)).toEqual(inOrder(plainly(sessions, planned, { direction, rule })));
			found.push(...closed);
		}
		expect(found.length).toBeGreaterThan(40);
		const ways = new Set(found.map(({ how }) => how));
		for (const how of ['left', ...(rule.stop === null ? [] : ['stop']), ...(rule.target === null ? ['horizon'] : ['target'])])
			expect(ways).toContain(how);
	});

	it('know nothing of what comes after their exit', () => {
		for (let seed = 1; seed <= 6; seed++) {
			const { random, sessions, planned } = drawn(seed);
			const rule = { direction, rule: { stop: 0.6, target: 0.8 } };
			const before = walk(sessions, planned, rule);
			const cut = 2 * SLOTS + random.nextInteger(SLOTS);
			const changed = sessions.map((session, at) => {
				const other = randomSession(random, [0, 3]);
				const { matrix } = session;
				const mixed = Object.fromEntries(
					(['open', 'high', 'low', 'close', 'volume'] as const).map((column) => [
						column,
						matrix[column].map((value, cell) => (at * SLOTS + Math.floor(cell / ROWS) >= cut ? other.matrix[column][cell]! : value)),
					]),
				);
				return {
					...session,
					matrix: { ...matrix, ...mixed },
					...(at * SLOTS >= cut ? { splits: other.splits, dividends: other.dividends } : {}),
				};
			});
			const after = walk(changed, planned, rule);
			const known = (closed: readonly ClosedPosition[]): ClosedPosition[] =>
				closed.filter(({ exit, how }) => exit < startOfStep(cut) || (how !== 'left' && exit === endOfStep(cut - 1)));
			expect(known(before).length).toBeGreaterThan(0);
			expect(known(after)).toEqual(known(before));
		}
	});
});

it('on a market without an effect gain nothing beyond their peers, whatever the rule', () => {
	// A fair coin decides each step of each ticker.
	const random = createRandom(3);
	const [rows, slots, sessions] = [30, 8, 120];
	for (const rule of RULES) {
		const closed: ClosedPosition[] = [];
		const walked = createRuleWalk({
			rows,
			direction: 'long',
			rule,
			scaleBars: SCALE_BARS,
			endsBar,
			clock: CLOCK,
			onClosed: (one) => void closed.push(one),
		});
		const prices = new Float64Array(rows).fill(100);
		for (let session = 0; session < sessions; session++) {
			const matrix = createSessionMatrix(slots, rows);
			matrix.volume.fill(1);
			walked.openSession({}, new Uint8Array(rows), true);
			for (let slot = 0; slot < slots; slot++) {
				const step = session * slots + slot;
				if (session > 2 && session < sessions - 3 && slot === 0)
					for (let row = 0; row < rows; row += 3)
						walked.add({ key: step * rows + row, row, entry: startOfStep(step), end: endOfStep(step + 11), listExit: null, variance: 12 });
				for (let row = 0; row < rows; row++) {
					const cell = slot * rows + row;
					let price = prices[row]!;
					[matrix.open[cell], matrix.high[cell], matrix.low[cell]] = [price, price, price];
					// Many small steps: a level is passed at its own price.
					for (let each = 0; each < 40; each++) {
						price *= Math.exp(0.0006 * random.nextNormal());
						matrix.high[cell] = Math.max(matrix.high[cell]!, price);
						matrix.low[cell] = Math.min(matrix.low[cell]!, price);
					}
					matrix.close[cell] = price;
					prices[row] = price;
				}
				walked.applySlot(matrix, slot, startOfStep(step), endOfStep(step));
			}
		}
		const gross = closed.map(({ excess, trade }) => excess + trade.cost);
		const mean = gross.reduce((sum, each) => sum + each, 0) / gross.length;
		const error = Math.sqrt(gross.reduce((sum, each) => sum + (each - mean) ** 2, 0)) / gross.length;
		expect(Math.abs(mean)).toBeLessThan(3 * error);
	}
});

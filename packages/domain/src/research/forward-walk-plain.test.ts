import { expect, it } from 'vitest';
import { type SessionMatrix, sessionMatrix } from '../prices/session-matrix.ts';
import { median } from '../statistics/median.ts';
import { createRandom, type Random } from '../testing/random.ts';
import { SLOT_MS } from '../time/slots.ts';
import { type UtcMs, utcMs } from '../time/units.ts';
import { costOf } from './walk/costs.ts';
import { createForwardWalk, type Outcome, type Trade, type WalkMember, type WalkOptions } from './walk/forward-walk.ts';
import { UNKNOWN_TIER } from './walk/tier-benchmark.ts';
import { createTrueRanges } from './walk/true-ranges.ts';

const [ROWS, SLOTS, SESSIONS] = [14, 8, 5];
const CLOCK = [2, 1, 0.5, 1.5, 1, 0.75, 1.25, 3];

function endsBar(slots: number, slot: number): boolean {
	return slot % 2 === 1 || slot === slots - 1;
}

function startOf(step: number): UtcMs {
	return utcMs(1_700_000_000_000 + Math.floor(step / SLOTS) * 86_400_000 + (step % SLOTS) * SLOT_MS);
}

function endOf(step: number): UtcMs {
	return utcMs(startOf(step) + SLOT_MS);
}

interface WalkedSession {
	matrix: SessionMatrix;
	splits: { row: number; ratio: number }[];
	dividends: { row: number; amount: number }[];
	tiers: Uint8Array;
}

/** Prices in quarters, which float32 holds exactly; some slots without a trade, some with only a price or a volume. */
function randomSession(random: Random): WalkedSession {
	const matrix = sessionMatrix(SLOTS, ROWS);
	for (let cell = 0; cell < ROWS * SLOTS; cell++) {
		const quarters = (): number => (300 + random.below(200)) / 4;
		const [open, close] = [quarters(), quarters()];
		if (random.happens(0.15)) continue;
		matrix.open[cell] = open;
		matrix.close[cell] = random.happens(0.1) ? Number.NaN : close;
		matrix.high[cell] = Math.max(open, close) + random.below(8);
		matrix.low[cell] = Math.min(open, close) - random.below(8);
		matrix.volume[cell] = random.happens(0.1) ? 0 : 1;
	}
	const someRow = <T>(more: T): ({ row: number } & T)[] => (random.happens(0.7) ? [{ row: random.below(ROWS), ...more }] : []);
	return {
		matrix,
		splits: someRow({ ratio: 2 }),
		// Some are larger than the price, which is invalid.
		dividends: [...someRow({ amount: 3 }), ...someRow({ amount: 4_000 })],
		tiers: Uint8Array.from({ length: ROWS }, () => [0, 0, 3, UNKNOWN_TIER][random.below(4)] as number),
	};
}

/** Each episode separately, from the whole past. */
function plainly(
	sessions: readonly WalkedSession[],
	members: readonly WalkMember[],
	{ direction, measure }: Pick<WalkOptions, 'direction' | 'measure'>,
): Outcome[] {
	const sign = direction === 'long' ? 1 : -1;
	const steps = Array.from({ length: SESSIONS * SLOTS }, (_, step) => step);
	const sessionOf = (step: number): WalkedSession => sessions[Math.floor(step / SLOTS)] as WalkedSession;
	const cellOf = (row: number, step: number): number => (step % SLOTS) * ROWS + row;
	const trades = (row: number, step: number): boolean => {
		const { volume, close } = sessionOf(step).matrix;
		return (volume[cellOf(row, step)] as number) > 0 && !Number.isNaN(close[cellOf(row, step)] as number);
	};
	/** Last close by the end of a step, on the share basis of the given session. */
	const lastClose = (row: number, step: number, basis: number): number => {
		const at = steps.findLast((each) => each <= step && trades(row, each));
		if (at === undefined) return Number.NaN;
		const since = sessions
			.slice(Math.floor(at / SLOTS) + 1, basis + 1)
			.flatMap(({ splits }) => splits.filter((split) => split.row === row));
		return since.reduce((price, { ratio }) => price / ratio, sessionOf(at).matrix.close[cellOf(row, at)] as number);
	};
	const entryStep = (row: number, from: number, to: number, isHeld: boolean): number | undefined =>
		isHeld ? steps.find((step) => step >= from && step <= to && trades(row, step)) : trades(row, from) ? from : undefined;
	/** On the basis of the step `to`; `paid`: with dividends reinvested. */
	const entryPrice = (row: number, from: number, to: number, isHeld: boolean, paid = true): number => {
		const at = entryStep(row, from, to, isHeld);
		if (at === undefined) return Number.NaN;
		let price = sessionOf(at).matrix.open[cellOf(row, at)] as number;
		for (let session = Math.floor(at / SLOTS) + 1; session <= Math.floor(to / SLOTS); session++) {
			const { splits, dividends } = sessions[session] as WalkedSession;
			for (const split of splits) if (split.row === row) price /= split.ratio;
			for (const { amount } of dividends.filter((one) => one.row === row)) {
				const factor = 1 - amount / lastClose(row, session * SLOTS - 1, session);
				if (paid && factor > 0) price *= factor;
			}
		}
		return price;
	};
	const tradeOf = (row: number, from: number, to: number): Pick<Trade, 'entry' | 'entryPrice' | 'exitPrice' | 'best' | 'worst'> => {
		const entered = entryStep(row, from, to, true) as number;
		const moves = steps
			.filter((step) => step >= entered && step <= to && trades(row, step))
			.flatMap((step) => {
				const { high, low } = sessionOf(step).matrix;
				const entry = entryPrice(row, from, step, true);
				return [high, low].map((column) => sign * Math.log((column[cellOf(row, step)] as number) / entry));
			});
		return {
			entry: startOf(entered),
			entryPrice: entryPrice(row, from, to, true, false),
			exitPrice: lastClose(row, to, Math.floor(to / SLOTS)),
			best: Math.max(0, ...moves),
			worst: Math.min(0, ...moves),
		};
	};
	const ranges = createTrueRanges(ROWS, 10);
	const usual: (number | null)[][] = [];
	const ended = steps.map((step) => {
		if (step % SLOTS === 0) for (const { row, ratio } of sessionOf(step).splits) ranges.split(row, ratio);
		usual.push(Array.from({ length: ROWS }, (_, row) => ranges.recent(row)));
		return ranges.applySlot(sessionOf(step).matrix, step % SLOTS, (CLOCK[step % SLOTS] as number) ** 2, endsBar(SLOTS, step % SLOTS));
	});
	const widened = (row: number, from: number, to: number): boolean | null => {
		const since = ended
			.slice(from, to + 1)
			.flatMap((column) => (column && !Number.isNaN(column[row] as number) ? [column[row] as number] : []));
		const before = (usual[from] as (number | null)[])[row] ?? null;
		return before === null || since.length === 0 ? null : since.reduce((sum, range) => sum + range, 0) / since.length > before;
	};

	return members.flatMap(({ key, row, entry, exits }) => {
		const from = steps.find((step) => startOf(step) === entry) as number;
		const held = new Set(members.filter((member) => member.entry === entry).map((member) => member.row));
		return exits.flatMap((exit, horizon) => {
			if (exit === null) return [];
			const to = steps.find((step) => endOf(step) === exit) as number;
			const moves = Array.from({ length: ROWS }, (_, each) =>
				Math.log(lastClose(each, to, Math.floor(to / SLOTS)) / entryPrice(each, from, to, held.has(each))),
			);
			const move = moves[row] as number;
			if (Number.isNaN(move)) return [];
			const { tiers } = sessionOf(from);
			const tier = tiers[row] as number;
			const measured = moves.filter((each) => !Number.isNaN(each));
			const own = moves.filter((each, at) => !Number.isNaN(each) && tiers[at] === tier);
			const peers = own.length < 5 ? measured : own;
			const cost = costOf(tier === UNKNOWN_TIER ? null : tier) / 1e4;
			const mean = peers.reduce((sum, each) => sum + each, 0) / peers.length;
			const excess = sign * (move - mean) - cost;
			const trade: Trade = { ...tradeOf(row, from, to), own: move, peers: mean, cost };
			if (measure === 'size') {
				const hit = widened(row, from, to);
				const answers = Array.from({ length: ROWS }, (_, each) => widened(each, from, to)).filter((answer) => answer !== null);
				return hit === null ? [] : [{ key, horizon, hit, excess, base: answers.filter(Boolean).length / answers.length, trade }];
			}
			const isHit = (each: number): boolean => sign * (each - (median(peers) as number)) - cost > 0;
			return [{ key, horizon, hit: isHit(move), excess, base: peers.filter(isHit).length / peers.length, trade }];
		});
	});
}

function roundedValues<T extends object>(values: T): T {
	const rounded = (value: unknown): unknown => (typeof value === 'number' ? Math.round(value * 1e9) / 1e9 + 0 : value);
	return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, rounded(value)])) as T;
}

function inOrder(outcomes: readonly Outcome[]) {
	return outcomes
		.map(({ trade, ...outcome }) => ({ ...roundedValues(outcome), trade: roundedValues(trade) }))
		.sort((a, b) => a.key - b.key || a.horizon - b.horizon);
}

it.each([
	['long', 'return'],
	['short', 'return'],
	['long', 'size'],
	['short', 'size'],
] as const)('gives every %s episode measured by %s what its own past and future say', (direction, measure) => {
	const found: Outcome[] = [];
	for (let seed = 1; seed <= 8; seed++) {
		const random = createRandom(seed);
		const sessions = Array.from({ length: SESSIONS }, () => randomSession(random));
		const members = Array.from({ length: 12 }, (_, key): WalkMember => {
			// There is a usual range only after ten traded bars.
			const from = (measure === 'size' ? 3 * SLOTS : 2) + random.below(SLOTS - 2);
			const exits = [0, 1 + random.below(4), 5 + random.below(6)].map((ahead) => (random.happens(0.1) ? null : endOf(from + ahead)));
			return { key, row: random.below(ROWS), entry: startOf(from), exits };
		});
		const outcomes: Outcome[] = [];
		const onClosed = (closed: readonly Outcome[]): void => void outcomes.push(...closed);
		const walk = createForwardWalk({ rows: ROWS, direction, measure, endsBar, clock: CLOCK, onClosed });
		for (const member of members) walk.add(member);
		sessions.forEach(({ matrix, splits, dividends, tiers }, session) => {
			walk.openSession({ splits, dividends }, tiers);
			for (let slot = 0; slot < SLOTS; slot++) walk.applySlot(matrix, slot, startOf(session * SLOTS + slot), endOf(session * SLOTS + slot));
		});
		expect(walk.busy).toBe(false);
		expect(inOrder(outcomes)).toEqual(inOrder(plainly(sessions, members, { direction, measure })));
		found.push(...outcomes);
	}
	expect(found.length).toBeGreaterThan(100);
	expect(new Set(found.map(({ hit }) => hit)).size).toBe(2);
});

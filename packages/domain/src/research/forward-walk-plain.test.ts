import { expect, it } from 'vitest';
import { median } from '../statistics/median.ts';
import { createRandom } from '../testing/random.ts';
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
} from '../testing/walk-sessions.ts';
import { defaultCostBps, UNKNOWN_TIER } from './walk/costs.ts';
import { createForwardWalk, type Outcome, type Trade, type WalkMember, type WalkOptions } from './walk/forward-walk.ts';
import { createTrueRanges } from './walk/true-ranges.ts';

/** Each episode separately, from the whole past. */
function plainly(
	sessions: readonly WalkedSession[],
	members: readonly WalkMember[],
	{ direction, measure }: Pick<WalkOptions, 'direction' | 'measure'>,
): Outcome[] {
	const sign = direction === 'long' ? 1 : -1;
	const { sessionOf, at, trades, lastClose, openOn } = createPriceLookup(sessions);
	const entryStep = (row: number, from: number, to: number, isHeld: boolean): number | undefined =>
		isHeld ? STEPS.find((step) => step >= from && step <= to && trades(row, step)) : trades(row, from) ? from : undefined;
	/** On the basis of the step `to`; `paid`: with dividends reinvested. */
	const entryPrice = (row: number, from: number, to: number, isHeld: boolean, paid = true): number => {
		const step = entryStep(row, from, to, isHeld);
		return step === undefined ? Number.NaN : openOn(row, step, to, paid);
	};
	const tradeOf = (row: number, from: number, to: number): Pick<Trade, 'entry' | 'entryPrice' | 'exitPrice' | 'best' | 'worst'> => {
		const entered = entryStep(row, from, to, true) as number;
		const moves = STEPS.filter((step) => step >= entered && step <= to && trades(row, step)).flatMap((step) => {
			const entry = entryPrice(row, from, step, true);
			return (['high', 'low'] as const).map((column) => sign * Math.log(at(column, row, step) / entry));
		});
		return {
			entry: startOfStep(entered),
			entryPrice: entryPrice(row, from, to, true, false),
			exitPrice: lastClose(row, to, Math.floor(to / SLOTS)),
			best: Math.max(0, ...moves),
			worst: Math.min(0, ...moves),
		};
	};
	const ranges = createTrueRanges(ROWS, 10);
	const usual: (number | null)[][] = [];
	const ended = STEPS.map((step) => {
		if (step % SLOTS === 0) for (const { row, ratio } of sessionOf(step).splits) ranges.applySplit(row, ratio);
		usual.push(Array.from({ length: ROWS }, (_, row) => ranges.medianRange(row)));
		return ranges.applySlot(sessionOf(step).matrix, step % SLOTS, CLOCK[step % SLOTS]! ** 2, endsBar(SLOTS, step % SLOTS));
	});
	const widened = (row: number, from: number, to: number): boolean | null => {
		const since = ended.slice(from, to + 1).flatMap((column) => (column && !Number.isNaN(column[row]!) ? [column[row]!] : []));
		const before = (usual[from] as (number | null)[])[row] ?? null;
		return before === null || since.length === 0 ? null : since.reduce((sum, range) => sum + range, 0) / since.length > before;
	};

	return members.flatMap(({ key, row, entry, exits }) => {
		const from = STEPS.find((step) => startOfStep(step) === entry) as number;
		const held = new Set(members.filter((member) => member.entry === entry).map((member) => member.row));
		return exits.flatMap((exit, horizon) => {
			if (exit === null) return [];
			const to = STEPS.find((step) => endOfStep(step) === exit) as number;
			const moves = Array.from({ length: ROWS }, (_, each) =>
				Math.log(lastClose(each, to, Math.floor(to / SLOTS)) / entryPrice(each, from, to, held.has(each))),
			);
			const move = moves[row]!;
			if (Number.isNaN(move)) return [];
			const { tiers } = sessionOf(from);
			const tier = tiers[row]!;
			const measured = moves.filter((each) => !Number.isNaN(each));
			const own = moves.filter((each, at) => !Number.isNaN(each) && tiers[at] === tier);
			const peers = own.length < 5 ? measured : own;
			const estimate = costsOf(Math.floor(from / SLOTS))[row]!;
			const cost = Number.isNaN(estimate) ? defaultCostBps(tier === UNKNOWN_TIER ? null : tier) / 1e4 : estimate;
			const costSource = Number.isNaN(estimate) ? 'default' : 'edge';
			const mean = peers.reduce((sum, each) => sum + each, 0) / peers.length;
			const excess = sign * (move - mean) - cost;
			const trade: Trade = { ...tradeOf(row, from, to), own: move, peers: mean, cost, costSource };
			if (measure === 'size') {
				const hit = widened(row, from, to);
				const answers = Array.from({ length: ROWS }, (_, each) => widened(each, from, to)).filter((answer) => answer !== null);
				return hit === null
					? []
					: [{ key, horizon, hit, hitBefore: hit, excess, base: answers.filter(Boolean).length / answers.length, trade }];
			}
			const isHit = (each: number): boolean => sign * (each - (median(peers) as number)) - cost > 0;
			const hitBefore = sign * (move - (median(peers) as number)) > 0;
			return [{ key, horizon, hit: isHit(move), hitBefore, excess, base: peers.filter(isHit).length / peers.length, trade }];
		});
	});
}

/** Estimated costs of the rows in a session; not known of one of them. */
function costsOf(session: number): number[] {
	return Array.from({ length: ROWS }, (_, row) => (row === 1 ? Number.NaN : 0.0001 + 0.0007 * ((row + session) % 4)));
}

function inOrder(outcomes: readonly Outcome[]) {
	return outcomes
		.map(({ trade, ...outcome }) => ({ ...roundValues(outcome), trade: roundValues(trade) }))
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
		const sessions = Array.from({ length: SESSIONS }, () => randomSession(random, [0, 0, 3, UNKNOWN_TIER]));
		const members = Array.from({ length: 12 }, (_, key): WalkMember => {
			// There is a usual range only after ten traded bars.
			const from = (measure === 'size' ? 3 * SLOTS : 2) + random.nextInteger(SLOTS - 2);
			const exits = [0, 1 + random.nextInteger(4), 5 + random.nextInteger(6)].map((ahead) =>
				random.nextBoolean(0.1) ? null : endOfStep(from + ahead),
			);
			return { key, row: random.nextInteger(ROWS), entry: startOfStep(from), exits };
		});
		const outcomes: Outcome[] = [];
		const onClosed = (closed: readonly Outcome[]): void => void outcomes.push(...closed);
		const walk = createForwardWalk({ rows: ROWS, direction, measure, endsBar, clock: CLOCK, onClosed });
		for (const member of members) walk.add(member);
		sessions.forEach(({ matrix, splits, dividends, tiers }, session) => {
			walk.openSession({ splits, dividends }, tiers, costsOf(session));
			for (let slot = 0; slot < SLOTS; slot++)
				walk.applySlot(matrix, slot, startOfStep(session * SLOTS + slot), endOfStep(session * SLOTS + slot));
		});
		expect(walk.isBusy).toBe(false);
		expect(inOrder(outcomes)).toEqual(inOrder(plainly(sessions, members, { direction, measure })));
		found.push(...outcomes);
	}
	expect(found.length).toBeGreaterThan(100);
	expect(new Set(found.map(({ hit }) => hit)).size).toBe(2);
});

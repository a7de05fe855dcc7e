import { mean, sampleVariance, tStatistic } from '../statistics/moments.ts';
import { normalOfStudent } from '../statistics/normal.ts';

/** Whether a drift improves forecasts at one horizon, and the bets that decide it. */
export interface SkillGate {
	open: boolean;
	/** Mean pinball loss saved by the drift over the newest 250 reports, and its t; null where nothing can be said. */
	gain: number | null;
	t: number | null;
	/** Absent from gates stored by earlier versions, which decided by t: they count as closed. */
	bets?: GateBets | null;
}

/** State of the bets since the gate last opened or closed. */
export interface GateBets {
	/** One bettor, or two for blocks whose outcomes overlap: each takes every other block. */
	bettors: readonly Bettor[];
	/** Which bettor takes the next block. */
	next: number;
	/** Time of the newest report bet on; null: none yet. */
	until: number | null;
	/** Highest wealth that any bettor has had, divided by the number of bettors: reaching w without skill has at most a chance of 1 / w, however often one looks. */
	peak: number;
}

export interface Bettor {
	wealth: number;
	/** Sum and sum of squares of the capped gains bet on. */
	sum: number;
	squares: number;
	/** Number of blocks seen and the sum of the squares of their gains, which set the cap of the next one. */
	blocks: number;
	scale: number;
}

/** Gains of successive reports, oldest first, each with its time in order. */
export interface TimedGains {
	readonly time: readonly number[];
	/** Pinball loss saved by the drift. */
	readonly gain: readonly number[];
}

/** Number of reports that the shown gain is of, and the wealth at which a gate tried alone opens or closes. */
export const GATE_REPORTS = 250;
export const GATE_WEALTH = 20;

/** A gain counts with at most this many typical ones of the blocks before. */
const CAP = 3;
/** Share of the stake that is bet at most, so that no bet loses everything. */
const BOLDEST = 0.9;
/** Second moment assumed before any block, as the sum of about nine typical blocks: keeps the first bets small. */
const PRIOR = 1;
/** With fewer blocks there is no t. */
const LEAST_BLOCKS = 8;

/**
 * Continues the bets of a gate with the gains that it has not bet on yet (statistics.md 1): an e-process by betting, Waudby-Smith and Ramdas 2024. While the gate is
 * closed the bet is that the drift's capped gain is above zero, while it is open that it is below. `horizon`: reports that an outcome reaches ahead;
 * blocks of that length overlap only with their neighbours. The gate itself changes only in judgeGates.
 */
export function continueGate({ time, gain }: TimedGains, horizon: number, before?: SkillGate): SkillGate {
	if (time.length !== gain.length) throw new RangeError('Every gain needs the time of its report.');
	const open = isGateOpen(before);
	const newest = gain.slice(-GATE_REPORTS);
	const bets = before?.bets ?? newBets(horizon);
	const first = time.findIndex((at) => bets.until === null || at > bets.until);
	const bettors = bets.bettors.map((bettor) => ({ ...bettor }));
	let { next, until, peak } = bets;
	for (let from = first; from >= 0 && from + horizon <= gain.length; from += horizon) {
		const bettor = bettors[next]!;
		bet(bettor, mean(gain.slice(from, from + horizon)) as number, open ? -1 : 1);
		peak = Math.max(peak, bettor.wealth / bettors.length);
		until = time[from + horizon - 1]!;
		next = (next + 1) % bettors.length;
	}
	return { open, gain: mean(newest), t: blockedT(newest, horizon), bets: { bettors, next, until, peak } };
}

export function isGateOpen(gate: SkillGate | undefined): boolean {
	return gate?.bets ? gate.open : false;
}

function newBets(horizon: number): GateBets {
	const bettors = Array.from({ length: horizon > 1 ? 2 : 1 }, () => ({ wealth: 1, sum: 0, squares: PRIOR, blocks: 0, scale: 0 }));
	return { bettors, next: 0, until: null, peak: 0 };
}

/** Stake and cap depend on earlier blocks only. */
function bet(bettor: Bettor, gain: number, side: 1 | -1): void {
	if (bettor.scale > 0) {
		const cap = CAP * Math.sqrt(bettor.scale / bettor.blocks);
		const capped = Math.min(1, Math.max(-1, gain / cap));
		// The approximate growth-optimal stake: the mean over the second moment of the blocks before.
		const stake = Math.min(BOLDEST, Math.max(0, side * bettor.sum) / bettor.squares);
		bettor.wealth *= 1 + stake * side * capped;
		bettor.sum += capped;
		bettor.squares += capped * capped;
	}
	bettor.blocks++;
	bettor.scale += gain * gain;
}

/**
 * Opens and closes gates tried together. A closed one opens when its wealth has reached 20 times the number of gates, so that without any skill the chance that one of
 * them ever opens is at most 1 in 20; an open one closes when the wealth of the reverse bet has reached 20. After either,
 * the bets begin again; only the sizes of past gains are kept, for the cap.
 */
export function judgeGates(gates: readonly SkillGate[]): SkillGate[] {
	return gates.map((gate) => {
		const limit = gate.open ? GATE_WEALTH : GATE_WEALTH * gates.length;
		if (!gate.bets || gate.bets.peak < limit) return gate;
		const bettors = gate.bets.bettors.map((bettor) => ({ ...bettor, wealth: 1, sum: 0, squares: PRIOR }));
		return { ...gate, open: !gate.open, bets: { ...gate.bets, bettors, peak: 0 } };
	});
}

/**
 * t of gains with overlapping outcomes: each reaches `horizon` reports ahead. Means of blocks of that length depend only on their neighbours; the
 * covariance of neighbours can only widen the variance. The t of the few blocks is converted to the normal of the same rank.
 */
function blockedT(gains: readonly number[], horizon: number): number | null {
	if (horizon <= 1) return tStatistic(gains);
	const means = blockMeans(gains, horizon);
	const [centre, variance] = [mean(means), sampleVariance(means)];
	if (centre === null || !variance || means.length < LEAST_BLOCKS) return null;
	let shared = 0;
	for (let at = 1; at < means.length; at++) shared += (means[at]! - centre) * (means[at - 1]! - centre);
	// The mean comes from the same blocks, which lowers their covariance by about variance / blocks.
	const covariance = Math.max(0, shared / (means.length - 1) + variance / means.length);
	const t = centre / Math.sqrt((variance + 2 * covariance) / means.length);
	const freedom = means.length - 1;
	return normalOfStudent(t, freedom);
}

/** Means of successive blocks of equal size, oldest first; an incomplete block at the old end is dropped. */
function blockMeans(values: readonly number[], size: number): number[] {
	const means: number[] = [];
	for (let to = values.length; to >= size; to -= size) means.push(mean(values.slice(to - size, to)) as number);
	return means.reverse();
}

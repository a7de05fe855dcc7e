import { mean, sampleVariance, tStatistic } from '../statistics/moments.ts';
import { studentToNormal } from '../statistics/normal.ts';

/** Whether a drift improves forecasts at one horizon, and the bets that decide whether it does. */
export interface SkillGate {
	open: boolean;
	/** Mean pinball loss saved by the drift over the newest 250 reports, and its t statistic; null with too few reports. */
	gain: number | null;
	t: number | null;
	/** Absent in gates stored by earlier versions, where t decided; such gates count as closed. */
	bets?: GateBets | null;
}

/** State of the bets since the gate last opened or closed. */
export interface GateBets {
	/** One bettor, or two that alternate where the outcomes of adjacent blocks overlap. */
	bettors: readonly Bettor[];
	/** Index of the bettor for the next block. */
	next: number;
	/** Time of the newest report with a bet; null: none yet. */
	until: number | null;
	/**
	 * Highest wealth of any bettor so far, divided by the number of bettors. Without skill, the chance of ever reaching w is at most 1 / w, no matter how
	 * often it is checked.
	 */
	peak: number;
}

export interface Bettor {
	wealth: number;
	/** Sum, and sum of squares, of the capped gains with a bet. */
	sum: number;
	squares: number;
	/** Number of blocks so far, and the sum of their squared gains; both set the cap of the next gain. */
	blocks: number;
	scale: number;
}

/** Gains of successive reports, oldest first; both arrays have the same length. */
export interface TimedGains {
	readonly time: readonly number[];
	/** Pinball loss saved by the drift. */
	readonly gain: readonly number[];
}

/** Number of newest reports behind the shown gain. */
export const GATE_REPORTS = 250;
/** The wealth at which a single gate opens or closes. */
export const GATE_WEALTH = 20;

/** Gains are capped at this multiple of the root mean square of earlier gains. */
const GAIN_CAP = 3;
/** Maximum share of the wealth in one bet, so that no bet loses everything. */
const MAX_STAKE = 0.9;
/** Initial sum of squares, equal to about nine typical blocks: keeps the first bets small. */
const PRIOR = 1;
/** Minimum number of blocks for a t statistic. */
const MIN_BLOCKS = 8;

/**
 * Bets on the gains without a bet so far: an e-process by betting (statistics.md 1; Waudby-Smith and Ramdas 2024). For a closed gate, the bet is that the
 * drift's capped gain is above zero; for an open one, that it is below. `horizon` is the number of reports that an outcome reaches ahead, and blocks of this
 * length overlap only with their neighbours. Only `updateGates` opens or closes a gate. Throws if the lengths of `time` and `gain` differ.
 */
export function continueGate({ time, gain }: TimedGains, horizon: number, previous?: SkillGate): SkillGate {
	if (time.length !== gain.length) throw new RangeError('Every gain needs the time of its report.');
	const isOpen = isGateOpen(previous);
	const newest = gain.slice(-GATE_REPORTS);
	const bets = previous?.bets ?? createBets(horizon);
	const firstWithoutBet = time.findIndex((at) => bets.until === null || at > bets.until);
	const bettors = bets.bettors.map((bettor) => ({ ...bettor }));
	let { next, until, peak } = bets;
	for (let blockStart = firstWithoutBet; blockStart >= 0 && blockStart + horizon <= gain.length; blockStart += horizon) {
		const bettor = bettors[next]!;
		placeBet(bettor, mean(gain.slice(blockStart, blockStart + horizon)) as number, isOpen ? -1 : 1);
		peak = Math.max(peak, bettor.wealth / bettors.length);
		until = time[blockStart + horizon - 1]!;
		next = (next + 1) % bettors.length;
	}
	return { open: isOpen, gain: mean(newest), t: blockedT(newest, horizon), bets: { bettors, next, until, peak } };
}

export function isGateOpen(gate: SkillGate | undefined): boolean {
	return gate?.bets ? gate.open : false;
}

function createBets(horizon: number): GateBets {
	const bettors = Array.from({ length: horizon > 1 ? 2 : 1 }, () => ({ wealth: 1, sum: 0, squares: PRIOR, blocks: 0, scale: 0 }));
	return { bettors, next: 0, until: null, peak: 0 };
}

/** Updates the bettor with one block's gain. Stake and cap depend on earlier blocks only. */
function placeBet(bettor: Bettor, gain: number, direction: 1 | -1): void {
	if (bettor.scale > 0) {
		const cap = GAIN_CAP * Math.sqrt(bettor.scale / bettor.blocks);
		const cappedGain = Math.min(1, Math.max(-1, gain / cap));
		// The approximately growth-optimal stake: the mean divided by the second moment of earlier blocks.
		const stake = Math.min(MAX_STAKE, Math.max(0, direction * bettor.sum) / bettor.squares);
		bettor.wealth *= 1 + stake * direction * cappedGain;
		bettor.sum += cappedGain;
		bettor.squares += cappedGain * cappedGain;
	}
	bettor.blocks++;
	bettor.scale += gain * gain;
}

/**
 * Opens and closes a set of gates. A closed gate opens when its wealth has reached GATE_WEALTH times the number of gates. Without any skill, the chance that
 * any gate ever opens is then at most 1 / GATE_WEALTH. An open gate closes when the wealth of the reverse bet has reached GATE_WEALTH. After either change
 * the bets restart; only the sizes of past gains are kept, for the cap.
 */
export function updateGates(gates: readonly SkillGate[]): SkillGate[] {
	return gates.map((gate) => {
		const requiredWealth = gate.open ? GATE_WEALTH : GATE_WEALTH * gates.length;
		if (!gate.bets || gate.bets.peak < requiredWealth) return gate;
		const bettors = gate.bets.bettors.map((bettor) => ({ ...bettor, wealth: 1, sum: 0, squares: PRIOR }));
		return { ...gate, open: !gate.open, bets: { ...gate.bets, bettors, peak: 0 } };
	});
}

/**
 * Computes the t statistic of gains with overlapping outcomes: each outcome reaches `horizon` reports ahead. Means of blocks of this length correlate only
 * with adjacent means, whose covariance is added if it is positive. As there are few blocks, the result is converted to the normal quantile of the same
 * probability.
 */
function blockedT(gains: readonly number[], horizon: number): number | null {
	if (horizon <= 1) return tStatistic(gains);
	const means = blockMeans(gains, horizon);
	const [centre, variance] = [mean(means), sampleVariance(means)];
	if (centre === null || !variance || means.length < MIN_BLOCKS) return null;
	let covarianceSum = 0;
	for (let at = 1; at < means.length; at++) covarianceSum += (means[at]! - centre) * (means[at - 1]! - centre);
	// Subtracting the mean of the same blocks lowers the covariance by about variance / blocks.
	const covariance = Math.max(0, covarianceSum / (means.length - 1) + variance / means.length);
	const t = centre / Math.sqrt((variance + 2 * covariance) / means.length);
	const degreesOfFreedom = means.length - 1;
	return studentToNormal(t, degreesOfFreedom);
}

/** Computes the means of successive blocks of equal size, oldest first; an incomplete oldest block is dropped. */
function blockMeans(values: readonly number[], size: number): number[] {
	const means: number[] = [];
	for (let blockEnd = values.length; blockEnd >= size; blockEnd -= size)
		means.push(mean(values.slice(blockEnd - size, blockEnd)) as number);
	return means.reverse();
}

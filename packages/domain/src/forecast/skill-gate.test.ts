import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { tStatistic } from '../statistics/moments.ts';
import { createRandom } from '../testing/random.ts';
import { continueGate, GATE_REPORTS, GATE_WEALTH, type GateBets, isGateOpen, type SkillGate, updateGates } from './skill-gate.ts';

function timed(gain: readonly number[], from = 1) {
	return { time: gain.map((_, i) => from + i), gain };
}

/** Highest wealth of the bets, from the definition: each block's cap and stake re-read everything before it. */
function peakPlainly(gains: readonly number[], horizon: number, side: 1 | -1): number {
	const blocks = Array.from({ length: Math.floor(gains.length / horizon) }, (_, i) => {
		const block = gains.slice(i * horizon, (i + 1) * horizon);
		return block.reduce((sum, gain) => sum + gain, 0) / horizon;
	});
	const parities = horizon > 1 ? [0, 1] : [0];
	const peaks = parities.map((parity) => {
		const own = blocks.filter((_, i) => horizon === 1 || i % 2 === parity);
		const capped = own.map((gain, i) => {
			const typical = Math.sqrt(own.slice(0, i).reduce((sum, each) => sum + each ** 2, 0) / i);
			return typical > 0 ? Math.min(1, Math.max(-1, gain / (3 * typical))) : undefined;
		});
		let [wealth, highest] = [1, 0];
		capped.forEach((x, i) => {
			const known = capped.slice(0, i).filter((each) => each !== undefined);
			const sum = side * known.reduce((total, each) => total + each, 0);
			const stake = Math.min(0.9, Math.max(0, sum) / (1 + known.reduce((total, each) => total + each ** 2, 0)));
			wealth *= 1 + stake * side * (x ?? 0);
			highest = Math.max(highest, wealth);
		});
		return own.length === 0 ? 0 : highest;
	});
	return Math.max(...peaks) / parities.length;
}

const gains = fc.array(fc.double({ min: -1, max: 1.5, noNaN: true }), { maxLength: 120 });
const peakOf = (gate: SkillGate): number => (gate.bets as GateBets).peak;

describe('the bets of a skill gate', () => {
	it('are by hand: a stake of the mean over the second moment, a cap of three typical gains', () => {
		// The first block sets the cap of the second: 3 x 1. 1 / 3 is seen without a bet, then .3 is bet: (1/3) / (1 + 1/9).
		const first = continueGate(timed([1, 1]), 1);
		expect(first.bets).toMatchObject({ next: 0, until: 2, peak: 1 });
		const second = continueGate(timed([1, 1, 1]), 1);
		expect(peakOf(second)).toBeCloseTo(1 + 0.3 / 3, 12);
		// A gain of ten counts as three typical ones.
		expect(peakOf(continueGate(timed([1, 1, 10]), 1))).toBeCloseTo(1 + 0.3, 12);
	});

	it('equal their definition at any horizon, and with the gate open the reverse', () => {
		fc.assert(
			fc.property(gains, fc.integer({ min: 1, max: 6 }), fc.boolean(), (gain, horizon, open) => {
				const before: SkillGate = { ...continueGate(timed([]), horizon), open };
				expect(peakOf(continueGate(timed(gain), horizon, before))).toBeCloseTo(peakPlainly(gain, horizon, open ? -1 : 1), 9);
			}),
		);
	});

	it('go on where they stood, report by report, whatever older reports are given again and through storage', () => {
		fc.assert(
			fc.property(gains, fc.integer({ min: 1, max: 4 }), fc.array(fc.integer({ min: 1, max: 30 })), (gain, horizon, steps) => {
				let gate: SkillGate | undefined;
				let to = 0;
				for (const step of [...steps, gain.length]) {
					to = Math.min(gain.length, to + step);
					const from = Math.max(0, to - 60);
					// A window begins at a block that was not complete, or at one that was.
					const window = gate?.bets?.until === null || from === 0 ? 0 : Math.min(from, gate?.bets?.until ?? 0);
					gate = JSON.parse(JSON.stringify(continueGate(timed(gain.slice(window, to), window + 1), horizon, gate))) as SkillGate;
				}
				const whole = continueGate(timed(gain), horizon);
				expect(gate?.bets?.until).toBe(whole.bets?.until);
				expect(peakOf(gate as SkillGate)).toBeCloseTo(peakOf(whole), 9);
			}),
		);
	});

	it('lose nothing and win nothing where there is no gain', () => {
		const still = continueGate(timed(new Array<number>(400).fill(0)), 2);
		expect(still).toMatchObject({ open: false, gain: 0, t: null, bets: { peak: 0.5, until: 400 } });
		expect(continueGate(timed([]), 1)).toMatchObject({ open: false, gain: null, t: null, bets: { peak: 0, until: null } });
		expect(() => continueGate({ time: [1], gain: [] }, 1)).toThrow(RangeError);
	});

	it('show the mean gain of the newest 250 reports and its t', () => {
		const gain = [...new Array<number>(40).fill(-1e6), ...Array.from({ length: GATE_REPORTS }, (_, i) => 3 - 4 * (i % 2))];
		const found = continueGate(timed(gain), 1);
		expect(found.gain).toBeCloseTo(1, 9);
		expect(found.t).toBeCloseTo(tStatistic(gain.slice(-250)) as number, 12);
		const blocks = Array.from({ length: GATE_REPORTS }, (_, i) => 1 + (i % 7) / 100);
		expect([continueGate(timed(blocks), 31).t === null, continueGate(timed(blocks), 32).t]).toEqual([false, null]);
	});
});

describe('gates tried together', () => {
	const gate = (peak: number, open = false): SkillGate => ({
		open,
		gain: 1,
		t: 1,
		bets: { bettors: [{ wealth: peak, sum: 2, squares: 3, blocks: 9, scale: 4 }], next: 0, until: 7, peak },
	});

	it('open at 20 times their number, and close at 20 of the reverse bet, with new bets and the cap of before', () => {
		expect(updateGates([gate(19.9)]).map(isGateOpen)).toEqual([false]);
		expect(updateGates([gate(20)])).toEqual([
			{
				open: true,
				gain: 1,
				t: 1,
				bets: { bettors: [{ wealth: 1, sum: 0, squares: 1, blocks: 9, scale: 4 }], next: 0, until: 7, peak: 0 },
			},
		]);
		expect(updateGates([gate(39), gate(40)]).map(isGateOpen)).toEqual([false, true]);
		expect(updateGates([gate(19, true), gate(20, true)]).map(isGateOpen)).toEqual([true, false]);
		expect(GATE_WEALTH).toBe(20);
		expect(updateGates([])).toEqual([]);
	});

	it('that an earlier version stored are closed, and begin their bets', () => {
		const earlier: SkillGate = { open: true, gain: 1, t: 4 };
		expect(isGateOpen(earlier)).toBe(false);
		expect(isGateOpen(undefined)).toBe(false);
		expect(updateGates([earlier])).toEqual([earlier]);
		expect(continueGate(timed([1, 1, 1]), 1, earlier)).toEqual(continueGate(timed([1, 1, 1]), 1));
	});
});

describe('a gate that is asked at every report', () => {
	const REPORTS = 2_000;

	/** Gains of a drift that follows the last sixty steps, judged by the loss of the median, on steps that may follow it. */
	function walk(random: ReturnType<typeof createRandom>, horizon: number, follows = 0): number[] {
		let trend = 8 * random.nextNormal();
		const steps: number[] = [];
		const trends: number[] = [];
		for (let i = 0; i < REPORTS + horizon; i++) {
			trends.push(trend);
			steps.push(random.nextNormal() + (follows * trend) / 8);
			trend += steps[i]! - trend / 60;
			if (follows > 0) trend = Math.max(-16, Math.min(16, trend));
		}
		const part = follows > 0 ? follows / 8 : 1 / 400;
		let ahead = steps.slice(0, horizon).reduce((sum, step) => sum + step, 0);
		return Array.from({ length: REPORTS }, (_, i) => {
			const outcome = ahead / Math.sqrt(horizon);
			ahead += steps[i + horizon]! - steps[i]!;
			return Math.abs(outcome) - Math.abs(outcome - part * trends[i]!);
		});
	}

	/** Whether the rule before, a t above 2 over 250 reports, ever held when asked every 25 reports. */
	function everAboveTwo(gain: readonly number[]): boolean {
		for (let to = GATE_REPORTS; to <= gain.length; to += 25) {
			const window = gain.slice(to - GATE_REPORTS, to);
			if ((tStatistic(window) ?? 0) > 2) return true;
		}
		return false;
	}

	it('opens in at most one of twenty markets without skill, however long one looks, where a t above 2 did in far more', () => {
		const random = createRandom(48);
		const everOpens = (markets: readonly number[][], horizon: number): number =>
			markets.filter((gain) => peakOf(continueGate(timed(gain), horizon)) >= GATE_WEALTH).length / markets.length;
		for (const horizon of [1, 5]) {
			const drifts = Array.from({ length: 300 }, () => walk(random, horizon));
			expect(everOpens(drifts, horizon), `${horizon} ahead`).toBeLessThanOrEqual(0.05);
			if (horizon === 1) expect(drifts.filter(everAboveTwo).length / drifts.length).toBeGreaterThan(0.15);
			// Gains whose mean is exactly zero, with outcomes that overlap.
			const fair = Array.from({ length: 300 }, () => {
				const noise = Array.from({ length: REPORTS + horizon }, random.nextNormal);
				return noise.slice(horizon).map((_, i) => noise.slice(i, i + horizon).reduce((sum, each) => sum + each, 0));
			});
			expect(everOpens(fair, horizon), `${horizon} ahead, fair`).toBeLessThanOrEqual(0.05);
			if (horizon === 1) expect(fair.filter(everAboveTwo).length / fair.length).toBeGreaterThan(0.25);
		}
	});

	it('opens for skill that is there, also among fifty, and closes once it is gone', () => {
		const random = createRandom(49);
		const opened = Array.from({ length: 40 }, () => peakOf(continueGate(timed(walk(random, 1, 0.5)), 1)));
		expect(opened.filter((peak) => peak >= 50 * GATE_WEALTH).length).toBeGreaterThanOrEqual(36);
		const skill = (mean: number, count: number): number[] => Array.from({ length: count }, () => random.nextNormal() + mean);
		const [open] = updateGates([continueGate(timed(skill(0.3, 400)), 1)]);
		expect(open?.open).toBe(true);
		const [closed] = updateGates([continueGate(timed(skill(-0.3, 400), 401), 1, open)]);
		expect(closed?.open).toBe(false);
	});
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createEdgeSpreads, type LogBar, MIN_BARS } from './edge-spread.ts';
import { createRandom } from './random.ts';

/** Straight from the definition, with all series in memory. */
function plainSpread(bars: readonly LogBar[]): number {
	const rows = bars.slice(1).map((bar, i) => {
		const before = bars[i] as LogBar;
		const [m, m1] = [(bar.high + bar.low) / 2, (before.high + before.low) / 2];
		return {
			r1: m - bar.open,
			r2: bar.open - m1,
			r3: m - before.close,
			r4: before.close - m1,
			r5: bar.open - before.close,
			t: Number(bar.high !== bar.low || bar.low !== before.close),
			o: [bar.open !== bar.high, bar.open !== bar.low],
			c: [before.close !== before.high, before.close !== before.low],
		};
	});
	const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;
	const traded = mean(rows.map(({ t }) => t));
	const share = (key: 'o' | 'c'): number =>
		[0, 1].reduce((sum, side) => sum + mean(rows.map((row) => Number(row.t === 1 && row[key][side]))), 0);
	const [a, b] = [-4 / share('o'), -4 / share('c')];
	const less = (key: 'r1' | 'r3' | 'r5') => rows.map((row) => row[key] - (row.t * mean(rows.map((each) => each[key]))) / traded);
	const [d1, d3, d5] = [less('r1'), less('r3'), less('r5')] as [number[], number[], number[]];
	const x1 = rows.map(({ r2, r4 }, i) => a * d1[i]! * r2 + b * d3[i]! * r4);
	const x2 = rows.map(({ r4, r5 }, i) => a * d1[i]! * r5 + b * d5[i]! * r4);
	const variance = (x: number[]): number => mean(x.map((value) => value ** 2)) - mean(x) ** 2;
	const [v1, v2] = [variance(x1), variance(x2)];
	return Math.sqrt(Math.max(0, (v2 * mean(x1) + v1 * mean(x2)) / (v1 + v2)));
}

function spreadOf(bars: readonly LogBar[]): number {
	const spreads = createEdgeSpreads(1);
	for (const bar of bars) spreads.addBar(0, bar);
	return spreads.estimateSpread(0);
}

/** Bars of `trades` trades, each at half the spread above or below a random walk, of which a trade is seen with a chance. */
function simulated({
	spread,
	seed,
	bars = 546,
	trades = 15,
	seen = 1,
}: {
	spread: number;
	seed: number;
	bars?: number;
	trades?: number;
	seen?: number;
}): LogBar[] {
	const random = createRandom(seed);
	let value = 0;
	let last = Number.NaN;
	return Array.from({ length: bars }, () => {
		const prices: number[] = [];
		for (let i = 0; i < trades; i++) {
			value += (random.next() + random.next() + random.next() - 1.5) * 0.0015;
			if (random.next() < seen) prices.push(value + (random.next() < 0.5 ? -spread : spread) / 2);
		}
		const all = prices.length > 0 ? prices : [Number.isNaN(last) ? value : last];
		last = all.at(-1)!;
		return { open: all[0]!, high: Math.max(...all), low: Math.min(...all), close: last };
	});
}

/** The first bars of the example prices of the package bidask, whose tests name the estimate. */
const DOCUMENTED = [
	[1.00240075994025, 1.00935878365403, 0.976061138469904, 0.976061138469904],
	[0.929743096395543, 0.929774737723069, 0.928919694164385, 0.929774737723069],
	[0.943911414384193, 0.968140794511406, 0.943911414384193, 0.968140794511406],
	[0.977605378856722, 0.977605378856722, 0.977605378856722, 0.977605378856722],
	[0.961535370407048, 0.99982474278851, 0.961535370407048, 0.986215329667607],
	[0.982409003083975, 0.992213437101346, 0.982409003083975, 0.992213437101346],
	[1.03435413274433, 1.03435413274433, 1.03435413274433, 1.03435413274433],
	[1.0201424300403, 1.04025465277235, 1.0201424300403, 1.03219266262805],
	[1.03650094499406, 1.03650094499406, 1.03650094499406, 1.03650094499406],
	[1.05368509087896, 1.05368509087896, 1.02605242183949, 1.02798086837104],
] as const;

const price = fc.double({ min: -0.05, max: 0.05, noNaN: true });
const bar = fc.tuple(price, price, price, price).map(
	([a, b, open, close]): LogBar => ({
		open,
		close,
		high: Math.max(a, b, open, close),
		low: Math.min(a, b, open, close),
	}),
);

describe('the spread from open, high, low and close', () => {
	it('equals the definition over whole series', () => {
		fc.assert(
			fc.property(fc.array(bar, { minLength: MIN_BARS + 1, maxLength: 60 }), (bars) => {
				const plain = plainSpread(bars);
				// Close to 0 the root magnifies the last bits.
				if (Number.isFinite(plain)) expect(spreadOf(bars) ** 2).toBeCloseTo(plain ** 2, 10);
			}),
		);
	});

	it.each([0.002, 0.005, 0.01, 0.03])('finds a spread of %d, also where trades are rare', (spread) => {
		const found = (seen: number) => Array.from({ length: 20 }, (_, seed) => spreadOf(simulated({ spread, seed, seen })));
		for (const seen of [1, 0.2]) {
			const all = found(seen);
			const mean = all.reduce((sum, each) => sum + each, 0) / all.length;
			expect(Math.abs(mean / spread - 1)).toBeLessThan(0.15);
		}
	});

	it('finds next to nothing where there is none', () => {
		const all = Array.from({ length: 40 }, (_, seed) => spreadOf(simulated({ spread: 0, seed })));
		expect(Math.max(...all)).toBeLessThan(0.0015);
		expect(all.filter((each) => each === 0).length).toBeGreaterThan(8);
	});

	it('is worked out by hand as on the method page', () => {
		// Bid 99.9, ask 100.1; bars from a spread below to a spread above the mid open and close at either side, each pair of sides as often.
		const spread = Math.log(100.1 / 99.9);
		const side = (isAsk: boolean): number => Math.log(100) + (isAsk ? spread / 2 : -spread / 2);
		const bars = Array.from(
			{ length: 17 },
			(_, i): LogBar => ({
				open: side(i % 2 === 0),
				high: Math.log(100) + spread,
				low: Math.log(100) - spread,
				close: side(i % 4 < 2),
			}),
		);
		expect(spreadOf(bars)).toBeCloseTo(spread, 10);
		expect(spread * 10_000).toBeCloseTo(20, 2);
	});

	it("equals the value that the authors' package documents for its first ten bars", () => {
		const spreads = createEdgeSpreads(1);
		for (const [open, high, low, close] of DOCUMENTED)
			spreads.addBar(0, { open: Math.log(open), high: Math.log(high), low: Math.log(low), close: Math.log(close) });
		// The package gives the root of the size with the sign of the square.
		const squared = spreads.estimateSquaredSpread(0);
		expect(Math.sign(squared) * Math.sqrt(Math.abs(squared))).toBeCloseTo(-0.016889917516422, 14);
		expect(spreads.estimateSpread(0)).toBeNaN();
	});

	it("can't be estimated of the three documented bars that hardly trade", () => {
		const spreads = createEdgeSpreads(1);
		for (const [high, low] of [
			[18.21, 17.61],
			[17.61, 17.61],
			[17.61, 17.61],
		] as const)
			spreads.addBar(0, { open: Math.log(high), high: Math.log(high), low: Math.log(low), close: Math.log(low) });
		expect(spreads.estimateSquaredSpread(0)).toBeNaN();
	});

	it('is unknown of few bars, and of prices that never move', () => {
		const bars = simulated({ spread: 0.01, seed: 1, bars: MIN_BARS });
		expect(spreadOf(bars)).toBeNaN();
		expect(spreadOf(Array(50).fill({ open: 0, high: 0, low: 0, close: 0 }))).toBeNaN();
	});

	it('is the same on another share basis', () => {
		const bars = simulated({ spread: 0.01, seed: 3 });
		const spreads = createEdgeSpreads(2);
		bars.forEach(({ open, high, low, close }, i) => {
			const shift = i >= 300 ? Math.log(0.25) : 0;
			if (i === 300) spreads.shiftPrices(1, shift);
			spreads.addBar(0, { open, high, low, close });
			spreads.addBar(1, { open: open + shift, high: high + shift, low: low + shift, close: close + shift });
		});
		expect(spreads.estimateSpread(1)).toBeCloseTo(spreads.estimateSpread(0), 9);
	});
});

describe('the spread of the last sessions', () => {
	const SESSIONS = Array.from({ length: 9 }, (_, seed) => simulated({ spread: 0.01, seed, bars: 26 }));

	/** Spreads of a series after each of its sessions. */
	function rolling(sessions: readonly (readonly LogBar[])[], maxSessions = 3): number[] {
		const spreads = createEdgeSpreads(1, maxSessions);
		return sessions.map((bars) => {
			spreads.startSession();
			for (const each of bars) spreads.addBar(0, each);
			return spreads.estimateSpread(0);
		});
	}

	it.each([1, 2, 3, 9])('equals the spread of the bars of %d sessions alone', (maxSessions) => {
		const alone = SESSIONS.map((_, i) => spreadOf(SESSIONS.slice(Math.max(0, i + 1 - maxSessions), i + 1).flat()));
		expect(rolling(SESSIONS, maxSessions).map((each) => each.toFixed(12))).toEqual(alone.map((each) => each.toFixed(12)));
	});

	it('is the same to the last bit wherever the series begins', () => {
		expect(rolling(SESSIONS.slice(4)).slice(2)).toEqual(rolling(SESSIONS).slice(6));
		expect(rolling(SESSIONS.slice(5)).slice(2)).toEqual(rolling(SESSIONS).slice(7));
	});

	it('pairs the first bar of a session only with a bar of the session directly before', () => {
		const [first, second] = [SESSIONS[0] as LogBar[], SESSIONS[1] as LogBar[]];
		const far = second.map(({ open, high, low, close }) => ({ open: open + 1, high: high + 1, low: low + 1, close: close + 1 }));
		const last = (...sessions: LogBar[][]): number => rolling(sessions).at(-1)!;
		expect(last(first, [], far)).toBeCloseTo(last(first, [], second), 12);
		expect(Math.abs(last([], first, far) / last([], first, second) - 1)).toBeGreaterThan(0.01);
		expect(last(first, [], [], second)).toBe(last(second));
		expect(last(first, [], [], [])).toBeNaN();
	});
});

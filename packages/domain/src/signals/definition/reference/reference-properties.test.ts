import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { lastPosition, SHORT_WINDOWS } from '../../../testing/histories.ts';
import { withOtherFuture } from '../../../testing/other-future.ts';
import { createRandomHistory, type HistoryShape } from '../../../testing/random-history.ts';
import { expectValidReport } from '../../../testing/sound-report.ts';
import type { Position, ReferenceHistory, ReferenceSession } from './history.ts';
import { computeReferenceReport } from './reference-report.ts';

/** Often zero, so that many a market is calm enough to be measured. */
function share(max: number) {
	return fc.oneof(fc.constant(0), fc.double({ min: 0, max, noNaN: true }));
}

const shape: fc.Arbitrary<HistoryShape> = fc.record({
	sessions: fc.integer({ min: 3, max: 16 }),
	gaps: share(0.4),
	missing: share(0.2),
	early: share(0.3),
	halts: share(0.3),
	optionGaps: share(0.1),
	splits: share(0.15),
	dividends: share(0.15),
	jumps: share(0.1),
});
const seed = fc.integer();
const history = fc.tuple(seed, shape).map(([s, h]) => createRandomHistory(s, h));

function at(market: ReferenceHistory, place: number): Position {
	const session = Math.floor(place * market.sessions.length);
	const { slots } = (market.sessions[session] as ReferenceSession).matrix;
	return { session, slot: Math.floor(((place * market.sessions.length) % 1) * slots) };
}

const place = fc.double({ min: 0, max: 0.999_999, noNaN: true });

describe('the reference report', () => {
	it('says the same whatever happens afterwards: no look-ahead, in markets with gaps, halts, splits, dividends and early closes', () => {
		let rich = 0;
		fc.assert(
			fc.property(history, history, place, (market, stranger, place) => {
				const position = at(market, place);
				const report = computeReferenceReport(market, position, SHORT_WINDOWS);
				expect(computeReferenceReport(withOtherFuture(market, position, stranger), position, SHORT_WINDOWS)).toEqual(report);
				const past = { sessions: market.sessions.slice(0, position.session + 1) };
				expect(computeReferenceReport(past, position, SHORT_WINDOWS)).toEqual(report);
				if (report?.timeframes.some(({ depths }) => depths.every((depth) => depth !== null))) rich++;
			}),
			{ numRuns: 150 },
		);
		expect(rich).toBeGreaterThan(0);
	});

	it('is sound in every market: numbers or null, never NaN; the word holds the depths', () => {
		fc.assert(
			fc.property(history, place, (market, place) => {
				const report = computeReferenceReport(market, at(market, place), SHORT_WINDOWS);
				if (report) expectValidReport(report);
			}),
			{ numRuns: 150 },
		);
	});

	it('survives hostile rows: constant, infinite, negative, zero, one tick, jumps of a billion', () => {
		const odd = fc.constantFrom(Number.NaN, Infinity, -Infinity, 0, -1, 100, 100, 100, 100.01, 1e9, 1e-9, 3e38);
		const column = fc.array(odd, { minLength: 26, maxLength: 26 });
		fc.assert(
			fc.property(fc.array(fc.array(column, { minLength: 7, maxLength: 7 }), { minLength: 2, maxLength: 9 }), (days) => {
				const calm = createRandomHistory(1, { sessions: 6 });
				const sessions = days.map(([open, high, low, close, volume, calls, puts], day): ReferenceSession => {
					const matrix = (createRandomHistory(day, { sessions: 1 }).sessions[0] as ReferenceSession).matrix;
					[matrix.open, matrix.high, matrix.low, matrix.close, matrix.calls, matrix.puts].forEach((values, i) => {
						values.set([open, high, low, close, calls, puts][i] as number[]);
					});
					matrix.volume.set(volume as number[]);
					return { matrix, dismissed: true, split: day === 1 ? 0 : undefined, dividend: day === 2 ? 1e12 : undefined };
				});
				const market = { sessions: [...calm.sessions, ...sessions] };
				const report = computeReferenceReport(market, lastPosition(market), SHORT_WINDOWS);
				if (report) expectValidReport(report);
			}),
			{ numRuns: 60 },
		);
	});

	it('does not change by a split: twice the shares at half the price before it', () => {
		fc.assert(
			fc.property(seed, fc.integer({ min: 1, max: 11 }), fc.constantFrom(2, 4), place, (s, on, ratio, place) => {
				const market = createRandomHistory(s, { sessions: 12, gaps: 0.1, early: 0.2 });
				const split = {
					sessions: market.sessions.map((session, i) =>
						i < on ? undo(session, ratio) : { ...session, split: i === on ? ratio : undefined },
					),
				};
				const position = at(market, place);
				const [plain, reported] = [market, split].map((each) => computeReferenceReport(each, position, SHORT_WINDOWS));
				if (position.session >= on) expect(reported).toEqual(plain);
				else if (plain) expect(reported?.price).toBe(plain.price * ratio);
				expect(reported?.timeframes.map(({ price }) => price.short)).toEqual(plain?.timeframes.map(({ price }) => price.short));
				expect(reported?.quarantine ?? false).toBe(false);
			}),
			{ numRuns: 60 },
		);
	});

	it('turns over with the prices: a rise in x is a fall in 1/x', () => {
		fc.assert(
			fc.property(seed, place, (s, place) => {
				const market = createRandomHistory(s, { sessions: 12, gaps: 0.1, early: 0.2 });
				const mirrored = {
					sessions: market.sessions.map(({ matrix: m }) => ({
						matrix: { ...m, open: over(m.open), close: over(m.close), high: over(m.low), low: over(m.high) },
					})),
				};
				const position = at(market, place);
				const [up, down] = [market, mirrored].map((each) => computeReferenceReport(each, position, SHORT_WINDOWS)?.timeframes ?? []);
				up?.forEach(({ price, squeeze }, tf) => {
					expect(down?.[tf]?.price.status).toBe(price.status);
					// Prices are float32, so reciprocal prices are rounded: the error scales with z.
					const size = Math.max(1, Math.abs(price.z ?? 0));
					expect((down?.[tf]?.price.z ?? 0) / size).toBeCloseTo(-(price.z ?? 0) / size, 3);
					expect(down?.[tf]?.squeeze.q ?? 0).toBeCloseTo(squeeze.q ?? 0, 3);
				});
			}),
			{ numRuns: 40 },
		);
	});

	it('forgets what lies before its windows', () => {
		const market = createRandomHistory(7, { sessions: 45 });
		const short = { sessions: market.sessions.slice(-38) };
		const [all, some] = [market, short].map((each) => computeReferenceReport(each, lastPosition(each), SHORT_WINDOWS));
		expect(some).toEqual(all);
	});
});

/** Undoes a split in a session's prices. */
function undo(session: ReferenceSession, ratio: number): ReferenceSession {
	const m = session.matrix;
	const [times, part] = [(column: Float32Array) => column.map((v) => v * ratio), (column: Float32Array) => column.map((v) => v / ratio)];
	return {
		...session,
		matrix: {
			...m,
			open: times(m.open),
			high: times(m.high),
			low: times(m.low),
			close: times(m.close),
			volume: m.volume.map((v) => v / ratio),
			calls: part(m.calls),
			puts: part(m.puts),
		},
	};
}

/** 10,000 over each price. */
function over(prices: Float32Array): Float32Array {
	return prices.map((price) => 1e4 / price);
}

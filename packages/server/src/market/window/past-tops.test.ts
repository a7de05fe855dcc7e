import { POST, PRE } from '@sw/domain/prices/blocks';
import { TOP_INTERVALS, TOPS, type TopInterval } from '@sw/domain/prices/top-lists';
import { rankTops } from '@sw/domain/prices/tops';
import { createRandom } from '@sw/domain/testing/random';
import { nyse, type Session } from '@sw/domain/time/calendar';
import { SLOT_MS, slotEnd } from '@sw/domain/time/slots';
import { exchangeDate } from '@sw/domain/time/units';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createDirectory } from './directory.ts';
import { createPriceWindow, type PriceWindow, type RowSplit, SLOT_SESSIONS } from './price-window.ts';
import { addExtendedTrades, createMatrix, tickers } from './testing/fixture.ts';
import { createTopSource, type TopSource } from './top-source.ts';

const YEARS = nyse.sessionsBetween(exchangeDate('2022-12-01'), exchangeDate('2024-05-01'));
/** Quarter-hours after the close that are asked for: the last two lie in the evening. */
const LATER = 10;

/** A market by seed: each session is the same in every window that holds it. */
function marketOf(seed: number) {
	const splitsAt = (at: number): RowSplit[] => {
		const random = createRandom(seed * 7_919 + at);
		return random.nextBoolean(0.03) ? [{ row: random.nextInteger(tickers.length), ratio: 2 + random.nextInteger(4) }] : [];
	};
	/** Sessions before the first volume of some rows, which have prices alone until then. */
	const quiet = tickers.map((_, row) => (row % 3 === 1 ? createRandom(seed * 15_485_863 + row).nextInteger(YEARS.length) : 0));
	const open = (window: PriceWindow, at: number, filled: number): void => {
		const session = YEARS[at] as Session;
		const random = createRandom(seed * 104_729 + at);
		const matrix = createMatrix(at % 40, session.slots, filled);
		for (let cell = 0; cell < filled * tickers.length; cell++) {
			const volume = random.nextBoolean(0.1) ? 0 : 1 + random.nextInteger(9_000);
			matrix.volume[cell] = at < quiet[cell % tickers.length]! ? 0 : volume;
		}
		window.open(session, matrix, splitsAt(at), filled);
	};
	const tradeAround = (window: PriceWindow, at: number, until: number): void => {
		const random = createRandom(seed * 1_299_709 + at);
		const session = YEARS[at] as Session;
		const traded = tickers.flatMap((_, row) =>
			[PRE, POST].map(
				(part) => [row, part, random.nextInteger(6), 100 + random.nextInteger(900)] as [number, typeof PRE | typeof POST, number, number],
			),
		);
		addExtendedTrades(
			window,
			session,
			traded.filter(([, part, slot]) => part === PRE || session.close + (slot + 1) * SLOT_MS <= until),
		);
	};
	/** What a market that ends at an instant of session `last` holds. */
	return (last: number, ms: number): { window: PriceWindow; tops: TopSource } => {
		const window = createPriceWindow(tickers.length);
		for (let at = 0; at <= last; at++) {
			const session = YEARS[at] as Session;
			open(window, at, at < last ? session.slots : Math.max(0, Math.min(session.slots, Math.floor((ms - session.open) / SLOT_MS))));
			tradeAround(window, at, ms);
		}
		return { window, tops: createTopSource(window, createDirectory(tickers), nyse) };
	};
}

/** Every table of an interval; none where there is nothing to show. */
function tablesAt(tops: TopSource, interval: TopInterval, ms: number) {
	const state = tops.stateAt(interval, ms);
	if (!state) return undefined;
	const tables = TOPS.map(({ name: category }) => {
		const { rows, values } = rankTops(state.columns, category, interval, 10);
		return [category, ...Array.from(rows, (row, i) => `${row}: ${values[i]!.toFixed(6)}`)];
	});
	return { sessions: state.usualSessions, tables };
}

describe('top tables of the past', () => {
	it('are those of a market that ends at that moment, on every interval', () => {
		fc.assert(
			fc.property(fc.nat(999), fc.nat(SLOT_SESSIONS - 1), fc.nat(26 + LATER), (seed, back, slot) => {
				const at = YEARS.length - 1 - back;
				const ms = slotEnd(YEARS[at] as Session, 0) + slot * SLOT_MS;
				const market = marketOf(seed);
				const [cut, whole] = [market(at, ms), market(YEARS.length - 1, slotEnd(YEARS.at(-1) as Session, 25) + 24 * SLOT_MS)];
				for (const interval of TOP_INTERVALS) {
					const found = tablesAt(whole.tops, interval, ms);
					// The hours of the oldest session with slots reach into the one before: better no table than half of one.
					const isOut = back === SLOT_SESSIONS - 1 && ((interval === 'hour' && slot < 3) || (interval === '4h' && slot < 15));
					expect(found, `${interval} ${back} back`).toEqual(isOut ? undefined : tablesAt(cut.tops, interval, ms));
				}
			}),
			{ numRuns: 25, seed: 43 },
		);
	});

	it('follow a split that comes while the window runs, as a window does that is filled afterwards', () => {
		const market = marketOf(5);
		const last = YEARS.length - 2;
		const close = slotEnd(YEARS[last] as Session, 25);
		const running = market(last, close);
		for (const interval of TOP_INTERVALS) running.tops.stateAt(interval, close);
		const next = YEARS.at(-1) as Session;
		const split = [{ row: 1, ratio: 10 }];
		running.window.open(next, createMatrix(7, next.slots, 4), split, 4);
		const cold = market(last, close).window;
		cold.open(next, createMatrix(7, next.slots, 4), split, 4);
		const ms = slotEnd(next, 3);
		for (const interval of TOP_INTERVALS)
			expect(tablesAt(running.tops, interval, ms), interval).toEqual(
				tablesAt(createTopSource(cold, createDirectory(tickers), nyse), interval, ms),
			);
	});
});

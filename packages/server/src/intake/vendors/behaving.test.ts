/** Each vendor as vendors behave: two sessions with a limit, delays, outages, half answers, a split and a rename overnight. `npm run faults -- vendors` does more of it. */
import { nyse, type Session } from '@sw/domain/time/calendar';
import { exchangeDate } from '@sw/domain/time/units';
import { describe, expect, it } from 'vitest';
import { createOddities, type Oddity } from '../testing/oddities.ts';
import type { RealisticVendor } from '../testing/realistic-vendor.ts';
import { chooseDelayMs, type LiveRunResult, runLiveSessions } from '../testing/two-days.ts';
import { VENDOR_KINDS } from '../testing/vendor-kinds.ts';

const SYMBOLS = ['AAA', 'BBB', 'CCC', 'DDD', 'EEE', 'FFF'];
const BEFORE = nyse.sessionsBetween(exchangeDate('2025-01-10'), exchangeDate('2025-01-13'));
const LIVED = nyse.sessionsBetween(exchangeDate('2025-01-14'), exchangeDate('2025-01-15'));

function randomSource(seed: number) {
	return (): number => {
		seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0;
		return seed / 2 ** 32;
	};
}

function overnight({ market }: RealisticVendor, session: Session): void {
	if (session === LIVED[1]) market.splits.push({ symbol: 'BBB', date: session.date, ratio: 4, changesPrices: true });
}

function barsIn({ sessions }: LiveRunResult): number[][] {
	return sessions.map(({ matrix }) => (['open', 'high', 'low', 'close', 'volume'] as const).flatMap((column) => [...matrix[column]]));
}

describe.each(VENDOR_KINDS)('$name through two odd days', (kind) => {
	it('loses no slot, keeps the limit, and ends with the bars of days without oddities', async () => {
		const days = (oddities: readonly Oddity[]) =>
			runLiveSessions({ kind, symbols: SYMBOLS, historySessions: BEFORE, liveSessions: LIVED, oddities, changeOvernight: overnight });
		const odd = await days(createOddities(LIVED, chooseDelayMs(kind), randomSource(7)));
		expect(odd.steps.filter(({ name }) => name.startsWith('slot ')).length).toBe(LIVED.reduce((sum, { slots }) => sum + slots, 0));
		expect(odd.vendor.struck.length).toBeGreaterThan(0);
		expect(odd.vendor.busiest()).toBeLessThanOrEqual(odd.limit);
		const plain = await days([]);
		expect(barsIn(odd)).toEqual(barsIn(plain));
		expect(plain.sessions.at(-1)?.splits.map(({ date, ratio }) => [date, ratio])).toEqual([[LIVED[1]?.date, 4]]);
	});
});

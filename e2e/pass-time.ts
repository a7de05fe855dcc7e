import { expect, type Page } from '@playwright/test';
import { nextToOpen, nyse, sessionAt } from '@sw/domain/time/calendar';
import { lastElapsed, SLOT_MS, slotEnd } from '@sw/domain/time/slots';
import { MINUTE, SECOND } from '@sw/domain/time/units';
import type { Running } from './fixtures.ts';

interface Market {
	/** Instant of the newest report. */
	newest: number;
	now: number;
	speed: number;
}

const marketOf = async ({ request }: Page): Promise<Market> => {
	const { last_report, now, speed } = await (await request.get('/api/health')).json();
	return { newest: Date.parse(last_report.time), now: Date.parse(now), speed };
};

/** Instant of the newest report. */
export const newestReport = async (page: Page): Promise<number> => (await marketOf(page)).newest;

/** How far the market may go at once, in milliseconds of its own: nowhere while a report is due, slowly while a session opens. */
const stepOf = ({ newest, now }: Market): number => {
	const elapsed = lastElapsed(nyse, now);
	if (elapsed && slotEnd(elapsed.session, elapsed.slot) > newest) return 0;
	const session = sessionAt(now);
	if (!session) return Math.min(10 * MINUTE, Math.max(SECOND, (nextToOpen(now)?.open ?? now) - now));
	return now - session.open < SLOT_MS ? 10 * SECOND : MINUTE;
};

/**
 * Lets time pass until the newest report is one of `until` or later; answers the milliseconds that passed. The clock waits for the report of each
 * slot, however slow the machine: what comes out later than the next bar has not come out live.
 */
export const passUntilReport = async (
	page: Page,
	{ wall }: Pick<Running, 'wall'>,
	until: number,
	/** The most at once, in milliseconds of the wall: polls and connections that it leaps over end. */
	most = MINUTE,
): Promise<number> => {
	const begun = wall.now();
	await expect
		.poll(
			async () => {
				const market = await marketOf(page);
				if (market.newest < until) await wall.advance(Math.min(most, Math.max(10, stepOf(market) / market.speed)));
				return market.newest;
			},
			{ intervals: [20], timeout: 540_000 },
		)
		.toBeGreaterThanOrEqual(until);
	return wall.now() - begun;
};

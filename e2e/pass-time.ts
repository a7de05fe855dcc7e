import { setTimeout as pause } from 'node:timers/promises';
import type { Page } from '@playwright/test';
import { nextToOpen, nyse, sessionAt } from '@sw/domain/time/calendar';
import { lastElapsed, SLOT_MS, slotEnd } from '@sw/domain/time/slots';
import { MINUTE, SECOND } from '@sw/domain/time/units';
import type { Running } from './fixtures.ts';

/** Instant of the newest report, as the public call gives it. */
export const newestReport = async ({ request }: Page): Promise<number> =>
	Date.parse((await (await request.get('/api/health')).json()).last_report.time);

/** Whether the report of a slot that has ended is still to come. */
const isDue = (newest: number, now: number): boolean => {
	const elapsed = lastElapsed(nyse, now);
	return elapsed !== undefined && slotEnd(elapsed.session, elapsed.slot) > newest;
};

/** Whether a page that opens now would soon show an older report than the newest. */
export const isReportDue = ({ product: { market } }: Pick<Running, 'product'>): boolean =>
	isDue(market.reports.newest()?.time ?? 0, market.now());

/** How far a market whose newest report is `newest` may go at once, in milliseconds of its own: nowhere while a report is due, slowly while a session opens, else to the next slot's end. */
const stepOf = (newest: number, now: number): number => {
	if (isDue(newest, now)) return 0;
	const session = sessionAt(now);
	if (!session) return Math.min(10 * MINUTE, Math.max(SECOND, (nextToOpen(now)?.open ?? now) - now));
	const since = now - session.open;
	return since < SLOT_MS ? 10 * SECOND : SLOT_MS - (since % SLOT_MS);
};

/** Between two steps, in milliseconds: room for what the market does in the meantime. */
const BREATH = 20;

/**
 * Lets time pass until the newest report is one of `until` or later; answers the milliseconds that passed. The clock waits for the report of each
 * slot, however slow the machine: what comes out later than the next bar has not come out live. The market is asked itself, which costs nothing; requests did.
 */
export const passUntilReport = async (
	{ wall, product: { market } }: Pick<Running, 'wall' | 'product'>,
	until: number,
	/** The longest jump, in wall-clock milliseconds: polls and connections that it leaps over end. */
	most = MINUTE,
): Promise<number> => {
	const begun = wall.now();
	for (;;) {
		const newest = market.reports.newest()?.time ?? 0;
		if (newest >= until) return wall.now() - begun;
		await wall.advance(Math.min(most, Math.max(10, stepOf(newest, market.now()) / market.speed())));
		await pause(BREATH);
	}
};

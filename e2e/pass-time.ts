import { setTimeout as pause } from 'node:timers/promises';
import type { Page } from '@playwright/test';
import { nextToOpen, nyse, sessionAt } from '@sw/domain/time/calendar';
import { lastElapsed, SLOT_MS, slotEnd } from '@sw/domain/time/slots';
import { MINUTE, SECOND } from '@sw/domain/time/units';
import type { Running } from './fixtures.ts';

/** Instant of the newest report, from the public call. */
export async function newestReport({ request }: Page): Promise<number> {
	return Date.parse((await (await request.get('/api/health')).json()).last_report.time);
}

/** Whether a page that opens now would soon show an outdated report. */
export function isReportDue({ product: { market } }: Pick<Running, 'product'>): boolean {
	return isDue(market.reports.newest()?.time ?? 0, market.now());
}

/** Whether the report of a completed slot is still pending. */
function isDue(newest: number, now: number): boolean {
	const elapsed = lastElapsed(nyse, now);
	return elapsed !== undefined && slotEnd(elapsed.session, elapsed.slot) > newest;
}

/** Pause between two steps, in milliseconds, for the market to react. */
const BREATH = 20;

/**
 * Lets time pass until the newest report is `until` or later; returns the milliseconds that passed. The clock waits for the report of each slot,
 * however slow the machine: a report later than the next bar wouldn't count as live. The market is asked directly, which is cheaper than requests.
 */
export async function passUntilReport(
	{ wall, product: { market } }: Pick<Running, 'wall' | 'product'>,
	until: number,
	/** The longest jump, in wall-clock milliseconds: longer ones end polls and connections. */
	longestStep = MINUTE,
): Promise<number> {
	const begun = wall.now();
	for (;;) {
		const newest = market.reports.newest()?.time ?? 0;
		if (newest >= until) return wall.now() - begun;
		await wall.advance(Math.min(longestStep, Math.max(10, stepOf(newest, market.now()) / market.speed())));
		await pause(BREATH);
	}
}

/**
 * How far a market whose newest report is `newest` may advance at once, in its own milliseconds: not at all while a report is due, slowly while a
 * session opens, otherwise to the next slot's end.
 */
function stepOf(newest: number, now: number): number {
	if (isDue(newest, now)) return 0;
	const session = sessionAt(now);
	if (!session) return Math.min(10 * MINUTE, Math.max(SECOND, (nextToOpen(now)?.open ?? now) - now));
	const since = now - session.open;
	return since < SLOT_MS ? 10 * SECOND : SLOT_MS - (since % SLOT_MS);
}

import { setTimeout as pause } from 'node:timers/promises';
import type { Page } from '@playwright/test';
import { nextToOpen, nyse, sessionAt } from '@sw/domain/time/calendar';
import { findLastElapsed, SLOT_MS, slotEnd } from '@sw/domain/time/slots';
import { MINUTE, SECOND } from '@sw/domain/time/units';
import type { RunningProduct } from './fixtures.ts';

/** Instant of the newest report, from the public call. */
export async function fetchNewestReportTime({ request }: Page): Promise<number> {
	return Date.parse((await (await request.get('/api/health')).json()).last_report.time);
}

/** Whether a page that opens now would soon show an outdated report. */
export function isReportDue({ product: { market } }: Pick<RunningProduct, 'product'>): boolean {
	return isDue(market.reports.newest()?.time ?? 0, market.now());
}

/** Whether the report of a completed slot is still pending. */
function isDue(newest: number, now: number): boolean {
	const elapsed = findLastElapsed(nyse, now);
	return elapsed !== undefined && slotEnd(elapsed.session, elapsed.slot) > newest;
}

/** Pause between two steps, in milliseconds, for the market to react. */
const PAUSE_MS = 20;

/**
 * Lets time pass until the newest report is `reportTime` or later; returns the milliseconds that passed. The clock waits for the report of each slot,
 * however slow the machine: a report later than the next bar wouldn't count as live. The market is asked directly, which is cheaper than requests.
 */
export async function passUntilReport(
	{ wall, product: { market } }: Pick<RunningProduct, 'wall' | 'product'>,
	reportTime: number,
	/** The longest jump, in wall-clock milliseconds: longer ones end polls and connections. */
	maxStepMs = MINUTE,
): Promise<number> {
	const startedAt = wall.now();
	for (;;) {
		const newest = market.reports.newest()?.time ?? 0;
		if (newest >= reportTime) return wall.now() - startedAt;
		await wall.advance(Math.min(maxStepMs, Math.max(10, computeStepMs(newest, market.now()) / market.speed())));
		await pause(PAUSE_MS);
	}
}

/**
 * How far a market whose newest report is `newest` may advance at once, in its own milliseconds: not at all while a report is due, slowly while a
 * session opens, otherwise to the next slot's end.
 */
function computeStepMs(newest: number, now: number): number {
	if (isDue(newest, now)) return 0;
	const session = sessionAt(now);
	if (!session) return Math.min(10 * MINUTE, Math.max(SECOND, (nextToOpen(now)?.open ?? now) - now));
	const sinceOpenMs = now - session.open;
	return sinceOpenMs < SLOT_MS ? 10 * SECOND : SLOT_MS - (sinceOpenMs % SLOT_MS);
}

import { barCount, barOfSlot, barRange } from '../../time/bars.ts';
import type { Calendar, Session } from '../../time/calendar.ts';
import { lastElapsed, SLOT_MS, slotEnd } from '../../time/slots.ts';
import type { TimeframeIndex } from '../../time/timeframe.ts';
import type { UtcMs } from '../../time/units.ts';

/**
 * The bars of one timeframe over all sessions, numbered without gaps from the calendar's first. Don't store these numbers: a closure added later
 * shifts them.
 */
export interface BarGrid {
	readonly timeframe: TimeframeIndex;
	/** The current bar at an instant (signals.md 1.9.4): the one that contains the last elapsed slot. Throws a RangeError before the first. */
	barAt(ms: number): number;
	/** When a bar ends. */
	endOf(bar: number): UtcMs;
	sessionOf(bar: number): Session;
}

export function createBarGrid(calendar: Calendar, timeframe: TimeframeIndex): BarGrid {
	/** Bars before session i. */
	const before: number[] = [0];
	const sessionNumber = (ordinal: number): Session => {
		const session = calendar.sessionNumber(ordinal);
		if (!session) throw new RangeError(`Session ${ordinal} doesn't exist.`);
		return session;
	};
	const reach = (sessions: number): void => {
		for (let i = before.length - 1; i < sessions; i++) before.push(before[i]! + barCount(timeframe, sessionNumber(i).slots));
	};
	const ordinalOf = (bar: number): number => {
		while (before.at(-1)! <= bar) reach(before.length);
		let [low, high] = [0, before.length - 1];
		while (low < high) {
			const middle = (low + high + 1) >>> 1;
			if (before[middle]! <= bar) low = middle;
			else high = middle - 1;
		}
		return low;
	};
	return {
		timeframe,
		barAt: (ms) => {
			const at = lastElapsed(calendar, ms);
			if (!at) throw new RangeError(`No slot had elapsed at ${ms}.`);
			reach(at.session.ordinal);
			return before[at.session.ordinal]! + barOfSlot(timeframe, at.slot);
		},
		endOf: (bar) => {
			const session = sessionNumber(ordinalOf(bar));
			const index = bar - before[session.ordinal]!;
			return slotEnd(session, barRange(timeframe, session.slots, index).to - 1);
		},
		sessionOf: (bar) => sessionNumber(ordinalOf(bar)),
	};
}

/** The first slot that starts at or after an instant: the earliest for a reader of a report published then to trade in. */
export function entrySlot(calendar: Calendar, published: number): { session: Session; slot: number; start: UtcMs } | undefined {
	const current = calendar.lastOpened(published);
	const slot = current ? Math.ceil((published - current.open) / SLOT_MS) : 0;
	const session = current && slot < current.slots ? current : calendar.nextToOpen(published);
	if (!session) return undefined;
	const index = session === current ? slot : 0;
	return { session, slot: index, start: (session.open + index * SLOT_MS) as UtcMs };
}

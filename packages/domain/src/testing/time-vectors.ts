import { advanceClock, createGridClock } from '../signals/engine/clock.ts';
import type { EngineSession } from '../signals/engine/engine-session.ts';
import { PARAMETERS_V1 } from '../signals/parameters.ts';
import { createCalendar, type Session } from '../time/calendar.ts';
import { barCount, barSpans } from '../time/slots.ts';
import { parseTimeframe, TIMEFRAMES, type TimeframeCode, type TimeframeIndex, timeframeIndex } from '../time/timeframe.ts';
import { exchangeDate, utcMs } from '../time/units.ts';
import { type Adapters, createAdapter } from './vector-adapter.ts';

const calendar = createCalendar();

function sessionOn(date: string): Session {
	const session = calendar.sessionOn(exchangeDate(date));
	if (!session) throw new RangeError(`No session on ${date}.`);
	return session;
}

export function indexOfCode(code: string): TimeframeIndex {
	const name = parseTimeframe(code);
	if (!name) throw new RangeError(`No timeframe ${code}.`);
	return timeframeIndex(name);
}

/** Computes one value for each timeframe code. */
function perTimeframe<T>(compute: (timeframe: TimeframeIndex) => T): Record<TimeframeCode, T> {
	return Object.fromEntries(TIMEFRAMES.map(({ code }) => [code, compute(indexOfCode(code))])) as Record<TimeframeCode, T>;
}

/** Computes, with the engine's clock, the clock variance of each bar that has begun after `elapsedSlots` slots. */
function barVariances(
	clockProfile: readonly number[],
	timeframe: TimeframeIndex,
	session: EngineSession,
	elapsedSlots: number = session.slots,
): number[] {
	const clock = createGridClock(timeframe, 1);
	const variances: number[] = [];
	for (let slot = 0; slot < elapsedSlots; slot++) {
		advanceClock(clock, session, slot, { ...PARAMETERS_V1, clock: clockProfile });
		variances[clock.bar] = clock.q;
	}
	return variances;
}

/** Formats an instant to the minute. */
function formatMinute(ms: number): string {
	return `${new Date(ms).toISOString().slice(0, 16)}Z`;
}

export const timeVectors: Adapters = {
	bars: createAdapter(({ date, tf, early }: { date: string; tf: string; early: boolean }) => {
		const session = sessionOn(date);
		if (session.early !== early) throw new RangeError(`The calendar has another early close for ${date}.`);
		return barSpans(indexOfCode(tf), session).map(({ start, end, from, to }) => ({
			start: formatMinute(start),
			end: formatMinute(end),
			slots: [from, to],
		}));
	}),
	barsCount: createAdapter((dates: Record<string, string>) =>
		Object.fromEntries(Object.entries(dates).map(([name, date]) => [name, perTimeframe((tf) => barCount(tf, sessionOn(date).slots))])),
	),
	sessionOpenUtc: createAdapter(({ dates }: { dates: string[] }) =>
		Object.fromEntries(dates.map((date) => [date, formatMinute(sessionOn(date).open)])),
	),
	clockQ: createAdapter(({ f, date }: { f: number[]; date: string }) => perTimeframe((tf) => barVariances(f, tf, sessionOn(date)))),
	clockQElapsed: createAdapter(({ f, tf, elapsedSlots }: { f: number[]; tf: string; elapsedSlots: number }) => {
		const bars = barVariances(f, indexOfCode(tf), { date: exchangeDate('2025-07-01'), open: utcMs(0), slots: f.length }, elapsedSlots);
		return { barIndex: bars.length - 1, Q: bars.at(-1) };
	}),
};

import { HOUR, MINUTE } from '@sw/domain/time/units';
import { newYorkMinute } from '@sw/domain/time/zone';
import { useQuery } from '@tanstack/react-query';
import { useRouteContext } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { type Frame, frameQuery, type MarketClock } from '../../entities/frame/frame-query.ts';
import { etDayClock, msOf } from '../../lib/format/times.ts';
import { words } from './words.ts';

/** Extended hours in New York, in minutes since midnight: 04:00 to 20:00. */
const PRE_MARKET_START_MINUTE = 4 * 60;
const AFTER_HOURS_END_MINUTE = 20 * 60;
/** Length of after-hours trading on a day with an early close. It also ends three hours earlier than usual. */
const EARLY_AFTER_HOURS_MS = 4 * HOUR;

/** Describes the problems that concern readers, one sentence for each. */
export function describeProblems(degraded: Frame['degraded']): string[] {
	return degraded.flatMap(({ reason }) => (hasSentence(reason) ? [words.degraded[reason]] : []));
}

function hasSentence(reason: string): reason is keyof typeof words.degraded {
	return reason in words.degraded;
}

/**
 * Returns the market time in ms, `elapsedMs` milliseconds after the server's reply. The time advances at the clock's speed until the session's close. Without
 * a session, it doesn't advance.
 */
export function computeMarketTime({ now, speed, session }: Pick<MarketClock, 'now' | 'speed' | 'session'>, elapsedMs: number): number {
	const start = msOf(now);
	const close = session ? msOf(session.close) : start;
	return start < close ? Math.min(start + elapsedMs * speed, close) : start;
}

/** Formats the clock: 'NYSE open · 11/20/2026 11:47 ET'. Adds the speed unless it is 0 or 1. */
export function formatClock({ session, holiday, speed }: Pick<MarketClock, 'session' | 'holiday' | 'speed'>, now: number): string {
	const clock = speed === 0 || speed === 1 ? etDayClock(now) : words.atSpeed(etDayClock(now), speed);
	if (!session) return holiday ? words.holiday(holiday.name, clock) : words.closed(clock);
	const open = msOf(session.open);
	const close = msOf(session.close);
	if (now >= open && now < close) return words.open(clock);
	const minute = newYorkMinute(now);
	if (now < open) return minute >= PRE_MARKET_START_MINUTE ? words.preMarket(clock) : words.closed(clock);
	const end = session.early_close ? close + EARLY_AFTER_HOURS_MS : close + (AFTER_HOURS_END_MINUTE - newYorkMinute(close)) * MINUTE;
	return now < end ? words.afterHours(clock) : words.closed(clock);
}

/** Returns the state of the frame around the pages; undefined until the first answer. */
export function useFrame(): Frame | undefined {
	const { api } = useRouteContext({ from: '__root__' });
	return useQuery(frameQuery(api)).data;
}

/** Returns the market time of the latest answer, in ms. */
export function useMarketNow(): number | undefined {
	const frame = useFrame();
	return frame && msOf(frame.now);
}

/** Update interval of the displayed time. */
const TICK_MS = 1_000;

/** Returns the market time in ms for display. Between two answers, it advances in whole minutes. */
export function useRunningClock(clock: MarketClock | undefined): number | undefined {
	const [tick, setTick] = useState<{ clock: MarketClock; now: number }>();
	useEffect(() => {
		if (!clock || clock.speed === 0) return undefined;
		const startedMs = performance.now();
		const timer = setInterval(() => {
			const now = Math.floor(computeMarketTime(clock, performance.now() - startedMs) / MINUTE) * MINUTE;
			setTick((previous) => (previous?.clock === clock && previous.now === now ? previous : { clock, now }));
		}, TICK_MS);
		return () => clearInterval(timer);
	}, [clock]);
	return tick !== undefined && tick.clock === clock ? tick.now : clock && msOf(clock.now);
}

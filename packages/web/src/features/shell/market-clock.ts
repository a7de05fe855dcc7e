import { HOUR, MINUTE } from '@sw/domain/time/units';
import { newYorkMinute } from '@sw/domain/time/zone';
import { etDayClock, msOf } from '../../lib/format/times.ts';
import type { Frame, MarketClock } from './queries.ts';
import { words } from './words.ts';

/** Minutes since midnight in New York between which the exchange trades outside its session: 04:00 and 20:00. */
const PRE_MARKET = 4 * 60;
const AFTER_HOURS_END = 20 * 60;
/** After an early close the after-hours end is three hours earlier, too. */
const AFTER_EARLY_CLOSE = 4 * HOUR;

const isNoticed = (reason: string): reason is keyof typeof words.degraded => reason in words.degraded;

/** What readers see of problems, one sentence for each reason. */
export const degradedText = (degraded: Frame['degraded']): string[] =>
	degraded.flatMap(({ reason }) => (isNoticed(reason) ? [words.degraded[reason]] : []));

/** The market clock `passed` milliseconds after the server told it: it goes on at its speed, up to where the session ends and something else begins. */
export const goesOn = ({ now, speed, session }: Pick<MarketClock, 'now' | 'speed' | 'session'>, passed: number): number => {
	const told = msOf(now);
	const close = session ? msOf(session.close) : told;
	return told < close ? Math.min(told + passed * speed, close) : told;
};

/** The pill's text at `now` of the market clock: 'NYSE open · 11/20/2026 11:47 ET', and its speed where it differs from the wall clock's. */
export const clockText = ({ session, holiday, speed }: Pick<MarketClock, 'session' | 'holiday' | 'speed'>, now: number): string => {
	const clock = speed === 0 || speed === 1 ? etDayClock(now) : words.atSpeed(etDayClock(now), speed);
	if (!session) return holiday ? words.holiday(holiday.name, clock) : words.closed(clock);
	const open = msOf(session.open);
	const close = msOf(session.close);
	if (now >= open && now < close) return words.open(clock);
	const minute = newYorkMinute(now);
	if (now < open) return minute >= PRE_MARKET ? words.preMarket(clock) : words.closed(clock);
	const end = session.early_close ? close + AFTER_EARLY_CLOSE : close + (AFTER_HOURS_END - newYorkMinute(close)) * MINUTE;
	return now < end ? words.afterHours(clock) : words.closed(clock);
};

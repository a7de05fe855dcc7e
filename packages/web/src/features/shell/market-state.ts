import { HOUR, MINUTE } from '@sw/domain/time/units';
import { newYorkMinute } from '@sw/domain/time/zone';
import { etClock, msOf } from '../../lib/format/times.ts';
import type { Market } from './queries.ts';
import { words } from './words.ts';

/** Minutes since midnight in New York between which the exchange trades outside its session: 04:00 and 20:00. */
const PRE_MARKET = 4 * 60;
const AFTER_HOURS_END = 20 * 60;
/** After an early close the after-hours end is three hours earlier, too. */
const AFTER_EARLY_CLOSE = 4 * HOUR;

const isNoticed = (reason: string): reason is keyof typeof words.amiss => reason in words.amiss;

/** What readers are told of what is amiss, one sentence for each reason. */
export const amissText = (degraded: Market['degraded']): string[] =>
	degraded.flatMap(({ reason }) => (isNoticed(reason) ? [words.amiss[reason]] : []));

/** What the pill says at `now` of the market clock: 'NYSE open · 11:47 ET'. */
export const marketText = ({ session, holiday }: Pick<Market, 'session' | 'holiday'>, now: number): string => {
	const clock = etClock(now);
	if (!session) return holiday ? words.holiday(holiday.name, clock) : words.closed(clock);
	const open = msOf(session.open);
	const close = msOf(session.close);
	if (now >= open && now < close) return words.open(clock);
	const minute = newYorkMinute(now);
	if (now < open) return minute >= PRE_MARKET ? words.preMarket(clock) : words.closed(clock);
	const end = session.early_close ? close + AFTER_EARLY_CLOSE : close + (AFTER_HOURS_END - newYorkMinute(close)) * MINUTE;
	return now < end ? words.afterHours(clock) : words.closed(clock);
};

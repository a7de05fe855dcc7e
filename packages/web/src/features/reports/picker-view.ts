import { dateStrip, monthStrip, pickerMonths, pickerYears, type StripDay } from '@sw/domain/reports/date-strip';
import { type Calendar, createCalendar, type Holiday } from '@sw/domain/time/calendar';
import { type ExchangeDate, exchangeDate } from '@sw/domain/time/units';
import { dayNumber, weekdayOfDay } from '@sw/domain/time/zone';
import { etClock, msOf } from '../../lib/format/times.ts';
import type { Slot } from './queries.ts';

const WEEKDAYS = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'] as const;

/** The calendar as the server tells it, so that closures which an administrator added count too. */
export const calendarOf = (holidays: readonly { date: string; type: Holiday['type']; name: string }[]): Calendar =>
	createCalendar(holidays.map((holiday) => ({ ...holiday, date: exchangeDate(holiday.date) })));

/** Which days are on offer: the last 40 calendar days, or a month. */
export type Span = { year: number; month: number } | undefined;

export interface DayView {
	date: ExchangeDate;
	weekday: string;
	/** 'MM/DD'. */
	label: string;
	early: boolean;
	future: boolean;
}

const dayView = ({ date, early, future }: StripDay): DayView => ({
	date,
	weekday: WEEKDAYS[weekdayOfDay(dayNumber(date))] ?? '',
	label: `${date.slice(5, 7)}/${date.slice(8, 10)}`,
	early,
	future,
});

export const daysOf = (calendar: Calendar, span: Span, today: ExchangeDate): DayView[] =>
	(span ? monthStrip(calendar, span.year, span.month, today) : dateStrip(calendar, today)).map(dayView);

export const yearsOf = pickerYears;
export const monthsOf = pickerMonths;

export interface SlotView {
	date: string;
	clock: string;
	forecast: boolean;
	state: 'open' | 'locked' | 'later';
	report: Slot['report'];
	current: boolean;
}

/** Whether a day that is over has no report: its slots would all be disabled for good. */
export const isEmptyDay = (views: readonly SlotView[], latest: string | null): boolean =>
	views.every(({ state, date }) => state === 'later' && latest !== null && date < latest);

/** Slots as they are shown: those in use, with a lock where the licence is too small, and disabled where no report stands (yet). */
export const slotViews = (slots: readonly Slot[], latest: string | null, current: string | undefined): SlotView[] =>
	slots
		.filter((slot) => slot.is_use)
		.map((slot) => {
			const later = !slot.published || latest === null || msOf(slot.date) > msOf(latest);
			return {
				date: slot.date,
				clock: etClock(msOf(slot.date)).slice(0, 5),
				forecast: slot.algo === 'forecast',
				state: later ? 'later' : slot.locked ? 'locked' : 'open',
				report: slot.report,
				current: slot.date === current,
			};
		});

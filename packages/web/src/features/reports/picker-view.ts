import type { AnswerOf } from '@sw/contract/base/define';
import type { Contract } from '@sw/contract/index';
import { dateStrip, monthStrip, pickerMonths, pickerYears, type StripDay } from '@sw/domain/reports/date-strip';
import { type Calendar, createCalendar, type Holiday } from '@sw/domain/time/calendar';
import { type ExchangeDate, exchangeDate } from '@sw/domain/time/units';
import { dayNumber, weekdayOfDay } from '@sw/domain/time/zone';
import { queryOptions } from '@tanstack/react-query';
import type { Api } from '../../lib/api/client.ts';
import { etClock, monthDay, msOf } from '../../lib/format/times.ts';

const WEEKDAYS = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'] as const;

/** Creates a calendar from the server's holidays, because an administrator can add closures. */
export function createHolidayCalendar(holidays: readonly { date: string; type: Holiday['type']; name: string }[]): Calendar {
	return createCalendar(holidays.map((holiday) => ({ ...holiday, date: exchangeDate(holiday.date) })));
}

/** The month whose days are offered; undefined if the last 40 calendar days are offered. */
export type ShownMonth = { year: number; month: number } | undefined;

export interface DayView {
	date: ExchangeDate;
	weekday: string;
	/** 'MM/DD'. */
	label: string;
	early: boolean;
	future: boolean;
	/** Whether the market is closed on this weekday; choosing it shows why. */
	closed: boolean;
	/** Whether a trading day up to today has no stored report. */
	empty: boolean;
	/** Name of the holiday for which the market is closed or closes early. */
	holiday: string | undefined;
}

/** Dates with reports; undefined while unknown. */
export type ReportDates = ReadonlySet<string> | undefined;

/** Returns the days to choose from, oldest first. The last 40 days include only trading days; a month also includes closed weekdays. */
export function daysOf(calendar: Calendar, shownMonth: ShownMonth, today: ExchangeDate, reportDates?: ReportDates): DayView[] {
	const closedStrip = shownMonth ? listClosedDays(calendar, shownMonth, today) : [];
	const closedDates = new Set(closedStrip.map(({ date }) => date));
	const days = [
		...(shownMonth ? monthStrip(calendar, shownMonth.year, shownMonth.month, today) : dateStrip(calendar, today)),
		...closedStrip,
	];
	return days
		.sort((a, b) => (a.date < b.date ? -1 : 1))
		.map(({ date, early, future }) => ({
			date,
			weekday: WEEKDAYS[weekdayOfDay(dayNumber(date))] ?? '',
			label: monthDay(date),
			early,
			future,
			closed: closedDates.has(date),
			empty: !future && !closedDates.has(date) && reportDates !== undefined && !reportDates.has(date),
			holiday: calendar.holidayOn(date)?.name,
		}));
}

/** Returns the closed weekdays of a month, which explain the gaps between trading days. */
function listClosedDays(calendar: Calendar, { year, month }: NonNullable<ShownMonth>, today: ExchangeDate): StripDay[] {
	const prefix = `${year}-${String(month).padStart(2, '0')}`;
	return calendar
		.holidaysBetween(exchangeDate(`${prefix}-01`), exchangeDate(`${prefix}-31`))
		.filter(({ date, type }) => type === 'full' && ![0, 6].includes(weekdayOfDay(dayNumber(date))))
		.map(({ date }) => ({ date, early: false, future: date > today }));
}

/** Returns whether a month has no report; false while unknown. */
export function isEmptyMonth(reportDates: ReportDates, year: number, month: number): boolean {
	const prefix = `${year}-${String(month).padStart(2, '0')}-`;
	return reportDates !== undefined && ![...reportDates].some((date) => date.startsWith(prefix));
}

export const yearsOf = pickerYears;
export const monthsOf = pickerMonths;

export interface SlotView {
	date: string;
	clock: string;
	forecast: boolean;
	state: 'open' | 'locked' | 'later';
	/** Whether the licence doesn't include the slot, published or not. */
	locked: boolean;
	licence: Slot['report'];
	/** Number of tickers in the report; null without a report. */
	tickers: number | null;
	/** Number of tickers relative to the day's report with the most tickers, 0 to 1. */
	share: number;
	current: boolean;
}

/** Returns whether a past day has no reports at any slot. */
export function isEmptyDay(views: readonly SlotView[], latest: string | null): boolean {
	return views.every(({ state, date }) => state === 'later' && latest !== null && date < latest);
}

/** Returns whether the day's only report is a locked closing report. With daily bars only, the basic licence opens that report one session later. */
export function isDelayedClose(views: readonly SlotView[]): boolean {
	const reverseSlots = views.filter(({ forecast }) => !forecast);
	const publishedSlots = reverseSlots.filter(({ state }) => state !== 'later');
	return publishedSlots.length === 1 && publishedSlots[0] === reverseSlots.at(-1) && publishedSlots[0]?.state === 'locked';
}

/** Prepares the active slots for display: 'locked' if the licence is too low, 'later' if the report isn't published yet. */
export function createSlotViews(slots: readonly Slot[], latest: string | null, current: string | undefined): SlotView[] {
	const activeSlots = slots.filter((slot) => slot.is_use);
	const maxTickers = Math.max(1, ...activeSlots.map(({ tickers }) => tickers ?? 0));
	return activeSlots.map((slot) => {
		const isLater = !slot.published || latest === null || msOf(slot.date) > msOf(latest);
		return {
			date: slot.date,
			clock: etClock(msOf(slot.date)).slice(0, 5),
			forecast: slot.algo === 'forecast',
			state: isLater ? 'later' : slot.locked ? 'locked' : 'open',
			locked: slot.locked,
			licence: slot.report,
			tickers: slot.tickers,
			share: (slot.tickers ?? 0) / maxTickers,
			current: slot.date === current,
		};
	});
}

type Schedule = AnswerOf<Contract['reports']['schedule']>;
export type Slot = Schedule['items'][number];

/** Requests the slots of a date. Today's slots are reloaded with every new report. */
export function scheduleQuery(api: Api, date: string, latest: string | null | undefined) {
	return queryOptions({
		queryKey: ['reports', 'schedule', date, latest?.startsWith(date) ? latest : 'past'],
		queryFn: () => api.reports.schedule({ query: { time: date } }),
	});
}

/** Requests the dates of a year with reports, whether or not the licence includes them. Reloaded when the newest report has a new date. */
export function reportDaysQuery(api: Api, year: number, latest: string | null | undefined) {
	return queryOptions({
		queryKey: ['reports', 'days', year, latest?.startsWith(String(year)) ? latest.slice(0, 10) : 'past'],
		queryFn: async () =>
			(await api.signals.sectorChartHistoryDates({ query: { from: `${year}-01-01`, to: `${year}-12-31`, max: 1 } })).days.map(
				({ date }) => date,
			),
	});
}

/** Requests the closures and early closes of a year and of the year before. */
export function holidaysQuery(api: Api, year: number) {
	return queryOptions({
		queryKey: ['reports', 'holidays', year],
		queryFn: async () => (await api.prices.holidays({ query: { from: `${year - 1}-01-01`, to: `${year}-12-31` } })).items,
		staleTime: Number.POSITIVE_INFINITY,
	});
}

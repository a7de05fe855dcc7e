import { DAY, type ExchangeDate } from './units.ts';
import { dateOfDay, lastWeekday, nthWeekday, weekdayOfDay } from './zone.ts';

/** Types of NYSE holidays. This file contains the rules for regular holidays and early closes (13:00): Rule 7.2 and its history since 1998. */
export type HolidayType = 'full' | 'early-close';

/** A weekday on which the exchange is closed ('full') or closes at 13:00 ('early-close'). */
export interface Holiday {
	date: ExchangeDate;
	type: HolidayType;
	name: string;
}

const MONDAY = 1;
const THURSDAY = 4;
const FRIDAY = 5;
const SATURDAY = 6;
const SUNDAY = 0;

/** Returns the day number of Easter Sunday in the Gregorian calendar (Meeus/Jones/Butcher). */
export function easter(year: number): number {
	const a = year % 19;
	const b = Math.floor(year / 100);
	const c = year % 100;
	const d = Math.floor(b / 4);
	const g = Math.floor((8 * b + 13) / 25);
	const h = (19 * a + b - d - g + 15) % 30;
	const l = (32 + 2 * (b % 4) + 2 * Math.floor(c / 4) - h - (c % 4)) % 7;
	const m = Math.floor((a + 11 * h + 22 * l) / 451);
	const n = h + l - 7 * m + 114;
	return dayNumberOf(year, Math.floor(n / 31), (n % 31) + 1);
}

function dayNumberOf(year: number, month: number, day: number): number {
	return Date.UTC(year, month - 1, day) / DAY;
}

/** Returns the regular holidays of a year, in order of date. Irregular closures, such as days of mourning, aren't included. */
export function holidaysByRule(year: number): Holiday[] {
	const createHolidays = (days: [number, string][], type: HolidayType): Holiday[] =>
		days.map(([day, name]) => ({ date: dateOfDay(day), type, name }));
	return [...createHolidays(fullDays(year), 'full'), ...createHolidays(earlyDays(year), 'early-close')].sort((a, b) =>
		a.date < b.date ? -1 : 1,
	);
}

function earlyDays(year: number): [number, string][] {
	const days: [number, string][] = [[nthWeekday(year, 11, THURSDAY, 4) + 1, 'Day after Thanksgiving']];
	const independenceDay = dayNumberOf(year, 7, 4);
	const weekday = weekdayOfDay(independenceDay);
	// Until 2012, a Thursday holiday had the early close on the day after, not the day before.
	if (weekday === THURSDAY && year < 2013) days.push([independenceDay + 1, 'Day after Independence Day']);
	else if (weekday > MONDAY && weekday <= FRIDAY) days.push([independenceDay - 1, 'Day before Independence Day']);
	const christmasEve = dayNumberOf(year, 12, 24);
	if (weekdayOfDay(christmasEve) >= MONDAY && weekdayOfDay(christmasEve) <= THURSDAY) days.push([christmasEve, 'Christmas Eve']);
	return days;
}

function fullDays(year: number): [number, string][] {
	const newYear = dayNumberOf(year, 1, 1);
	const days: [number, string][] = [
		[nthWeekday(year, 1, MONDAY, 3), 'Martin Luther King Jr. Day'],
		[nthWeekday(year, 2, MONDAY, 3), "Washington's Birthday"],
		[easter(year) - 2, 'Good Friday'],
		[lastWeekday(year, 5, MONDAY), 'Memorial Day'],
		observedDay(dayNumberOf(year, 7, 4), 'Independence Day'),
		[nthWeekday(year, 9, MONDAY, 1), 'Labor Day'],
		[nthWeekday(year, 11, THURSDAY, 4), 'Thanksgiving Day'],
		observedDay(dayNumberOf(year, 12, 25), 'Christmas Day'),
	];
	// A New Year's Day on a Saturday isn't observed: the Friday before is the last trading day of the old year.
	if (weekdayOfDay(newYear) !== SATURDAY) days.push(observedDay(newYear, "New Year's Day"));
	if (year >= 2022) days.push(observedDay(dayNumberOf(year, 6, 19), 'Juneteenth'));
	return days;
}

/** Returns the day on which a holiday is observed: the Friday before a Saturday, the Monday after a Sunday. */
function observedDay(day: number, name: string): [number, string] {
	const weekday = weekdayOfDay(day);
	if (weekday === SATURDAY) return [day - 1, `${name} (observed)`];
	return weekday === SUNDAY ? [day + 1, `${name} (observed)`] : [day, name];
}

import { dateOfDay, dayNumber, parseDate, weekdayOfDay } from '@sw/domain/time/zone';

/** 'YYYY-MM' */
export type Month = string;

export function isMonth(text: string | undefined): text is Month {
	return /^(19|20|21)\d\d-(0[1-9]|1[0-2])$/.test(text ?? '');
}

export function monthOf(date: string): Month {
	return date.slice(0, 7);
}

/** The month `by` months later. */
export function monthAfter(month: Month, offset: number): Month {
	const [year = 0, number = 1] = month.split('-').map(Number);
	return new Date(Date.UTC(year, number - 1 + offset, 1)).toISOString().slice(0, 7);
}

/** The first and last date of a month. */
export function spanOf(month: Month): { from: string; to: string } {
	const [year = 0, number = 1] = month.split('-').map(Number);
	return { from: `${month}-01`, to: new Date(Date.UTC(year, number, 0)).toISOString().slice(0, 10) };
}

/** The weeks of a month, Monday to Friday; null for a day of another month. */
export function weeksOf(month: Month): (string | null)[][] {
	const { from, to } = spanOf(month);
	const [first, last] = [from, to].map((text) => dayNumber(parseDate(text) as NonNullable<ReturnType<typeof parseDate>>)) as [
		number,
		number,
	];
	const monday = first - ((weekdayOfDay(first) + 6) % 7);
	const weeks: (string | null)[][] = [];
	for (let day = monday; day <= last; day += 7) {
		const week = [0, 1, 2, 3, 4].map((i) => (day + i >= first && day + i <= last ? (dateOfDay(day + i) as string) : null));
		if (week.some((date) => date !== null)) weeks.push(week);
	}
	return weeks;
}

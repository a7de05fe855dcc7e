import type { Algo } from '@sw/domain/reports/licence';
import type { ExchangeDate, ReportTime } from '@sw/domain/time/units';
import { newYorkDate } from '@sw/domain/time/zone';
import type { SlotsOn } from '../market/timetable/slot-times.ts';

/**
 * The timetable, adjusted for sessions that are known only by daily bars. Such a session has one report, at its close, which the timetable reserves for
 * premium.
 * Basic accounts and visitors may read it once a later session has a report.
 */
export interface DelayedCloses {
	readonly slotsOn: SlotsOn;
	/** Registers a published report. Returns the dates whose slots changed. */
	add(report: { readonly time: ReportTime; readonly algo: Algo }): ExchangeDate[];
}

export function createDelayedCloses(timetable: SlotsOn): DelayedCloses {
	/** The time of a date's only report; null if the date has several. */
	const onlyReportByDate = new Map<ExchangeDate, ReportTime | null>();
	let newestDate: ExchangeDate | undefined;
	return {
		slotsOn: (date) => {
			const slots = timetable(date);
			const time = newestDate !== undefined && date < newestDate ? (onlyReportByDate.get(date) ?? null) : null;
			if (time === null) return slots;
			const close = slots.findLast(({ algo, is_use }) => algo === 'reverse' && is_use);
			return close?.at === time ? slots.map((slot) => (slot === close ? { ...slot, report: 'basic' } : slot)) : slots;
		},
		add: ({ time, algo }) => {
			if (algo !== 'reverse') return [];
			const date = newYorkDate(time);
			const existing = onlyReportByDate.get(date);
			if (existing === null || existing === time) return [];
			onlyReportByDate.set(date, existing === undefined ? time : null);
			if (newestDate !== undefined && date <= newestDate) return [date];
			const previous = newestDate;
			newestDate = date;
			return previous === undefined ? [] : [previous];
		},
	};
}

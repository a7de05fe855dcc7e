import type { Algo, Licence } from '@sw/domain/reports/licence';
import { isOpenTo } from '@sw/domain/reports/licence-gate';
import { etClock, msOf } from '../../lib/format/times.ts';

/** A slot of the timetable. `report`: the lowest licence that includes its report. `first`: whether the report is the first of its date. */
export interface PlanSlot {
	date: string;
	report: Licence;
	algo: Algo;
	first: boolean;
}

export interface DayCell {
	/** '09:45'. */
	clock: string;
	/** Lower licences have taller cells. The first and the last cell of a day are tall. */
	height: 'tall' | 'middle' | 'short';
	isOpen: boolean;
	/** Whether a forecast report that the plan includes follows this report. */
	hasForecast: boolean;
	isLabelled: boolean;
}

/** The reports of a day that a plan includes. */
export interface PlanDay {
	cells: readonly DayCell[];
	/** Times of the included reports. */
	reportTimes: readonly string[];
	/** Times of the included forecast reports. */
	forecastTimes: readonly string[];
	/** The last report of the day. */
	lastReport: { clock: string; isOpen: boolean } | undefined;
	/** Quarter-hour reports, which only the highest plan includes. */
	quarters: { count: number; isOpen: boolean };
}

/** Width of a label, in cells. */
const LABEL_WIDTH_CELLS = 3;

function isLabelled(clock: string, at: number, lastIndex: number): boolean {
	return at === 0 || at === lastIndex || (clock.endsWith(':00') && at >= LABEL_WIDTH_CELLS && lastIndex - at >= LABEL_WIDTH_CELLS);
}

/** Determines which reports of a day a plan includes. `slots`: in time order. */
export function createPlanDay(slots: readonly PlanSlot[], licence: Licence): PlanDay {
	const reports = slots.filter(({ algo }) => algo === 'reverse');
	const forecasts = slots.filter((slot) => slot.algo === 'forecast' && isOpenTo(licence, slot, slot.first));
	const lastIndex = reports.length - 1;
	const isIncluded = (slot: PlanSlot): boolean => isOpenTo(licence, slot, slot.first);
	const findReportIndex = (slot: PlanSlot): number => reports.findLastIndex((report) => msOf(report.date) <= msOf(slot.date));
	const forecastIndexes = new Set(forecasts.map(findReportIndex));
	const cells = reports.map((slot, at): DayCell => {
		const clock = clockOf(slot);
		const isTall = slot.report === 'basic' || slot.first || at === lastIndex;
		return {
			clock,
			height: isTall ? 'tall' : slot.report === 'premium' ? 'middle' : 'short',
			isOpen: isIncluded(slot),
			hasForecast: forecastIndexes.has(at),
			isLabelled: isLabelled(clock, at, lastIndex),
		};
	});
	const quarters = reports.filter(({ report, first }) => report === 'pro' && !first);
	const lastSlot = reports[lastIndex];
	return {
		cells,
		reportTimes: reports.filter(isIncluded).map(clockOf),
		forecastTimes: forecasts.map(clockOf),
		lastReport: lastSlot && { clock: clockOf(lastSlot), isOpen: isIncluded(lastSlot) },
		quarters: { count: quarters.length, isOpen: quarters.length > 0 && quarters.every(isIncluded) },
	};
}

function clockOf({ date }: PlanSlot): string {
	return etClock(msOf(date)).slice(0, 5);
}

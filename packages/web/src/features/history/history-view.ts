import type { SectorKey } from '@sw/domain/signals/sector';
import type { WheelModel } from '@sw/domain/signals/wheel/model';
import { shortName } from '@sw/domain/signals/wheel/words';
import type { Timeframe } from '@sw/domain/time/timeframe';
import { newYorkDate } from '@sw/domain/time/zone';
import type { TrailRow } from '../../charts/trail/trail-strip.tsx';
import type { TickerState } from '../../entities/ticker/ticker-state.ts';
import type { Trail } from '../../lib/api/types.ts';
import { etDateTime, monthDay, msOf } from '../../lib/format/times.ts';
import { historyWords as words } from './words.ts';

/** A ticker in one report of its trail. */
export interface TrailPoint {
	/** The report's time. */
	report: string;
	rate: number;
	price: number;
	listed: boolean;
	/** In the order of the requested sectors, on one timeframe; null if not measured. */
	depths: readonly (number | null)[];
}

export interface TrailDay {
	date: string;
	/** Oldest first. */
	points: readonly TrailPoint[];
	/** `best`: the highest rate of the day. `listedCount`: number of reports with the ticker in the list. */
	best: number;
	listedCount: number;
}

/** Returns a sector's depth in each report of the trail, on one timeframe; null if not measured. */
export function getDepths(trail: Trail, key: SectorKey, timeframe: Timeframe): (number | null)[] {
	const timeframeIndex = trail.timeframes.indexOf(timeframe);
	const sector = trail.sectors.find((candidate) => candidate.key === key);
	return trail.time.map((_, i) => sector?.intersections[i]?.[timeframeIndex] ?? null);
}

/** Groups the trail by day in New York, oldest first. `keys`: the sectors of each report's depths, in this order. */
export function groupTrailDays(trail: Trail, keys: readonly SectorKey[], timeframe: Timeframe): TrailDay[] {
	const columns = keys.map((key) => getDepths(trail, key, timeframe));
	const days = new Map<string, TrailPoint[]>();
	trail.time.forEach((report, i) => {
		const date = newYorkDate(msOf(report));
		const point: TrailPoint = {
			report,
			rate: trail.weighted_sum[i] ?? 0,
			price: trail.price[i] ?? Number.NaN,
			listed: trail.listed[i] ?? false,
			depths: columns.map((column) => column[i] ?? null),
		};
		days.set(date, [...(days.get(date) ?? []), point]);
	});
	return [...days].map(([date, points]) => ({
		date,
		points,
		best: Math.max(...points.map(({ rate }) => rate)),
		listedCount: points.filter(({ listed }) => listed).length,
	}));
}

/** Returns the requested day if the trail has it, otherwise the newest day. */
export function findShownDay(days: readonly TrailDay[], requestedDate: string | undefined): TrailDay | undefined {
	return days.find(({ date }) => date === requestedDate) ?? days.at(-1);
}

export interface TrailSummary {
	reports: number;
	listed: number;
	best: number;
	/** Time of the report with the highest rate; among equal rates, the latest. */
	bestAt: string;
}

/** Summarizes a trail: counts and highest rate; undefined without reports. */
export function summarizeTrail(trail: Trail): TrailSummary | undefined {
	if (trail.time.length === 0) return undefined;
	const best = Math.max(...trail.weighted_sum);
	return {
		reports: trail.time.length,
		listed: trail.listed.filter(Boolean).length,
		best,
		bestAt: trail.time[trail.weighted_sum.lastIndexOf(best)]!,
	};
}

/** Returns a row for each slice of the wheel, with the slice's depths over time on the active timeframe. */
export function createTrailRows(trail: Trail, wheel: WheelModel, { list }: TickerState): TrailRow[] {
	return wheel.slices.map((slice) => ({
		key: slice.key,
		name: shortName(slice),
		tone: slice.tone,
		depths: getDepths(trail, slice.key as SectorKey, list.timeframe),
	}));
}

/** Returns the position in the strip at which each day starts, with month and day as the label. */
export function createDayMarks(days: readonly TrailDay[]): { at: number; label: string }[] {
	let at = 0;
	return days.map(({ date, points }) => {
		const mark = { at, label: monthDay(date) };
		at += points.length;
		return mark;
	});
}

/** Returns the first and last position of a day in the strip, both inclusive; undefined if the strip doesn't have the day. */
export function findDayRange(days: readonly TrailDay[], date: string | undefined): { from: number; to: number } | undefined {
	const index = days.findIndex((day) => day.date === date);
	const mark = createDayMarks(days)[index];
	const day = days[index];
	return mark && day ? { from: mark.at, to: mark.at + day.points.length - 1 } : undefined;
}

/** Describes the strip in one sentence. */
export function describeTrail(trail: Trail): string {
	const summary = summarizeTrail(trail);
	if (!summary) return words.empty;
	return words.stripLabel(summary.reports, summary.listed, summary.best, etDateTime(msOf(summary.bestAt)));
}

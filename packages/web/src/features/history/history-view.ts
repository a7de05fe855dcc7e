import type { SectorKey } from '@sw/domain/signals/sector';
import type { Timeframe } from '@sw/domain/time/timeframe';
import { newYorkDate } from '@sw/domain/time/zone';
import type { Trail } from '../../lib/api/types.ts';
import { msOf } from '../../lib/format/times.ts';

/** One report of a trail. */
export interface TrailPoint {
	/** Name of the report. */
	report: string;
	rate: number;
	price: number;
	listed: boolean;
	/** Depths of each visible sector on one timeframe. */
	depths: readonly (number | null)[];
}

export interface TrailDay {
	date: string;
	/** Oldest first. */
	points: readonly TrailPoint[];
	/** Its highest rate, and the number of reports with it in the list. */
	best: number;
	listed: number;
}

/** Depths of a sector over the trail, on one timeframe. */
export function depthsOn(trail: Trail, key: SectorKey, timeframe: Timeframe): (number | null)[] {
	const at = trail.timeframes.indexOf(timeframe);
	const sector = trail.sectors.find((one) => one.key === key);
	return trail.time.map((_, i) => sector?.intersections[i]?.[at] ?? null);
}

export function trailDays(trail: Trail, keys: readonly SectorKey[], timeframe: Timeframe): TrailDay[] {
	const columns = keys.map((key) => depthsOn(trail, key, timeframe));
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
		listed: points.filter(({ listed }) => listed).length,
	}));
}

/** The listed day: the requested one if within the span, otherwise the newest. */
export function dayShown(days: readonly TrailDay[], wanted: string | undefined): TrailDay | undefined {
	return days.find(({ date }) => date === wanted) ?? days.at(-1);
}

export interface TrailSummary {
	reports: number;
	listed: number;
	best: number;
	/** Name of the report with the highest rate. */
	bestAt: string;
}

/** Undefined without reports. */
export function trailSummary(trail: Trail): TrailSummary | undefined {
	if (trail.time.length === 0) return undefined;
	const best = Math.max(...trail.weighted_sum);
	return {
		reports: trail.time.length,
		listed: trail.listed.filter(Boolean).length,
		best,
		bestAt: trail.time[trail.weighted_sum.lastIndexOf(best)]!,
	};
}

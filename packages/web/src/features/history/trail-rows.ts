import type { SectorKey } from '@sw/domain/signals/sector';
import type { WheelModel } from '@sw/domain/signals/wheel/model';
import { shortName } from '@sw/domain/signals/wheel/words';
import type { TrailRow } from '../../charts/trail/trail-strip.tsx';
import type { TickerState } from '../../entities/ticker/ticker-state.ts';
import type { Trail } from '../../lib/api/types.ts';
import { etDateTime, monthDay, msOf } from '../../lib/format/times.ts';
import { depthsOn, type TrailDay, trailSummary } from './history-view.ts';
import { historyWords as words } from './words.ts';

/** The rows of the strip: the slices of the wheel over time, on the active timeframe. */
export function trailRows(trail: Trail, wheel: WheelModel, { list }: TickerState): TrailRow[] {
	return wheel.slices.map((slice) => ({
		key: slice.key,
		name: shortName(slice),
		tone: slice.tone,
		depths: depthsOn(trail, slice.key as SectorKey, list.timeframe),
	}));
}

/** Where each day begins in the strip, as month and day. */
export function dayMarks(days: readonly TrailDay[]): { at: number; label: string }[] {
	let at = 0;
	return days.map(({ date, points }) => {
		const mark = { at, label: monthDay(date) };
		at += points.length;
		return mark;
	});
}

/** First and last position of a day in the strip. */
export function dayPlace(days: readonly TrailDay[], date: string | undefined): { from: number; to: number } | undefined {
	const index = days.findIndex((day) => day.date === date);
	const mark = dayMarks(days)[index];
	const day = days[index];
	return mark && day ? { from: mark.at, to: mark.at + day.points.length - 1 } : undefined;
}

/** The strip described in one sentence. */
export function trailLabel(trail: Trail): string {
	const summary = trailSummary(trail);
	if (!summary) return words.empty;
	return words.stripLabel(summary.reports, summary.listed, summary.best, etDateTime(msOf(summary.bestAt)));
}

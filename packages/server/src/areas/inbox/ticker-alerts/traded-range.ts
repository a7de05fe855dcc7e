import type { SlotBar } from '@sw/domain/alerts/evaluate-alerts';
import { slotEnd, slotStart } from '@sw/domain/time/slots';
import { type ReportTime, SECOND, type TickerId } from '@sw/domain/time/units';
import type { Directory } from '../../../market/window/directory.ts';
import type { PriceWindow } from '../../../market/window/price-window.ts';

/** The highest and lowest price of slots; undefined without any. */
export function rangeOf(bars: readonly SlotBar[]): { high: number; low: number } | undefined {
	if (bars.length === 0) return undefined;
	return { high: Math.max(...bars.map(({ high }) => high)), low: Math.min(...bars.map(({ low }) => low)) };
}

/** What was traded in the slots between two reports that began at an instant or later, on the share basis of the later report. */
export function createTradedBars(window: PriceWindow, directory: Directory, before: ReportTime, now: ReportTime) {
	const slots = window.sessions.flatMap(({ session, matrix, elapsed }, index) => {
		if (matrix === null || session.open >= now) return [];
		const wanted: { index: number; matrix: typeof matrix; slot: number; start: number }[] = [];
		for (let slot = 0; slot < elapsed; slot++)
			if (slotStart(session, slot) >= before && slotEnd(session, slot) <= now)
				wanted.push({ index, matrix, slot, start: slotStart(session, slot) });
		return wanted;
	});
	const last = window.sessions.findLastIndex(({ session }) => session.open < now);
	return (id: TickerId, since: number): SlotBar[] => {
		const row = directory.rowOf(id);
		const bars: SlotBar[] = [];
		if (row === -1) return bars;
		for (const { index, matrix, slot, start } of slots) {
			if (start < since) continue;
			const cell = slot * matrix.rows + row;
			if (matrix.volume[cell]! <= 0 || Number.isNaN(matrix.close[cell]!)) continue;
			const ratio = index === last ? 1 : window.ratioOf(index, row) / window.ratioOf(last, row);
			bars.push({ time: start / SECOND, high: matrix.high[cell]! / ratio, low: matrix.low[cell]! / ratio });
		}
		return bars;
	};
}

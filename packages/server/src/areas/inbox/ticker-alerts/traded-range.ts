import { slotEnd, slotStart } from '@sw/domain/time/slots';
import type { ReportTime, TickerId } from '@sw/domain/time/units';
import type { Directory } from '../../../market/window/directory.ts';
import type { PriceWindow } from '../../../market/window/price-window.ts';

/** The highest and lowest price traded in the slots between two reports that began at an instant or later, on the share basis of the later report. */
export function createTradedRange(window: PriceWindow, directory: Directory, before: ReportTime, now: ReportTime) {
	const slots = window.sessions.flatMap(({ session, matrix, elapsed }, index) => {
		if (matrix === null || session.open >= now) return [];
		const wanted: { index: number; matrix: typeof matrix; slot: number; start: number }[] = [];
		for (let slot = 0; slot < elapsed; slot++)
			if (slotStart(session, slot) >= before && slotEnd(session, slot) <= now)
				wanted.push({ index, matrix, slot, start: slotStart(session, slot) });
		return wanted;
	});
	const last = window.sessions.findLastIndex(({ session }) => session.open < now);
	return (id: TickerId, since: number): { high: number; low: number } | undefined => {
		const row = directory.rowOf(id);
		if (row === -1) return undefined;
		let [high, low] = [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY];
		for (const { index, matrix, slot, start } of slots) {
			if (start < since) continue;
			const cell = slot * matrix.rows + row;
			if ((matrix.volume[cell] as number) <= 0 || Number.isNaN(matrix.close[cell] as number)) continue;
			const ratio = index === last ? 1 : window.ratioOf(index, row) / window.ratioOf(last, row);
			high = Math.max(high, (matrix.high[cell] as number) / ratio);
			low = Math.min(low, (matrix.low[cell] as number) / ratio);
		}
		return high < low ? undefined : { high, low };
	};
}

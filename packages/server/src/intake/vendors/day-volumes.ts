/** Option contracts per slot from vendors with running daily sums: the difference of two readings. */
import type { ExchangeDate } from '@sw/domain/time/units';

export interface DayVolumes {
	/**
	 * Takes the session's running sums, read at the end of a slot, and returns the slot's own. NaN where it is unknown: there is no reading before it (except
	 * for the first slot, which starts at zero), a reading was missed, or the sums went down because of a correction.
	 */
	slot(date: ExchangeDate, slot: number, row: number | string, sums: { calls: number; puts: number }): { calls: number; puts: number };
}

const UNKNOWN = { calls: Number.NaN, puts: Number.NaN };

export function createDayVolumes(): DayVolumes {
	let day: ExchangeDate | undefined;
	let last = new Map<number | string, { slot: number; calls: number; puts: number }>();
	return {
		slot(date, slot, row, { calls, puts }) {
			if (date !== day) {
				day = date;
				last = new Map();
			}
			const before = slot === 0 ? { slot: -1, calls: 0, puts: 0 } : last.get(row);
			last.set(row, { slot, calls, puts });
			if (!before || before.slot !== slot - 1) return UNKNOWN;
			const [c, p] = [calls - before.calls, puts - before.puts];
			return c < 0 || p < 0 ? UNKNOWN : { calls: c, puts: p };
		},
	};
}

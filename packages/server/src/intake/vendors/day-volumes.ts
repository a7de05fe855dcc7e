/** Option contracts of a slot from vendors that state the day's sums so far: the difference of two readings. */
import type { ExchangeDate } from '@sw/domain/time/units';

export interface DayVolumes {
	/**
	 * Takes the sums of a session so far, read at the end of a slot, and answers those of the slot. NaN where the slot cannot be told: no reading
	 * before it (but for the first slot, which starts at nothing), a reading missed, or sums that went down because the vendor corrected them.
	 */
	slot(date: ExchangeDate, slot: number, row: number | string, sums: { calls: number; puts: number }): { calls: number; puts: number };
}

const UNKNOWN = { calls: Number.NaN, puts: Number.NaN };

export const createDayVolumes = (): DayVolumes => {
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
};

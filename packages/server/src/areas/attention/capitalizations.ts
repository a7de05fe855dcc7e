import { SLOT_MS } from '@sw/domain/time/slots';
import type { AnalyticsParts } from './ports.ts';

/** Market cap in dollars by row, at the day's last price; NaN where unknown. Computed once per quarter-hour. */
export const createCapitalizations = ({
	directory,
	tops,
	now,
}: Pick<AnalyticsParts, 'directory' | 'tops' | 'now'>): (() => Float64Array) => {
	let kept: { at: object | undefined; caps: Float64Array } | undefined;
	return () => {
		const columns = tops.at('day', Math.floor(now() / SLOT_MS) * SLOT_MS)?.columns;
		if (kept && kept.at === columns && kept.caps.length === directory.rows) return kept.caps;
		const caps = Float64Array.from(directory.shares, (shares, row) => shares * (columns?.last[row] ?? Number.NaN));
		kept = { at: columns, caps };
		return caps;
	};
};

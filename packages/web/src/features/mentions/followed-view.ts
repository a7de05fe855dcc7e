import { formatBasisPoints, formatRange, isEnough } from '../../entities/record/statistics.ts';
import type { FollowedAnswer } from '../../lib/api/types.ts';
import { formatCount, formatShare } from '../../lib/format/numbers.ts';
import { etDayClock, msOf } from '../../lib/format/times.ts';
import { followedWords as words } from './followed-words.ts';

type Row = FollowedAnswer['followed'][number];

export interface FollowedRow {
	key: string;
	horizon: string;
	n: string;
	/** 'Rose further' or 'fell further'. */
	side: string;
	rate: string;
	/** Its 95 % interval; empty if there are too few. */
	interval: string;
	base: string;
	mean: string;
	median: string;
}

/** Both directions of every horizon. */
export function followedRows({ followed }: FollowedAnswer): FollowedRow[] {
	return followed.flatMap((row) => (['rose', 'fell'] as const).map((side) => sideOf(row, side)));
}

function sideOf(row: Row, side: 'rose' | 'fell'): FollowedRow {
	const { p, low, high } = row[side];
	const enough = isEnough(row);
	return {
		key: `${row.sessions} ${side}`,
		horizon: words.sessions(row.sessions),
		n: formatCount(row.n),
		side: words.sides[side],
		rate: enough ? formatShare(p) : 'n/a',
		interval: enough ? formatRange([low, high]) : '',
		base: words.of(formatShare(row.base[side]), formatCount(row.base.n)),
		mean: enough ? formatBasisPoints(row.mean) : 'n/a',
		median: enough ? formatBasisPoints(row.median) : 'n/a',
	};
}

/** The data and the assumed cost. */
export function followedNote({ from, to, hours, total_count: spikes, cost }: FollowedAnswer): string {
	return from === null || to === null
		? words.nothing
		: words.looked(
				formatCount(hours),
				etDayClock(msOf(from)),
				etDayClock(msOf(to)),
				formatCount(spikes),
				formatBasisPoints(cost).replace('+', ''),
			);
}

/** Each occurrence with its outcome, losses included. */
export function spikeLines({ items }: FollowedAnswer): { key: string; cells: string[] }[] {
	return items.map(({ hour, mentions, threshold, after }) => ({
		key: hour,
		cells: [etDayClock(msOf(hour)), formatCount(mentions), formatCount(Math.round(threshold)), ...after.map(formatBasisPoints)],
	}));
}

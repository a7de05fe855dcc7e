import type { TradeRule } from '@sw/domain/research/backtest/exit-rule';
import type { SearchQuestion } from '@sw/domain/research/search-question';
import { entrySlot } from '@sw/domain/research/walk/bar-grid';
import { SLOT_MS } from '@sw/domain/time/slots';
import type { TickerId, UtcMs } from '@sw/domain/time/units';
import { malformed } from '../../platform/errors.ts';
import type { ResearchParts } from '../parts.ts';
import { MOST_PARTS, stepEnds } from '../search/run-search.ts';
import { gridFor } from '../search/search-grid.ts';
import { type Episode, type SearchScan, scanEpisodes } from '../search/search-scan.ts';

/** A position that a rule would open, with its latest exit. */
export interface PlannedPosition {
	readonly tickerId: TickerId;
	/** Of the report. */
	readonly time: UtcMs;
	readonly rate: number;
	readonly reconstructed: boolean;
	readonly entry: UtcMs;
	readonly end: UtcMs;
	/** The open after the report in which its ticker had left the list; null if it hadn't by `end`, or if that doesn't matter. */
	left: UtcMs | null;
}

/** The positions of a rule in the reports up to `until`, in order of time, and the reports read. */
export async function planPositions(
	parts: ResearchParts,
	question: SearchQuestion,
	rule: TradeRule,
	until: UtcMs,
): Promise<{ planned: PlannedPosition[]; reports: UtcMs[] }> {
	const starts = new Map<number, number>();
	const planned: PlannedPosition[] = [];
	const reports: UtcMs[] = [];
	let open: PlannedPosition[] = [];
	const after = (question.from - 1) as UtcMs;
	const last = Math.min(question.to ?? until, until) as UtcMs;
	if (last <= after) return { planned, reports };
	const ends = stepEnds(parts, after, until);
	for (const [i, end] of ends.entries()) {
		const from = ((ends[i - 1] ?? after) + 1) as UtcMs;
		if (from > last && open.length === 0) break;
		// Tickers leave the list in reports after the last one of the question, too.
		const scan = await scanEpisodes(parts, question, { from, to: end }, starts);
		const added = scan.episodes.filter(({ time }) => time <= last).map((episode) => positionOf(parts, question, rule, episode));
		for (const position of added) planned.push(position);
		if (planned.length > MOST_PARTS)
			throw malformed('filters', `More than ${MOST_PARTS} occurrences: use narrower conditions or a shorter date range.`);
		for (const { time } of scan.reports) if (time <= last) reports.push(time);
		if (rule.leaves) open = markLeft(parts, scan, open, added);
	}
	return { planned, reports };
}

function positionOf(parts: ResearchParts, question: SearchQuestion, rule: TradeRule, episode: Episode): PlannedPosition {
	const { tickerId, time, rate, reconstructed } = episode;
	const common = { tickerId, time, rate, reconstructed, left: null };
	const next = rule.entry === 'session' ? parts.calendar.nextToOpen(episode.entry - 1) : undefined;
	// An entry at a session's first slot is one at its open already.
	if (!next || next.open === episode.entry) return { ...common, entry: episode.entry, end: episode.exits[0] as UtcMs };
	const grid = gridFor(parts, question);
	return { ...common, entry: next.open, end: grid.endOf(grid.barAt(next.open + SLOT_MS) + rule.horizon - 1) };
}

/** Finds when open positions left the list in the reports of a scan; returns those still on it. */
function markLeft(
	{ calendar }: ResearchParts,
	{ reports, isMatch }: SearchScan,
	open: PlannedPosition[],
	added: readonly PlannedPosition[],
): PlannedPosition[] {
	let current = open;
	let next = 0;
	for (const { time, publishedAt } of reports) {
		const exit = entrySlot(calendar, publishedAt)?.start;
		current = current.filter((position) => {
			if (position.end <= time) return false;
			if (exit === undefined || isMatch(position.tickerId, time) || exit <= position.entry) return true;
			if (exit < position.end) position.left = exit;
			return false;
		});
		for (; added[next]?.time === time; next++) current.push(added[next] as PlannedPosition);
	}
	return current;
}

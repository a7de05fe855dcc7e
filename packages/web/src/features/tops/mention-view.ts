import { mentionWords } from '../../entities/mentions/words.ts';
import type { Leaders, UrgentMentions } from '../../lib/api/types.ts';
import { directionOf, formatChange, formatCount, formatFixed, formatMultiple, formatShare } from '../../lib/format/numbers.ts';
import { etClock, etDayClock, msOf } from '../../lib/format/times.ts';
import { words } from './mention-words.ts';
import type { RowCharts, RowChartsView } from './top-view.ts';

export interface MentionRowView extends RowChartsView {
	id: number;
	ticker: string;
	name: string;
	mentions: string;
	/** Number of authors, each counted once an hour. */
	authors: string;
	/** The value that the mentions are compared with. */
	usual: string;
	/** How far the mentions are above the usual value. */
	excess: { text: string; direction: 'up' | 'down' | 'flat' };
}

export interface MentionTableView {
	/** What was measured, over which interval, and by which sources. */
	note: string;
	rows: readonly MentionRowView[];
}

const NO_CHARTS: RowChartsView = { closes: [] };

export function createLeadersView(leaders: Leaders, rowCharts: RowCharts): MentionTableView {
	const { until: countedUntil, share: dayShare, share_days: days, compared: comparedCount } = leaders;
	const scaleNote = dayShare === null ? words.unscaled : words.scaled(formatShare(dayShare), days);
	return {
		note: `${countedUntil === null ? '' : words.until(etDayClock(msOf(countedUntil)))} ${scaleNote} ${words.compared(formatCount(comparedCount))} ${formatSources(leaders)}`.trim(),
		rows: leaders.items.map((row) => ({
			...(rowCharts.get(row.ticker_id) ?? NO_CHARTS),
			id: row.ticker_id,
			ticker: row.ticker,
			name: row.name,
			mentions: mentionWords.about(formatRounded(row.mentions), row.error === null ? null : formatRounded(row.error)),
			authors: formatRounded(row.authors),
			usual: formatRounded(row.mean),
			excess:
				row.change === null ? { text: 'n/a', direction: 'flat' } : { text: formatChange(row.change), direction: directionOf(row.change) },
		})),
	};
}

/** Names the sources: 'Reddit, simulated, 40 min old; Twitter: no data source.' */
function formatSources({ sources }: Pick<Leaders, 'sources'>): string {
	return `${sources
		.map(({ source, counter, age }) =>
			counter === null ? `${mentionWords.sources[source]}: ${mentionWords.none}` : mentionWords.counted(source, counter, age),
		)
		.join('; ')}.`;
}

function formatRounded(value: number | null): string {
	return value === null ? 'n/a' : formatCount(Math.round(value));
}

export function createUrgentView(urgent: UrgentMentions, rowCharts: RowCharts): MentionTableView {
	const { hour, tested: testedCount, expected: expectedCount, usual, total_count: exceedingCount } = urgent;
	const chanceNote = words.chance(formatCount(exceedingCount), formatCount(testedCount), expectedCount.toFixed(1));
	const usualDaysNote = usual === null ? '' : words.before(usual.days, formatFixed(usual.mean, 1), formatCount(usual.most));
	return {
		note: `${hour === null ? '' : words.hour(etClock(msOf(hour)))} ${chanceNote} ${usualDaysNote} ${formatSources(urgent)}`
			.replaceAll(/ +/g, ' ')
			.trim(),
		rows: urgent.items.map((row) => ({
			...(rowCharts.get(row.ticker_id) ?? NO_CHARTS),
			id: row.ticker_id,
			ticker: row.ticker,
			name: row.name,
			mentions: formatCount(row.mentions),
			authors: formatRounded(row.authors),
			usual: formatRounded(row.threshold),
			excess: { text: formatMultiple(row.lift), direction: 'up' },
		})),
	};
}

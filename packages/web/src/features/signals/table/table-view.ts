import { defaultSortColumn, SORT_COLUMNS, type SortColumn, type TableColumn } from '@sw/domain/reports/list/list-columns';
import { formatRate } from '@sw/domain/signals/rate-words';
import { candidateDirection, type Operation, type Tab } from '@sw/domain/signals/sector';
import { keepOneDirection } from '@sw/domain/signals/tabs';
import { createWheelModel, type WheelModel } from '@sw/domain/signals/wheel/model';
import { strategyNamed } from '@sw/domain/time/timeframe';
import { newYorkDate } from '@sw/domain/time/zone';
import { type ListState, withChoice } from '../../../entities/list-state/state.ts';
import type { ListedCard } from '../../../lib/api/types.ts';
import { formatCap, formatCount } from '../../../lib/format/numbers.ts';
import { etClock, monthDay, msOf } from '../../../lib/format/times.ts';
import { type CardView, createCardView } from '../card/card-view.ts';
import { tableWords } from './table-words.ts';

/** A row prepared for display. */
export interface RowView {
	card: CardView;
	/** '57 of 140, top 1 %' */
	rate: string;
	/** A wheel that has only the rated rings. */
	glyph: WheelModel;
	/** Change of the rate since the previous report, or a word that says why there is none. */
	since: { text: string; direction: 'up' | 'down' | 'flat' } | string;
	/** `move`, `volume` and `options`: in typical moves; null if not measurable. */
	move: number | null;
	volume: number | null;
	options: number | null;
	mentions: number | null;
	dollars: string;
	/** Form and time of the newest filing. */
	filing: string;
	/** Time of the report in which the ticker entered the list and since when it has stayed; empty if unknown. */
	listed: string;
}

const RATED_RING_COUNT = 3;

/** Formats a time without 'ET'. The zone appears once, above the table. */
export function formatBareClock(ms: number): string {
	return etClock(ms).replace(' ET', '');
}

/** Prepares a row for display. `leaning`: direction of the saved filter, if it has its own. */
export function toRowView(item: ListedCard, state: ListState, leaning?: Operation): RowView {
	return {
		card: createCardView(item, state, leaning),
		rate: formatRate(item.weighted_sum, item.rate_scale),
		glyph: createWheelModel(
			keepOneDirection(item.sectors, leaning ?? item.operation).map((sector) => ({
				...sector,
				intersections: sector.intersections.slice(0, RATED_RING_COUNT),
			})),
			strategyNamed(state.strategy),
			candidateDirection(item.tab_type, item.operation, true, leaning),
		),
		since: formatRateChange(item),
		move: item.row?.move ?? null,
		volume: item.row?.volume ?? null,
		options: item.row?.options ?? null,
		mentions: item.row?.mentions ?? null,
		dollars: formatCap(item.row?.dollar_volume ?? null),
		filing: formatFiling(item),
		listed: item.row ? formatBareClock(msOf(item.row.listed)) : '',
	};
}

/** Formats the newest filing: '8-K 16:05', with the date if it isn't the report's day. */
function formatFiling({ information: { state, filing }, date }: ListedCard): string {
	if (!filing) return state === 'no' ? tableWords.noFiling : tableWords.unknown;
	const [acceptedMs, reportMs] = [msOf(filing.accepted_at), msOf(date)];
	const day = newYorkDate(acceptedMs);
	return [filing.form, ...(day === newYorkDate(reportMs) ? [] : [monthDay(day)]), formatBareClock(acceptedMs)].join(' ');
}

function formatRateChange({ weighted_sum: rate, row }: ListedCard): RowView['since'] {
	if (!row?.before) return '';
	if (row.before.weighted_sum === null) return tableWords.isNew;
	const change = rate - row.before.weighted_sum;
	return {
		text: change === 0 ? '0' : `${change > 0 ? '+' : '−'}${formatCount(Math.abs(change))}`,
		direction: change > 0 ? 'up' : change < 0 ? 'down' : 'flat',
	};
}

/** A column whose heading sorts the list. */
export type SortHeading = SortColumn;

export function isSortable(column: TableColumn): column is TableColumn & SortColumn {
	return SORT_COLUMNS.some((name) => name === column);
}

/** Returns the column that sorts the list; undefined if sectors do. */
export function findSortHeading({ choice, tab }: Pick<ListState, 'choice' | 'tab'>): SortHeading | undefined {
	return choice.column ?? (choice.sort.length > 0 ? undefined : defaultSortHeading(tab));
}

function defaultSortHeading(tab: Tab): SortHeading {
	return defaultSortColumn(tab) ?? 'rate';
}

/** Returns the sort order of a heading for screen readers. */
export function ariaSort(state: Pick<ListState, 'choice' | 'tab'>, head: SortHeading): 'ascending' | 'descending' | 'none' {
	return findSortHeading(state) !== head ? 'none' : state.choice.dir === 'asc' ? 'ascending' : 'descending';
}

/** Sorts the list after a click on a heading: tickers ascending, numbers descending. A second click reverses the order. */
export function sortByHeading(state: ListState, head: SortHeading): ListState {
	const initialDir = head === 'ticker' ? 'asc' : 'desc';
	const reversedDir = state.choice.dir === 'asc' ? 'desc' : 'asc';
	return withChoice(state, {
		sort: [],
		column: head === defaultSortHeading(state.tab) ? undefined : head,
		dir: findSortHeading(state) === head ? reversedDir : initialDir,
	});
}

/** Moves one column right (1) or left (-1). Nothing changes at the ends. */
export function moveColumn(columns: readonly TableColumn[], column: TableColumn, step: 1 | -1): readonly TableColumn[] {
	const fromIndex = columns.indexOf(column);
	const toIndex = fromIndex + step;
	if (fromIndex < 0 || toIndex < 0 || toIndex >= columns.length) return columns;
	return columns.toSpliced(fromIndex, 1).toSpliced(toIndex, 0, column);
}

/** Removes a shown column or appends a hidden one. The last shown column stays. */
export function toggleColumn(columns: readonly TableColumn[], column: TableColumn): readonly TableColumn[] {
	return !columns.includes(column)
		? [...columns, column]
		: columns.length > 1
			? columns.filter((shownColumn) => shownColumn !== column)
			: columns;
}

/** Number of typical moves that fills one half of a bar. Fine scores don't exceed it. */
const FULL_BAR_MOVES = 8;

/** Computes where a bar starts and its width, in percent of the track. Positive bars extend right from the middle, negative ones left. */
export function computeBarSpan(moves: number | null): { start: number; width: number } {
	const width = Math.min(50, Math.round((Math.abs(moves ?? 0) / FULL_BAR_MOVES) * 50));
	return { start: moves !== null && moves < 0 ? 50 - width : 50, width };
}

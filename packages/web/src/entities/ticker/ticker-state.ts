import { CAP_BUCKETS } from '@sw/domain/prices/buckets';
import { TOP_INTERVALS, TOPS, type TopCategory } from '@sw/domain/prices/top-lists';
import type { SectorKey } from '@sw/domain/signals/sector';
import type { Timeframe } from '@sw/domain/time/timeframe';
import { addDays, newYorkDate, parseDate } from '@sw/domain/time/zone';
import { createQueryReader, type InvalidValue, readInstant, readInteger, readOneOf, toDotted } from '../../lib/address/query-grammar.ts';
import { pickKeys } from '../../lib/address/search-params.ts';
import { type ListSearch, pickListSearch, readListState, SECTOR_KEYS, writeListState } from '../list-state/search.ts';
import type { ListState } from '../list-state/state.ts';
import type { NamedTable } from '../tops/top-table.ts';

/** The state of a ticker page, stored in its URL: the list the ticker was opened from, its place there, and what the page shows. */
export interface TickerState {
	list: ListState;
	/** Sectors of the rate. By default, the tab's own four sectors. */
	rated: readonly SectorKey[];
	/** How many sectors the wheel shows. */
	sectors: 4 | 6;
	/** Place in the list, from 1. */
	order: number | undefined;
	/** Symbol, for the title while the ticker is loading. */
	name: string | undefined;
	/** Whether the back link opens the landing page, the favourites or the top tables. */
	fromLanding: boolean;
	fromFavourites: boolean;
	fromTop: boolean;
	/** The top table that the ticker was opened from, instead of a list. */
	top: NamedTable | undefined;
	/** Whether the history shows forecast reports, for administrators. */
	forecast: boolean;
	/** Range of the price chart. By default, the timeframe's full range. */
	range: Range | undefined;
	/** Time of the report to compare with. */
	against: string | undefined;
	/** Time of the report from which the reader began to step through past reports. 'latest' is the newest. */
	initial: string | undefined;
}

const OWN_KEYS = [
	'showSectors',
	'sectors',
	'order',
	'tickerName',
	'fromLanding',
	'hideActiveTabs',
	'fromTop',
	'topTable',
	'topInterval',
	'topCap',
	'isForecastHistory',
	'range',
	'against',
	'initial',
] as const;

export type TickerSearch = ListSearch & { [K in (typeof OWN_KEYS)[number]]?: string | string[] };

export function pickTickerSearch(search: Record<string, unknown>): TickerSearch {
	return { ...pickListSearch(search), ...pickKeys(search, OWN_KEYS) };
}

const MAX_ORDER = 999_999;
const MAX_NAME_LENGTH = 40;

export function readTickerState(search: TickerSearch): { state: TickerState; refused: InvalidValue[] } {
	const { state: list, refused } = readListState(search);
	const reader = createQueryReader(search);
	const category = reader.one<TopCategory | undefined>('topTable', readOneOf(TOPS.map(({ name }) => name)), undefined);
	const table = {
		interval: reader.one('topInterval', readOneOf(TOP_INTERVALS), 'day'),
		cap: reader.one('topCap', readOneOf(CAP_BUCKETS), 'all'),
	};
	const state: TickerState = {
		list,
		rated: reader.many('sectors', SECTOR_KEYS),
		sectors: reader.one<4 | 6>('showSectors', (value) => (value === 4 || value === 6 ? value : undefined), 4),
		order: reader.one<number | undefined>('order', readInteger(1, MAX_ORDER), undefined),
		name: reader.one<string | undefined>('tickerName', (value) => String(value).slice(0, MAX_NAME_LENGTH), undefined),
		fromLanding: reader.flag('fromLanding'),
		fromFavourites: reader.flag('hideActiveTabs'),
		fromTop: reader.flag('fromTop'),
		top: category && { category, ...table },
		forecast: reader.flag('isForecastHistory'),
		range: reader.one<Range | undefined>('range', readOneOf(RANGES), undefined),
		against: reader.one<string | undefined>('against', readInstant, undefined),
		initial: reader.one<string | undefined>('initial', (value) => (value === 'latest' ? value : readInstant(value)), undefined),
	};
	return { state, refused: [...refused, ...reader.invalid] };
}

export function writeTickerState({ list, ...state }: TickerState): TickerSearch {
	return {
		...writeListState(list),
		...toDotted({
			showSectors: state.sectors === 6 ? 6 : undefined,
			sectors: state.rated,
			order: state.order,
			tickerName: state.name,
			fromLanding: state.fromLanding || undefined,
			hideActiveTabs: state.fromFavourites || undefined,
			fromTop: state.fromTop || undefined,
			...(state.top ? topParameters(state.top) : {}),
			isForecastHistory: state.forecast || undefined,
			range: state.range,
			against: state.against,
			initial: state.initial,
		}),
	};
}

/** Returns the state of a ticker opened from a list. */
export function createTickerState(list: ListState, overrides: Partial<TickerState> = {}): TickerState {
	return {
		list,
		rated: [],
		sectors: 4,
		order: undefined,
		name: undefined,
		fromLanding: false,
		fromFavourites: false,
		fromTop: false,
		top: undefined,
		forecast: false,
		range: undefined,
		against: undefined,
		initial: undefined,
		...overrides,
	};
}

/** Returns the state of the same ticker at another report; undefined is the newest. The first report is remembered until the reader returns to it. */
export function moveToReport(state: TickerState, report: string | undefined): TickerState {
	const initial = state.initial ?? state.list.report ?? 'latest';
	const isBackAtStart = (initial === 'latest' ? undefined : initial) === report;
	return { ...state, initial: isBackAtStart ? undefined : initial, list: { ...state.list, report, version: undefined } };
}

/** State of a history page in addition to the ticker's state. `to`: last date of the span. `day`: the day whose reports are listed. */
export interface HistoryState {
	to: string | undefined;
	day: string | undefined;
}

const HISTORY_KEYS = ['to', 'day'] as const;
export type HistorySearch = TickerSearch & { [K in (typeof HISTORY_KEYS)[number]]?: string | string[] };

export function pickHistorySearch(search: Record<string, unknown>): HistorySearch {
	return {
		...pickTickerSearch(search),
		...pickKeys(search, HISTORY_KEYS),
	};
}

export function readHistoryState(search: HistorySearch): { history: HistoryState; refused: InvalidValue[] } {
	const reader = createQueryReader(search);
	const readDate = (value: unknown): string | undefined => parseDate(String(value));
	const history = {
		to: reader.one<string | undefined>('to', readDate, undefined),
		day: reader.one<string | undefined>('day', readDate, undefined),
	};
	return { history, refused: reader.invalid };
}

/** Returns the query parameters of a top table, without default values. */
export function topParameters({ category, interval, cap }: NamedTable) {
	return {
		topTable: category,
		topInterval: interval === 'day' ? undefined : interval,
		topCap: cap === 'all' ? undefined : cap,
	};
}

/** Calendar days before the report's date that a range includes. Six days and the report's date are a week with five sessions. */
const DAYS_BACK = { '1d': 0, '5d': 6, '1m': 30, '3m': 91, '6m': 182, '1y': 365 } as const;
export type Range = keyof typeof DAYS_BACK;
export const RANGES = Object.keys(DAYS_BACK) as Range[];

/** Ranges for each timeframe that show from two to about 1,500 bars. */
const RANGES_BY_TIMEFRAME: Readonly<Record<Timeframe, readonly Range[]>> = {
	fifteen_minutes: ['1d', '5d', '1m'],
	thirty_minutes: ['1d', '5d', '1m', '3m'],
	one_hour: ['1d', '5d', '1m', '3m', '6m'],
	four_hours: ['5d', '1m', '3m', '6m', '1y'],
	day: ['1m', '3m', '6m', '1y'],
};

export function rangesOf(timeframe: Timeframe): readonly Range[] {
	return RANGES_BY_TIMEFRAME[timeframe];
}

/** Returns the first date of a range that ends with a report (UTC ms); undefined if the timeframe doesn't have the range. */
export function rangeStart(range: Range | undefined, timeframe: Timeframe, reportMs: number): string | undefined {
	return range !== undefined && RANGES_BY_TIMEFRAME[timeframe].includes(range)
		? addDays(newYorkDate(reportMs), -DAYS_BACK[range])
		: undefined;
}

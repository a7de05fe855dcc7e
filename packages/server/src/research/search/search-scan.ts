import { type InformationState, informationState, lookBackOf } from '@sw/domain/filings/information';
import { toConditions } from '@sw/domain/filters/entries';
import { toRowGroups } from '@sw/domain/filters/industries';
import type { Licence } from '@sw/domain/reports/licence';
import { isOpenTo } from '@sw/domain/reports/licence-gate';
import type { CountedVersion } from '@sw/domain/reports/report-record';
import { slotAt } from '@sw/domain/reports/timetable';
import { activeSectorBits, openEpisodes, type RatedWords, rateOfWords, toUnsignedWords } from '@sw/domain/research/episodes';
import { type SearchQuestion, searchTimeframe } from '@sw/domain/research/search-question';
import { type BarGrid, createBarGrid, findEntrySlot } from '@sw/domain/research/walk/bar-grid';
import type { CostSource } from '@sw/domain/research/walk/costs';
import type { Trade } from '@sw/domain/research/walk/forward-walk';
import type { Calendar } from '@sw/domain/time/calendar';
import { strategyNamed } from '@sw/domain/time/timeframe';
import { SECOND, type TickerId, type UtcMs } from '@sw/domain/time/units';
import { newYorkDate } from '@sw/domain/time/zone';
import type { ResearchParts } from '../ports.ts';

/** An occurrence in a search: a ticker's first match and its outcome. Arrays have one element per horizon. */
export interface Episode {
	/** Id of its stored part; undefined while it is new. */
	id?: number;
	readonly tickerId: TickerId;
	/** The report's time. */
	readonly time: UtcMs;
	/** Start of the entry's slot. */
	readonly entry: UtcMs;
	/** Ends of the exit bars. */
	readonly exits: readonly UtcMs[];
	readonly words: RatedWords;
	readonly litSectors: number;
	readonly rate: number;
	/** Market cap tier in its session; 6 if unknown. Set by walkEpisodes. */
	tier: number;
	readonly reconstructed: boolean;
	/** Public information in the report; undefined for a stored part. */
	readonly information?: InformationState;
	hits: boolean[];
	/** Hits before costs. Set by walkEpisodes; not stored, nor are the costs. */
	hitsBefore?: boolean[];
	cost?: number;
	costSource?: CostSource;
	/** NaN if not closed or not measurable. */
	excess: number[];
	base: number[];
	/** The trade at the main horizon, once measured; not stored. */
	trade?: Trade;
}

export interface SearchScan {
	/** In order of time. */
	readonly episodes: Episode[];
	/** Reports of the span, each in the version that counts. */
	readonly reports: readonly CountedVersion[];
	/** Whether a ticker matched in a report of the span. */
	readonly isMatch: (tickerId: number, time: UtcMs) => boolean;
}

/** Returns the entry after a report's publication, and the ends of the exit bars counted from `bar`; undefined if no slot follows. */
export function findEpisodeTimes(parts: ResearchParts, grid: BarGrid, bar: number, publishedAt: UtcMs, horizons: readonly number[]) {
	const entry = findEntrySlot(parts.calendar, publishedAt)?.start;
	return entry === undefined ? undefined : { entry, exits: horizons.map((horizon) => grid.endOf(bar + horizon)) };
}

/** Finds the episodes that open in reports from `from` to `to`, both inclusive. Updates `starts`: the bar of each ticker's last episode. */
export async function scanEpisodes(
	parts: ResearchParts,
	question: SearchQuestion,
	span: { from: UtcMs; to: UtcMs },
	starts: Map<number, number>,
): Promise<SearchScan> {
	const { store, parameters } = parts;
	const { tabQuorum: quorum, slotWeights } = parameters();
	const strategy = strategyNamed(question.strategy);
	const lookBack = lookBackOf(strategy);
	const isIncluded = createLicenceFilter(parts, question.licence);
	const reports = (await store.reports.countedVersions(span.from, span.to, question.algo)).filter(({ time }) => isIncluded(time));
	if (reports.length === 0) return { episodes: [], reports, isMatch: () => false };
	const matches = await store.reports.scan(
		{
			tab: question.tab,
			strategy,
			conditions: toConditions(question.filters),
			groups: toRowGroups(question.groups, parts.industries()),
			quorum,
			caps: question.marketcap,
			information: question.information,
		},
		{
			from: Math.ceil(span.from / SECOND),
			to: Math.floor(span.to / SECOND) + 1,
			algo: question.algo,
			words: strategy.rated,
			information: true,
			...(question.ticker === null ? {} : { tickers: [question.ticker] }),
		},
	);
	const grid = getGrid(parts, question);
	const reportByTime = new Map(reports.map((report) => [report.time / SECOND, { ...report, bar: grid.barAt(report.time) }]));
	const matchRows: number[] = [];
	for (let i = 0; i < matches.count; i++) {
		const report = reportByTime.get(matches.report[i]!);
		if (report?.buildId === matches.build[i]) matchRows.push(i);
	}
	const getReport = (i: number) => reportByTime.get(matches.report[i]!) as CountedVersion & { bar: number };
	const bars = Int32Array.from(matchRows, (i) => getReport(i).bar);
	const tickers = Uint32Array.from(matchRows, (i) => matches.tickerId[i]!);
	const openedIndexes = openEpisodes({ count: matchRows.length, tickers, bars }, question.cooldown, starts);
	const episodes = openedIndexes.flatMap((at): Episode[] => {
		const i = matchRows[at]!;
		const report = getReport(i);
		const episodeTimes = findEpisodeTimes(parts, grid, report.bar, report.publishedAt, question.horizons);
		if (!episodeTimes) return [];
		const words = toUnsignedWords(matches.words.map((column) => column[i]!));
		return [
			{
				tickerId: tickers[at] as TickerId,
				time: report.time,
				...episodeTimes,
				words,
				litSectors: activeSectorBits(words),
				rate: rateOfWords(words, question.sectors, question.tab, slotWeights),
				tier: 6,
				reconstructed: report.reconstructed,
				information: informationState(matches.information?.[i] ?? 0, lookBack),
				...createUnmeasuredOutcomes(question.horizons.length),
			},
		];
	});
	const isMatch = createMatchLookup(tickers, (at) => getReport(matchRows[at]!).time);
	return { episodes, reports, isMatch };
}

/** Creates a lookup that builds its index on the first call, because searches never use the lookup. */
function createMatchLookup(tickers: Uint32Array, getTime: (at: number) => UtcMs): SearchScan['isMatch'] {
	let index: Map<number, Set<number>> | undefined;
	return (tickerId, time) => {
		if (!index) {
			index = new Map();
			for (const [at, ticker] of tickers.entries()) index.set(ticker, (index.get(ticker) ?? new Set()).add(getTime(at)));
		}
		return index.get(tickerId)?.has(time) ?? false;
	};
}

/** Creates a predicate: whether a licence includes the report of a time, by the timetable of that date. */
export function createLicenceFilter({ slotsOn }: Pick<ResearchParts, 'slotsOn'>, licence: Licence): (time: UtcMs) => boolean {
	return (time) => {
		const slot = slotAt(slotsOn(newYorkDate(time)), time);
		return slot === undefined ? licence === 'pro' : isOpenTo(licence, slot, slot.first);
	};
}

export function createUnmeasuredOutcomes(horizons: number) {
	return {
		hits: new Array<boolean>(horizons).fill(false),
		excess: new Array<number>(horizons).fill(Number.NaN),
		base: new Array<number>(horizons).fill(Number.NaN),
	};
}

const grids = new WeakMap<Calendar, BarGrid[]>();

/** Returns the grid of bars in which a question's horizons and cool-down are counted. */
export function getGrid({ calendar }: { calendar: Calendar }, question: Pick<SearchQuestion, 'strategy'>): BarGrid {
	const timeframe = searchTimeframe(question);
	const calendarGrids = grids.get(calendar) ?? [];
	grids.set(calendar, calendarGrids);
	calendarGrids[timeframe] ??= createBarGrid(calendar, timeframe);
	return calendarGrids[timeframe];
}

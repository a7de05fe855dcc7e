import type { InformationChoice } from '../filings/information-choice.ts';
import type { FilterEntry } from '../filters/entries.ts';
import { type FilterGroup, normalizeConditions } from '../filters/groups.ts';
import { CAPS, type CapBucket } from '../prices/buckets.ts';
import type { Algo, Licence } from '../reports/licence.ts';
import { type Operation, SECTORS, type SectorKey, type Tab } from '../signals/sector.ts';
import { tabSectors } from '../signals/tabs.ts';
import { barCount, FULL_SLOTS } from '../time/slots.ts';
import { type StrategyName, strategyNamed, type TimeframeIndex } from '../time/timeframe.ts';
import type { UtcMs } from '../time/units.ts';
import { DEFAULT_HORIZONS } from './horizons.ts';

/** What a signal search looks for and measures. */
export interface SearchQuestion {
	readonly tab: Tab;
	readonly operation: Operation;
	readonly algo: Algo;
	/** Only reports included in this licence are read. */
	readonly licence: Licence;
	readonly strategy: StrategyName;
	readonly filters: readonly FilterEntry[];
	/** Groups that must all hold, too; absent where there are none. */
	readonly groups?: readonly FilterGroup[] | undefined;
	/** Market cap tiers; none: all. */
	readonly marketcap: readonly CapBucket[];
	/** Only matches with a filing, without one, or with either known. Default: all. */
	readonly information?: InformationChoice | undefined;
	/** Only this ticker; null: all. */
	readonly ticker: number | null;
	/** Sectors of the rate. */
	readonly sectors: readonly SectorKey[];
	/** Reports from `from` to `to`, inclusive; a null `to` continues with every new report. */
	readonly from: UtcMs;
	readonly to: UtcMs | null;
	/** Horizons in bars of the third timeframe, ascending. */
	readonly horizons: readonly number[];
	/** Bars after an episode's first match in which further matches belong to it. */
	readonly cooldown: number;
}

/** The horizon that is shown first: a week of bars where it is measured. */
const MAIN_HORIZON = 5;

/** Index of the main horizon. */
export function mainHorizon({ horizons }: Pick<SearchQuestion, 'horizons'>): number {
	return Math.max(0, horizons.includes(MAIN_HORIZON) ? horizons.indexOf(MAIN_HORIZON) : Math.floor(horizons.length / 2));
}

/** The third timeframe: horizons and cool-down are counted in its bars. */
export function searchTimeframe({ strategy }: Pick<SearchQuestion, 'strategy'>): TimeframeIndex {
	return strategyNamed(strategy).slots[2];
}

/** Number of consecutive sessions that share their market for the statistics of a horizon, at least one. */
export function blockSessions(question: Pick<SearchQuestion, 'strategy'>, horizon: number): number {
	return Math.max(1, Math.ceil(horizon / barCount(searchTimeframe(question), FULL_SLOTS)));
}

/** Normalizes equal questions: entries cleaned up, lists sorted without duplicates. */
export function normalizeQuestion(
	input: Omit<SearchQuestion, 'sectors' | 'horizons'> & {
		sectors?: readonly SectorKey[] | undefined;
		horizons?: readonly number[] | undefined;
	},
): SearchQuestion {
	const sectors = input.sectors && input.sectors.length > 0 ? input.sectors : tabSectors(input.tab, input.operation);
	const { entries, groups } = normalizeConditions({ entries: input.filters, groups: input.groups });
	const caps = input.marketcap.includes('all') ? [] : input.marketcap;
	return {
		tab: input.tab,
		operation: input.operation,
		algo: input.algo,
		licence: input.licence,
		strategy: input.strategy,
		filters: entries,
		...(groups ? { groups } : {}),
		marketcap: CAPS.map(({ name }) => name).filter((name) => caps.includes(name)),
		// Left out where not asked, as in the questions of before.
		...(input.information && { information: input.information }),
		ticker: input.ticker,
		sectors: SECTORS.map(({ key }) => key).filter((key) => sectors.includes(key)),
		from: input.from,
		to: input.to,
		horizons: [...new Set(input.horizons ?? DEFAULT_HORIZONS)].sort((a, b) => a - b),
		cooldown: input.cooldown,
	};
}

/**
 * The trials of a question, one for each horizon: everything that changes its hits. A user who tries one ticker, span or horizon after
 * another searches for luck as much as one who tries filters.
 */
export function variantKeys(question: SearchQuestion): string[] {
	const { tab, operation, algo, strategy, marketcap, ticker, from, to, cooldown } = question;
	const { groups, information } = question;
	const filters = question.filters.map(({ sector, timeframe, value }) => [sector, timeframe, value]);
	const more = [...(groups ? [groups] : []), ...(information ? [information] : [])];
	return question.horizons.map((horizon) =>
		JSON.stringify([tab, operation, algo, strategy, filters, marketcap, ticker, from, to, cooldown, horizon, ...more]),
	);
}

/** Everything that affects a search's result, independent of the order of keys. */
export function questionKey(question: SearchQuestion): string {
	return JSON.stringify(normalizeQuestion(question));
}

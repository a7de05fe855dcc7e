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

/** What a signal search looks for: the list, its conditions, the time span and the horizons. */
export interface SearchQuestion {
	readonly tab: Tab;
	readonly operation: Operation;
	readonly algo: Algo;
	/** Only reports open to this licence are searched. */
	readonly licence: Licence;
	readonly strategy: StrategyName;
	readonly filters: readonly FilterEntry[];
	/** Groups that must all match, too; absent if there are none. */
	readonly groups?: readonly FilterGroup[] | undefined;
	/** Market cap tiers; empty: all. */
	readonly marketcap: readonly CapBucket[];
	/** Includes only matches with a filing, without a filing, or with a known state. Default: all. */
	readonly information?: InformationChoice | undefined;
	/** Only this ticker; null: all. */
	readonly ticker: number | null;
	/** Sectors of the rate. */
	readonly sectors: readonly SectorKey[];
	/** Times of the first and last report, inclusive. `to` null: the search continues with every new report. */
	readonly from: UtcMs;
	readonly to: UtcMs | null;
	/** Horizons in bars of the third timeframe, ascending. */
	readonly horizons: readonly number[];
	/** Number of bars from an episode's first match during which further matches belong to the episode. */
	readonly cooldown: number;
}

/** The horizon shown first, if the question includes it. */
const MAIN_HORIZON = 5;

/** Returns the index of the horizon shown first: MAIN_HORIZON, otherwise the middle one. */
export function mainHorizonIndex({ horizons }: Pick<SearchQuestion, 'horizons'>): number {
	return Math.max(0, horizons.includes(MAIN_HORIZON) ? horizons.indexOf(MAIN_HORIZON) : Math.floor(horizons.length / 2));
}

/** Returns the third timeframe: horizons and cool-down are counted in its bars. */
export function searchTimeframe({ strategy }: Pick<SearchQuestion, 'strategy'>): TimeframeIndex {
	return strategyNamed(strategy).rated[2];
}

/** Returns the number of consecutive sessions in a statistical block: as many as the horizon covers, at least one. */
export function blockSessions(question: Pick<SearchQuestion, 'strategy'>, horizon: number): number {
	return Math.max(1, Math.ceil(horizon / barCount(searchTimeframe(question), FULL_SLOTS)));
}

/** Converts equivalent questions to one canonical form: with normalized conditions and defaults, lists sorted and without duplicates. */
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
		// Absent if not set, so that the keys of older questions stay the same.
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
 * Returns the keys of a question's trials, one per horizon, from everything that changes the hits. Trying one ticker, span or horizon after another is a
 * search for lucky results, just like trying filters.
 */
export function trialKeys(question: SearchQuestion): string[] {
	const { tab, operation, algo, strategy, marketcap, ticker, from, to, cooldown } = question;
	const { groups, information } = question;
	const filters = question.filters.map(({ sector, timeframe, value }) => [sector, timeframe, value]);
	const optionalParts = [...(groups ? [groups] : []), ...(information ? [information] : [])];
	return question.horizons.map((horizon) =>
		JSON.stringify([tab, operation, algo, strategy, filters, marketcap, ticker, from, to, cooldown, horizon, ...optionalParts]),
	);
}

/** Returns a key that is equal for questions with the same result. */
export function questionKey(question: SearchQuestion): string {
	return JSON.stringify(normalizeQuestion(question));
}

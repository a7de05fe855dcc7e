import { confidenceSequence } from '../../statistics/confidence-sequence.ts';
import { recordHitStats, recordPValue } from '../../statistics/hit-stats.ts';
import { benjaminiHochberg, benjaminiYekutieli, luckLine } from '../../statistics/luck-line.ts';
import {
	blocksOf,
	bootstrapOf,
	COOLDOWN,
	type CoverageQuestion,
	HORIZON,
	holdsTruth,
	INDUSTRIES,
	MIN_RECORD_SIZE,
	TRUTH,
} from './coverage-study.ts';
import { createNullMarket, episodeReader, randomFilters } from './null-market.ts';

/** Share of markets without any effect where at least one filter looks real, by each rule. */
export interface SearchResult {
	readonly markets: number;
	/** At least one filter's interval is above the base rate, without correction for the number of filters. */
	readonly interval: number;
	/** As `interval`, with the bootstrap interval. */
	readonly bootstrap: number;
	/** As `interval`, with the confidence sequence. */
	readonly sequence: number;
	readonly luckLine: number;
	/** Benjamini and Hochberg at a false discovery rate of 5 %. */
	readonly discovery: number;
	/** Benjamini and Yekutieli at 5 %, valid for any dependence between filters. */
	readonly anyDependence: number;
	/** Luck line and false discovery rate together. */
	readonly both: number;
}

export function searchStudy({ seed, tickers, sessions, markets }: CoverageQuestion, filters: number): SearchResult {
	const alarms = { interval: 0, bootstrap: 0, sequence: 0, luckLine: 0, discovery: 0, anyDependence: 0, both: 0 };
	for (let market = 0; market < markets; market++) {
		const reader = episodeReader(
			createNullMarket(seed + market, { tickers, sessions, industries: INDUSTRIES, barsPerSession: 1 }),
			HORIZON,
			COOLDOWN,
		);
		const records = randomFilters(seed + market, filters, INDUSTRIES).map((filter) => {
			const { bars, excess } = reader.episodesOf(filter);
			const blocks = blocksOf(bars, excess, 0, HORIZON);
			const stats = recordHitStats(blocks);
			return { stats, bootstrap: stats.n < MIN_RECORD_SIZE ? null : bootstrapOf(blocks), sequence: confidenceSequence(blocks) };
		});
		const better = records.map(({ stats: { p, n_eff, freedom } }) => p !== null && p > luckLine(filters, n_eff, TRUTH, freedom));
		const p = records.map(({ stats }) => recordPValue(stats, TRUTH) ?? 1);
		const discovered = benjaminiHochberg(p).map((q) => q <= 0.05);
		alarms.interval += Number(records.some(({ stats }) => stats.wilson95[0] > TRUTH));
		alarms.bootstrap += Number(records.some(({ bootstrap }) => bootstrap !== null && bootstrap[0] > TRUTH));
		alarms.sequence += Number(records.some(({ sequence }) => !holdsTruth(sequence) && sequence[0] > TRUTH));
		alarms.luckLine += Number(better.some(Boolean));
		alarms.discovery += Number(discovered.some(Boolean));
		alarms.anyDependence += Number(benjaminiYekutieli(p).some((q) => q <= 0.05));
		alarms.both += Number(better.some((is, at) => is && discovered[at]));
	}
	return {
		markets,
		interval: alarms.interval / markets,
		bootstrap: alarms.bootstrap / markets,
		sequence: alarms.sequence / markets,
		luckLine: alarms.luckLine / markets,
		discovery: alarms.discovery / markets,
		anyDependence: alarms.anyDependence / markets,
		both: alarms.both / markets,
	};
}

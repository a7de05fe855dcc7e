import { confidenceSequence } from '../../statistics/confidence-sequence.ts';
import { recordHitStats, recordPValue } from '../../statistics/hit-stats.ts';
import { benjaminiHochberg, benjaminiYekutieli, luckLine } from '../../statistics/luck-line.ts';
import {
	bootstrapBlocks,
	COOLDOWN,
	type CoverageOptions,
	containsTruth,
	groupIntoBlocks,
	HORIZON,
	INDUSTRIES,
	MIN_RECORD_SIZE,
	TRUE_HIT_RATE,
} from './coverage-study.ts';
import { createEpisodeReader, createNullMarket, drawRandomFilters } from './null-market.ts';

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
	readonly luckAndDiscovery: number;
}

export function runSearchStudy({ seed, tickers, sessions, markets }: CoverageOptions, filters: number): SearchResult {
	const alarmCounts = { interval: 0, bootstrap: 0, sequence: 0, luckLine: 0, discovery: 0, anyDependence: 0, luckAndDiscovery: 0 };
	for (let market = 0; market < markets; market++) {
		const reader = createEpisodeReader(
			createNullMarket(seed + market, { tickers, sessions, industries: INDUSTRIES, barsPerSession: 1 }),
			HORIZON,
			COOLDOWN,
		);
		const records = drawRandomFilters(seed + market, filters, INDUSTRIES).map((filter) => {
			const { bars, excess } = reader.readEpisodes(filter);
			const blocks = groupIntoBlocks(bars, excess, 0, HORIZON);
			const stats = recordHitStats(blocks);
			return { stats, bootstrap: stats.n < MIN_RECORD_SIZE ? null : bootstrapBlocks(blocks), sequence: confidenceSequence(blocks) };
		});
		const beatsLuck = records.map(
			({ stats: { p, n_eff, degreesOfFreedom } }) => p !== null && p > luckLine(filters, n_eff, TRUE_HIT_RATE, degreesOfFreedom),
		);
		const pValues = records.map(({ stats }) => recordPValue(stats, TRUE_HIT_RATE) ?? 1);
		const discoveries = benjaminiHochberg(pValues).map((q) => q <= 0.05);
		alarmCounts.interval += Number(records.some(({ stats }) => stats.wilson95[0] > TRUE_HIT_RATE));
		alarmCounts.bootstrap += Number(records.some(({ bootstrap }) => bootstrap !== null && bootstrap[0] > TRUE_HIT_RATE));
		alarmCounts.sequence += Number(records.some(({ sequence }) => !containsTruth(sequence) && sequence[0] > TRUE_HIT_RATE));
		alarmCounts.luckLine += Number(beatsLuck.some(Boolean));
		alarmCounts.discovery += Number(discoveries.some(Boolean));
		alarmCounts.anyDependence += Number(benjaminiYekutieli(pValues).some((q) => q <= 0.05));
		alarmCounts.luckAndDiscovery += Number(beatsLuck.some((isBetter, at) => isBetter && discoveries[at]));
	}
	return {
		markets,
		interval: alarmCounts.interval / markets,
		bootstrap: alarmCounts.bootstrap / markets,
		sequence: alarmCounts.sequence / markets,
		luckLine: alarmCounts.luckLine / markets,
		discovery: alarmCounts.discovery / markets,
		anyDependence: alarmCounts.anyDependence / markets,
		luckAndDiscovery: alarmCounts.luckAndDiscovery / markets,
	};
}

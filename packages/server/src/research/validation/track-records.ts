import type { AnswerOf } from '@sw/contract/base/define';
import type { signals } from '@sw/contract/signals/signals';
import { mainHorizonIndex, normalizeQuestion, searchTimeframe } from '@sw/domain/research/search-question';
import { computeStatistics } from '@sw/domain/research/search-statistics';
import { EXTREME_TABS, type ExtremeTab, tabOperation } from '@sw/domain/signals/sector';
import { isoSeconds } from '@sw/domain/time/format';
import { TIMEFRAMES } from '@sw/domain/time/timeframe';
import { createCoalescedRuns } from '../../platform/concurrency/single-flight.ts';
import type { ResearchParts } from '../ports.ts';
import { fourDecimals } from '../search/search-answers.ts';
import { measureQuestion, measureUniverse } from './measure.ts';

export type TrackRecord = NonNullable<AnswerOf<(typeof signals)['landingRecord']>['record']>;

/** Outcomes of the tickers on the public lists of extremes. Outcomes are measured in advance, because they are the same for all users. */
export interface TrackRecords {
	/** Returns null until the list has been measured. */
	getRecord(tab: ExtremeTab): TrackRecord | null;
	/** Measures over all reports, one list after another. Earlier results stay available meanwhile. */
	refresh(): Promise<void>;
}

const ALGO = 'reverse';

export function createTrackRecords(parts: ResearchParts): TrackRecords {
	const records = new Map<ExtremeTab, TrackRecord>();

	const measureRecord = async (tab: ExtremeTab): Promise<TrackRecord | null> => {
		const span = await parts.store.reports.reportSpan(ALGO);
		if (!span) return null;
		const question = normalizeQuestion({
			tab,
			operation: tabOperation(tab),
			algo: ALGO,
			licence: 'pro',
			strategy: 'first',
			filters: [],
			marketcap: [],
			ticker: null,
			from: span.from,
			to: null,
			cooldown: parts.parameters().cooldownBars,
		});
		const measurement = await measureQuestion(parts, question, span.to, () => {});
		const { tallies, reports } = measurement;
		const main = mainHorizonIndex(question);
		const tally = tallies[main];
		const [first, last] = [reports[0], reports.at(-1)];
		if (!tally || first === undefined || last === undefined) return null;
		const { n, hit_rate: hitRate, interval, sequence, base_rate: base, detectable, reconstructed } = computeStatistics(tally, 1);
		return {
			tab_type: tab,
			operation: question.operation,
			timeframe: TIMEFRAMES[searchTimeframe(question)].name,
			horizon: question.horizons[main]!,
			n,
			hit_rate: hitRate === null ? null : fourDecimals(hitRate),
			interval: [fourDecimals(interval[0]), fourDecimals(interval[1])],
			sequence: [fourDecimals(sequence[0]), fourDecimals(sequence[1])],
			detectable: detectable && fourDecimals(detectable.difference),
			base_rate: base === null ? null : fourDecimals(base),
			reconstructed: fourDecimals(reconstructed),
			universe: await measureUniverse(parts, measurement, tally),
			first: isoSeconds(first),
			last: isoSeconds(last),
			hypothetical: true,
		};
	};

	return {
		getRecord: (tab) => records.get(tab) ?? null,
		// Coalesced, because an import changes the past many times in a row.
		refresh: createCoalescedRuns(async () => {
			for (const tab of EXTREME_TABS) {
				const record = await measureRecord(tab);
				if (record) records.set(tab, record);
				else records.delete(tab);
			}
		}),
	};
}

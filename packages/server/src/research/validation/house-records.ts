import type { AnswerOf } from '@sw/contract/define';
import type { signals } from '@sw/contract/signals';
import { mainHorizon, searchTimeframe, tidyQuestion } from '@sw/domain/research/search-question';
import { statisticsOf } from '@sw/domain/research/statistics-of';
import { EXTREME_TABS, type ExtremeTab, tabOperation } from '@sw/domain/signals/sector';
import { isoSeconds } from '@sw/domain/time/format';
import { TIMEFRAMES } from '@sw/domain/time/timeframe';
import { createRepeats } from '../../platform/turns.ts';
import type { ResearchParts } from '../parts.ts';
import { four } from '../search/search-answers.ts';
import { measure } from './measure.ts';

export type HouseRecord = NonNullable<AnswerOf<(typeof signals)['landingRecord']>['record']>;

/** Outcomes of the tickers on the lists of extremes: the same for all users, so they are measured in advance and kept. */
export interface HouseRecords {
	/** Null until it has been measured. */
	of(tab: ExtremeTab): HouseRecord | null;
	/** Measures over all reports, one list after the other; the earlier results stay available meanwhile. */
	renew(): Promise<void>;
}

const ALGO = 'reverse';

export const createHouseRecords = (parts: ResearchParts): HouseRecords => {
	const kept = new Map<ExtremeTab, HouseRecord>();

	const measured = async (tab: ExtremeTab): Promise<HouseRecord | null> => {
		const span = await parts.store.reports.span(ALGO);
		if (!span) return null;
		const question = tidyQuestion({
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
		const { tallies, reports } = await measure(parts, question, span.to, () => {});
		const main = mainHorizon(question);
		const tally = tallies[main];
		const [first, last] = [reports[0], reports.at(-1)];
		if (!tally || first === undefined || last === undefined) return null;
		const { n, hit_rate: hits, interval, sequence, base_rate: base, reconstructed } = statisticsOf(tally, 1);
		return {
			tab_type: tab,
			operation: question.operation,
			timeframe: TIMEFRAMES[searchTimeframe(question)].name,
			horizon: question.horizons[main] as number,
			n,
			hit_rate: hits === null ? null : four(hits),
			interval: [four(interval[0]), four(interval[1])],
			sequence: [four(sequence[0]), four(sequence[1])],
			base_rate: base === null ? null : four(base),
			reconstructed: four(reconstructed),
			first: isoSeconds(first),
			last: isoSeconds(last),
			hypothetical: true,
		};
	};

	return {
		of: (tab) => kept.get(tab) ?? null,
		// An import changes the past many times in a row.
		renew: createRepeats(async () => {
			for (const tab of EXTREME_TABS) {
				const found = await measured(tab);
				if (found) kept.set(tab, found);
				else kept.delete(tab);
			}
		}),
	};
};

import type { SearchQuestion } from '@sw/domain/research/search-question';
import { mainHorizon } from '@sw/domain/research/search-question';
import { type EndedOccurrence, type RecordTotals, survivorship } from '@sw/domain/research/survivorship';
import type { Tally } from '@sw/domain/research/tally';
import type { ResearchParts } from '../parts.ts';
import { fourDecimals, sixDecimals, type ValidationAnswer } from '../search/search-answers.ts';
import { isChosenAfterwards, type Measured } from './measure.ts';

export type UniverseAnswer = ValidationAnswer['universe'];

type Totals = RecordTotals & Pick<Tally, 'reconstructed'>;
type Candidates = Pick<SearchQuestion, 'tab' | 'operation'>;

/** What a record owes to tickers that have ended. `measure`: its totals, and the measured occurrences of the ended tickers among those given. */
export async function endedTickers(
	parts: Pick<ResearchParts, 'calendar' | 'provider' | 'now'>,
	{ tab, operation }: Candidates,
	measure: (ended: ReadonlySet<number>) => Promise<{ totals: Totals; ofEnded: readonly EndedOccurrence[] }>,
): Promise<UniverseAnswer> {
	const { calendar, provider, now } = parts;
	const ends = new Map(
		(await provider.universe(now())).flatMap(({ id, delisted }) => {
			const close = delisted === null ? undefined : calendar.sessionOn(delisted)?.close;
			return close === undefined ? [] : [[id as number, close as number] as const];
		}),
	);
	const { totals, ofEnded } = await measure(new Set(ends.keys()));
	const gain = tab === 'coiled_spring' ? 0 : operation === 'long' ? 1 : -1;
	const { cases, ...counts } = survivorship(totals, ofEnded, { gain, lastDay: (id) => ends.get(id)! });
	return {
		...counts,
		hindsight: await isChosenAfterwards(parts, totals),
		cases: cases.map(({ loss, hitRate, mean }) => ({ loss, rate: fourDecimals(hitRate), mean: sixDecimals(mean) })),
	};
}

/** The same of a question that was measured in one go, at its main horizon. */
export function endedOfMeasured(parts: ResearchParts, { question, episodes, trades }: Measured, tally: Tally): Promise<UniverseAnswer> {
	const { hits, excess } = episodes.horizons[mainHorizon(question)]!;
	return endedTickers(parts, question, async (ended) => {
		const tickers = new Set<number>();
		const ofEnded: EndedOccurrence[] = [];
		for (let i = 0; i < episodes.count; i++) {
			if (Number.isNaN(excess[i]!)) continue;
			const tickerId = episodes.tickerIds[i]!;
			tickers.add(tickerId);
			if (!ended.has(tickerId)) continue;
			ofEnded.push({ tickerId, entry: trades.entries[i]!, exit: trades.exits[i]!, hit: hits[i] === 1, excess: excess[i]! });
		}
		return { totals: { tickers: tickers.size, n: tally.n, hits: tally.hits, sum: tally.sum, reconstructed: tally.reconstructed }, ofEnded };
	});
}

import type { SearchQuestion } from '@sw/domain/research/search-question';
import { computeSurvivorship, type EndedOccurrence, type RecordTotals } from '@sw/domain/research/survivorship';
import type { Tally } from '@sw/domain/research/tally';
import type { ResearchParts } from '../ports.ts';
import { fourDecimals, sixDecimals, type ValidationAnswer } from './search-answers.ts';

export type UniverseAnswer = ValidationAnswer['universe'];

type Totals = RecordTotals & Pick<Tally, 'reconstructed'>;
type CandidateKind = Pick<SearchQuestion, 'tab' | 'operation'>;

/** Whether reconstructed reports may lack tickers that had ended before the reconstruction, because the provider knows only present tickers. */
export async function mayLackEndedTickers(
	{ provider }: Pick<ResearchParts, 'provider'>,
	{ n, reconstructed }: Pick<Tally, 'n' | 'reconstructed'>,
): Promise<boolean> {
	return n > 0 && reconstructed > 0 && !(await provider.includesDelisted?.());
}

/**
 * Computes how much of a record is due to tickers that have ended.
 * `measureRecord` returns the record's totals, and the measured occurrences of the tickers in `ended`.
 */
export async function measureEndedTickers(
	parts: Pick<ResearchParts, 'calendar' | 'provider' | 'now'>,
	{ tab, operation }: CandidateKind,
	measureRecord: (ended: ReadonlySet<number>) => Promise<{ totals: Totals; endedOccurrences: readonly EndedOccurrence[] }>,
): Promise<UniverseAnswer> {
	const { calendar, provider, now } = parts;
	const closeByTicker = new Map(
		(await provider.universe(now())).flatMap(({ id, delisted }) => {
			const close = delisted === null ? undefined : calendar.sessionOn(delisted)?.close;
			return close === undefined ? [] : [[id as number, close as number] as const];
		}),
	);
	const { totals, endedOccurrences } = await measureRecord(new Set(closeByTicker.keys()));
	const gain = tab === 'coiled_spring' ? 0 : operation === 'long' ? 1 : -1;
	const { cases, ...counts } = computeSurvivorship(totals, endedOccurrences, { gain, lastDay: (id) => closeByTicker.get(id)! });
	return {
		...counts,
		hindsight: await mayLackEndedTickers(parts, totals),
		cases: cases.map(({ loss, hitRate, mean }) => ({ loss, rate: fourDecimals(hitRate), mean: sixDecimals(mean) })),
	};
}

import type { AnswerOf } from '@sw/contract/base/define';
import type { decisionCalls } from '@sw/contract/research/decisions';
import { DECISIONS, type Decision, type DecisionKind } from '@sw/domain/research/decision';
import { blockSessions } from '@sw/domain/research/search-question';
import { statisticsOf } from '@sw/domain/research/statistics-of';
import { addEpisode, newTally } from '@sw/domain/research/tally';
import type { Calendar } from '@sw/domain/time/calendar';
import { fourDecimals, sixDecimals } from '../search/search-answers.ts';
import type { DecisionOutcome } from './decision-outcomes.ts';

export type DecisionsAnswer = AnswerOf<(typeof decisionCalls)['decisions']>;
export type DecisionPile = DecisionsAnswer['took'];

/** A decision and what followed it. */
export interface MeasuredDecision {
	readonly decision: Decision;
	readonly outcome: DecisionOutcome;
}

/** The record of decisions, like that of a search: neighbouring sessions count as one block as far as the longest horizon reaches. */
export function pileOf(calendar: Calendar, measured: readonly MeasuredDecision[]): DecisionPile {
	const block = Math.max(1, ...measured.map(({ decision }) => blockSessions(decision, decision.horizon)));
	const tally = newTally();
	for (const { decision, outcome } of measured) {
		const { hit, excess, base } = outcome;
		if (hit === null || excess === null || base === null) continue;
		const session = calendar.lastOpened(decision.madeAt)?.ordinal ?? 0;
		addEpisode(tally, { hit, excess, base, block: Math.floor(session / block), reconstructed: false });
	}
	const { n, hits, hit_rate: rate, interval, base_rate: base, mean, median } = statisticsOf(tally, 1);
	return {
		count: measured.length,
		open: measured.filter(({ outcome }) => outcome.state === 'open').length,
		n,
		hits,
		hit_rate: rate === null ? null : fourDecimals(rate),
		interval: [fourDecimals(interval[0]), fourDecimals(interval[1])],
		base_rate: base === null ? null : fourDecimals(base),
		mean: mean === null ? null : sixDecimals(mean),
		median: median === null ? null : sixDecimals(median),
	};
}

/** One pile for each kind of decision. */
export function pilesOf(calendar: Calendar, measured: readonly MeasuredDecision[]): Record<DecisionKind, DecisionPile> {
	const [took, passed, watching] = DECISIONS.map((kind) =>
		pileOf(
			calendar,
			measured.filter(({ decision }) => decision.kind === kind),
		),
	) as [DecisionPile, DecisionPile, DecisionPile];
	return { took, passed, watching };
}

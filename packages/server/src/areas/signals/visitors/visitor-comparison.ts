import type { AnswerOf } from '@sw/contract/define';
import type { signals } from '@sw/contract/signals';
import type { TickerId } from '@sw/domain/time/units';
import { presentHead } from '../../report-head.ts';
import { createComparisons } from '../comparisons.ts';
import type { SignalsParts } from '../signals-parts.ts';
import { createVisitorRow } from './visitor-row.ts';

/** The back of a visitor's card: like the front, it shows the newest basic report and does not count towards the allowance. */
export const createVisitorComparison = (parts: SignalsParts) => {
	const find = createVisitorRow(parts);
	const comparisons = createComparisons(parts);
	return async (id: TickerId): Promise<AnswerOf<(typeof signals)['landingComparison']>> => {
		const { facts, ticker, table, row } = await find(id);
		const report = { facts, table };
		return { report: presentHead(facts, parts.source), ...comparisons.of(report, row, ticker, comparisons.sessionsOf(report)) };
	};
};

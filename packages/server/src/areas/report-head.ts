import type { AnswerOf } from '@sw/contract/base/define';
import type { reportHead } from '@sw/contract/base/report-schemas';
import type { Contract } from '@sw/contract/index';
import type { Filing } from '@sw/domain/filings/filing-book';
import { isoSeconds } from '@sw/domain/time/format';
import type { z } from 'zod';
import type { Source } from '../market/window/source.ts';
import type { ReportFacts } from '../reports/hot-reports.ts';

/** Describes the report that an answer's data is from. Part of every answer with data from a report. */
export function presentHead(facts: ReportFacts, source: Source): z.input<typeof reportHead> {
	return {
		time: isoSeconds(facts.time),
		algo: facts.algo,
		version: facts.version,
		simulated: source.simulated,
		provider: source.label,
		as_of: isoSeconds(facts.asOf),
		delay: Math.max(0, Math.round((facts.published - facts.asOf) / 1000)),
		measured: facts.tickers,
		reconstructed: facts.reconstructed,
		parameters_version: facts.parameters,
	};
}

type ShownFilings = AnswerOf<Contract['prices']['charts']>['filings'];

export function presentFilings(filings: readonly Filing[] = []): ShownFilings {
	return filings.map(({ form, items, acceptedAt, link }) => ({ form, items: [...items], accepted_at: isoSeconds(acceptedAt), link }));
}

import type { AnswerOf } from '@sw/contract/define';
import type { Contract } from '@sw/contract/index';
import { isoSeconds } from '@sw/domain/time/format';
import type { Source } from '../../market/window/source.ts';
import type { ReportFacts } from '../../reports/hot-reports.ts';

export type VisitorListAnswer = AnswerOf<Contract['signals']['landingSectorCharts']>;
export type TickerDetail = AnswerOf<Contract['signals']['landingSectorChart']>;

export const presentHead = (facts: ReportFacts, source: Source): NonNullable<VisitorListAnswer['report']> => ({
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
});

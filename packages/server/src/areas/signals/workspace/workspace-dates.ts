import type { AnswerOf } from '@sw/contract/base/define';
import type { Contract } from '@sw/contract/index';
import type { CallerAccount } from '@sw/domain/access/caller';
import { isOpenTo } from '@sw/domain/reports/licence-gate';
import type { Page } from '@sw/domain/reports/list/ranking';
import { isoSeconds } from '@sw/domain/time/format';
import type { ExchangeDate } from '@sw/domain/time/units';
import { newYorkDate, parseDateInput } from '@sw/domain/time/zone';
import { malformed } from '../../../platform/errors.ts';
import type { ReportFacts } from '../../../reports/hot-reports.ts';
import { presentWorkspaceHead } from './list-rows.ts';
import type { WorkspaceTools } from './workspace-lists.ts';

type Latest = AnswerOf<Contract['signals']['sectorChartDate']>;
type ReportDates = AnswerOf<Contract['signals']['sectorChartHistoryDates']>;

/** Parses a span of dates, both inclusive; 400 if it ends before it begins. */
export function parseSpan(from: string, to: string): { from: ExchangeDate; to: ExchangeDate } {
	const span = { from: parseDateInput(from), to: parseDateInput(to) };
	if (span.from > span.to) throw malformed('to', 'The end is before the start.');
	return span;
}

/** Lists the dates of the reports, marked with what the licence opens. */
export function createWorkspaceDates({ parts, open }: WorkspaceTools) {
	return {
		latest: async ({ licence }: CallerAccount): Promise<Latest> => {
			const [latest, oldest] = await Promise.all([open.latest(licence), parts.oldest()]);
			return {
				time: latest ? isoSeconds(latest.facts.time) : null,
				report: latest ? presentWorkspaceHead(latest, parts.source) : null,
				oldest: oldest === null ? null : isoSeconds(oldest),
			};
		},

		between: ({ licence }: CallerAccount, query: { from: string; to: string } & Page): ReportDates => {
			const { from, to } = parseSpan(query.from, query.to);
			const reports = open.between(from, to);
			return {
				total_count: reports.length,
				days: countByDay(reports, licence),
				items: reports.slice(query.skip, query.skip + query.max).map((facts) => ({
					date: isoSeconds(facts.time),
					algo: facts.algo,
					report: facts.report,
					first: facts.first,
					locked: !isOpenTo(licence, facts, facts.first),
					version: facts.version,
					measured: facts.tickers,
				})),
			};
		},
	};
}

/** Lists the days with reports, in the sequence of the reports; `open` counts the reports of the day that the licence opens. */
function countByDay(reports: readonly ReportFacts[], licence: CallerAccount['licence']): ReportDates['days'] {
	const days = new Map<ExchangeDate, ReportDates['days'][number]>();
	for (const facts of reports) {
		const date = newYorkDate(facts.time);
		const day = days.get(date) ?? { date, reports: 0, open: 0 };
		day.reports++;
		if (isOpenTo(licence, facts, facts.first)) day.open++;
		days.set(date, day);
	}
	return [...days.values()];
}

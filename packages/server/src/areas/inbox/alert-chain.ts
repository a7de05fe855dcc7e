import type { EvaluatedReport, ReportName } from '@sw/domain/inbox/message';
import { LICENCES, type Licence } from '@sw/domain/reports/licence';
import { isOpenTo } from '@sw/domain/reports/licence-gate';
import { DAY, type ReportTime } from '@sw/domain/time/units';
import type { SlotsOn } from '../../market/timetable/slot-times.ts';
import type { HotReports, ReportFacts } from '../../reports/hot-reports.ts';
import { placeOf } from '../../reports/report-facts.ts';

/** How far back the report that was evaluated last is looked for: longer than any closure of the exchange. */
export const LOOK_BACK = 14 * DAY;

/** What a licence compares a report with; undefined where nothing was evaluated before. */
export interface ChainLink {
	/** For alerts on tickers, which are evaluated at each report. */
	readonly since: ReportName | undefined;
	/** For lists of filters; null: they are only compared at a later report. */
	readonly lists: { readonly since: ReportName | undefined } | null;
}

/** A report to evaluate, and for which licences. */
export interface ChainStep {
	readonly facts: ReportFacts;
	readonly links: ReadonlyMap<Licence, ChainLink>;
}

/**
 * The earliest report up to a time that is still to be evaluated. Each licence has its own chain: the reports it opens, after the one that was last evaluated
 * for it. A licence without a chain begins at the newest.
 */
export function nextStep(
	reports: Pick<HotReports, 'between' | 'at'>,
	evaluated: readonly EvaluatedReport[],
	time: ReportTime,
	timetable: SlotsOn,
): ChainStep | undefined {
	const pending = LICENCES.flatMap((licence) => {
		const done = evaluated.filter((report) => countsFor(licence, report, reports, timetable));
		const [since, listed] = [done[0], done.find(({ lists }) => lists)];
		const newer = reports.between(since ? since.time + 1 : time - LOOK_BACK, time).filter(openTo(licence));
		const facts = since ? newer.at(-1) : newer[0];
		// Of reports built to catch up, a filter's owner wants the difference, not each of them.
		const isCompared = !facts?.reconstructed || facts === newer[0];
		return facts ? [{ facts, licence, link: { since, lists: isCompared ? { since: listed } : null } }] : [];
	});
	const first = pending.reduce<ReportFacts | undefined>((best, { facts }) => (best && best.time <= facts.time ? best : facts), undefined);
	if (!first) return undefined;
	return {
		facts: first,
		links: new Map(pending.flatMap(({ facts, licence, link }) => (facts.time === first.time ? [[licence, link]] : []))),
	};
}

/** Whether a licence opens a report. */
export function openTo(licence: Licence) {
	return (facts: ReportFacts | undefined): boolean =>
		facts !== undefined && facts.algo === 'reverse' && isOpenTo(licence, facts, facts.first);
}

/** Rows without a licence were written for those that the timetable let open the report at once, not for those that opened it later. */
function countsFor(licence: Licence, report: EvaluatedReport, reports: Pick<HotReports, 'at'>, timetable: SlotsOn): boolean {
	if (report.licence !== null) return report.licence === licence;
	const facts = reports.at(report.time);
	return facts !== undefined && openTo(licence)({ ...facts, ...placeOf(report.time, timetable) });
}

import type { Industries } from '@sw/domain/filters/industries';
import { MAX_COOL_DOWN } from '@sw/domain/inbox/delivery';
import { countListableRows } from '@sw/domain/inbox/list-changes';
import type { EvaluatedReport, ReportVersionId } from '@sw/domain/inbox/message';
import type { DigestTimes } from '@sw/domain/inbox/plan-delivery';
import { LICENCES, type Licence } from '@sw/domain/reports/licence';
import { isOpenTo } from '@sw/domain/reports/licence-gate';
import type { ParameterSet } from '@sw/domain/signals/parameters';
import { DAY, HOUR, MINUTE, type ReportTime, type UtcMs, utcMs } from '@sw/domain/time/units';
import { z } from 'zod';
import type { SlotsOn } from '../../market/timetable/slot-times.ts';
import type { Clock } from '../../platform/clocks/wall-clock.ts';
import { defineJob, JobDelayedError } from '../../platform/jobs/definition.ts';
import { findTimetableAccess, type HotReport, type HotReports, type ReportFacts } from '../../reports/hot-reports.ts';
import type { FullReports, NotifyOwners, OwnerAlertInput } from './alert-owners.ts';
import type { AlertChainRecords } from './ports.ts';

/** How far back the last evaluated report is searched: longer than any closure of the exchange. */
const LOOK_BACK_MS = 14 * DAY;

/** The earlier reports that a new report is compared with for a licence; undefined if none was evaluated before. */
interface ChainLink {
	/** For alerts on tickers, which are evaluated with each report. */
	readonly since: ReportVersionId | undefined;
	/** For filters' lists. Null: lists aren't compared now, but with a later report. */
	readonly lists: { readonly since: ReportVersionId | undefined } | null;
}

/** A report to evaluate, with the licences to evaluate it for. */
interface ChainStep {
	readonly facts: ReportFacts;
	readonly links: ReadonlyMap<Licence, ChainLink>;
}

/** A report waits at most this long for the bars that precede it. */
const MAX_WAIT_MS = 6 * HOUR;

export interface AlertParts {
	readonly records: AlertChainRecords;
	readonly reports: Pick<HotReports, 'at' | 'table' | 'between'>;
	/** Says which licences open which report when it is published. */
	readonly timetable: SlotsOn;
	/** Reads an earlier version of a report. */
	loadVersion(report: ReportVersionId): Promise<HotReport | undefined>;
	/** End of the newest slot whose bars are in memory. */
	pricesUntil(): UtcMs | null;
	readonly parameters: ParameterSet;
	/** Returns the tickers by their current industry. */
	industries(): Industries;
	/** Market times after a report; null if the market clock doesn't run. */
	digestTimes(report: ReportTime): DigestTimes | null;
	readonly clock: Clock;
	readonly notifyOwners: NotifyOwners;
	/** Fires alerts on tickers; returns the owners of the messages. */
	fireTickerAlerts(input: OwnerAlertInput<FullReports>, signal: AbortSignal): Promise<string[]>;
	/** Called when messages of alerts on tickers have been written, before filters' lists are evaluated. */
	onMessagesWritten(): Promise<void>;
}

/**
 * Returns the function that evaluates all reports that are due, one after another, and notifies the owners of filters and ticker alerts. A repeated run
 * continues where the last one stopped. Messages are unique, so nothing is sent twice.
 */
export function createReportAlerts(parts: AlertParts) {
	const { records, reports, timetable, pricesUntil, parameters, digestTimes, clock, notifyOwners, fireTickerAlerts } = parts;
	const readReport = async (versionId: ReportVersionId): Promise<HotReport | undefined> => {
		const facts = reports.at(versionId.time);
		if (!facts || facts.version !== versionId.version) return parts.loadVersion(versionId);
		const table = await reports.table(facts);
		return table && { facts, table };
	};

	/** Finds the earlier report to compare with: `since`, the last report of the licence's chain, otherwise the newest one that the licence opens. */
	const findBaseline = async (licence: Licence, time: ReportTime, since: ReportVersionId | undefined): Promise<HotReport | undefined> => {
		const baseline = since && (await readReport(since));
		if (baseline) return baseline;
		const facts = reports.between(time - LOOK_BACK_MS, time - 1).find(createOpenTest(licence));
		const table = facts && (await reports.table(facts));
		return facts && table && { facts, table };
	};

	const compare = async ({ facts, table }: HotReport, baseline: HotReport, licence: Licence | null): Promise<FullReports> => {
		const coolingReports =
			licence && reports.between(facts.time - MAX_COOL_DOWN * MINUTE, baseline.facts.time - 1).filter(createOpenTest(licence));
		return {
			report: { time: facts.time, version: facts.version },
			now: table,
			since: { time: baseline.facts.time, version: baseline.facts.version },
			before: baseline.table,
			earlier: (await Promise.all((coolingReports ?? []).map((one) => reports.table(one)))).flatMap((one) => one ?? []),
			of: countListableRows(table),
		};
	};

	const evaluate = async (report: HotReport, { links }: ChainStep, signal: AbortSignal): Promise<number> => {
		const { time } = report.facts;
		const tickerReports = new Map<Licence, FullReports>();
		const listReports = new Map<Licence, FullReports>();
		for (const [licence, link] of links) {
			const tickerBaseline = await findBaseline(licence, time, link.since);
			if (tickerBaseline) tickerReports.set(licence, await compare(report, tickerBaseline, null));
			const listBaseline = link.lists && (await findBaseline(licence, time, link.lists.since));
			if (listBaseline) listReports.set(licence, await compare(report, listBaseline, licence));
		}
		const commonInput = {
			report: { time, version: report.facts.version },
			planning: { now: clock.now(), market: digestTimes(time) },
			parameters,
			industries: parts.industries(),
		};
		const firedCount =
			tickerReports.size > 0 ? (await fireTickerAlerts({ ...commonInput, reportsByLicence: tickerReports }, signal)).length : 0;
		// Announces immediately, because price alerts are urgent and evaluating all lists is slow.
		if (firedCount > 0) await parts.onMessagesWritten();
		return firedCount + (listReports.size > 0 ? await notifyOwners({ ...commonInput, reportsByLicence: listReports }, signal) : 0);
	};

	/** Whether the bars before the report are in memory, or MAX_WAIT_MS is over. Without these bars, price alerts would be missed. */
	const isReady = (asOf: UtcMs, beganAt: UtcMs): boolean => (pricesUntil() ?? 0) >= asOf || clock.now() - beganAt >= MAX_WAIT_MS;

	const processStep = async (step: ChainStep, signal: AbortSignal): Promise<number> => {
		const { facts, links } = step;
		const versionId = { time: facts.time, version: facts.version };
		const licences = [...links.keys()];
		// A repeated job continues with the version of the report that it began with.
		const { version, beganAt } = await records.beginAlerts(versionId, licences, clock.now());
		if (!isReady(facts.asOf, beganAt)) throw new JobDelayedError("The report's bars are not in memory yet.");
		const report = await readReport({ time: facts.time, version });
		const messageCount = report ? await evaluate(report, step, signal) : 0;
		for (const hasLists of [true, false]) {
			const matchingLicences = licences.filter((licence) => (links.get(licence)?.lists !== null) === hasLists);
			if (matchingLicences.length > 0) await records.endAlerts(versionId, matchingLicences, { lists: hasLists, now: clock.now() });
		}
		return messageCount;
	};

	return async (time: ReportTime, { signal }: { signal: AbortSignal }): Promise<{ messages: number }> => {
		const newestFacts = reports.at(time);
		if (newestFacts === undefined && (await records.isPublished(time)))
			throw new JobDelayedError('The report is not shown by this process yet.');
		if (newestFacts?.algo !== 'reverse') return { messages: 0 };
		const findNextStep = async () => findNextChainStep(reports, await records.evaluatedSince(utcMs(time - LOOK_BACK_MS)), time, timetable);
		let messageCount = 0;
		for (let step = await findNextStep(); step; step = await findNextStep()) {
			signal.throwIfAborted();
			messageCount += await processStep(step, signal);
		}
		return { messages: messageCount };
	};
}

/**
 * Finds the earliest report up to `time` that must still be evaluated. Each licence has a chain of reports: the reports that it opens, after the last one
 * evaluated for it. A licence without a chain begins with the newest report.
 */
function findNextChainStep(
	reports: Pick<HotReports, 'between' | 'at'>,
	evaluatedReports: readonly EvaluatedReport[],
	time: ReportTime,
	timetable: SlotsOn,
): ChainStep | undefined {
	const pendingSteps = LICENCES.flatMap((licence) => {
		const evaluations = evaluatedReports.filter((report) => isEvaluatedFor(licence, report, reports, timetable));
		const [lastEvaluated, lastListed] = [evaluations[0], evaluations.find(({ lists }) => lists)];
		const newerReports = reports
			.between(lastEvaluated ? lastEvaluated.time + 1 : time - LOOK_BACK_MS, time)
			.filter(createOpenTest(licence));
		const facts = lastEvaluated ? newerReports.at(-1) : newerReports[0];
		// While reports are reconstructed to catch up, lists are only compared with the newest report, because owners want the overall change.
		const shouldCompareLists = !facts?.reconstructed || facts === newerReports[0];
		return facts ? [{ facts, licence, link: { since: lastEvaluated, lists: shouldCompareLists ? { since: lastListed } : null } }] : [];
	});
	const firstFacts = pendingSteps.reduce<ReportFacts | undefined>(
		(best, { facts }) => (best && best.time <= facts.time ? best : facts),
		undefined,
	);
	if (!firstFacts) return undefined;
	return {
		facts: firstFacts,
		links: new Map(pendingSteps.flatMap(({ facts, licence, link }) => (facts.time === firstFacts.time ? [[licence, link]] : []))),
	};
}

/** Returns a function that tests whether a licence opens a report. */
function createOpenTest(licence: Licence) {
	return (facts: ReportFacts | undefined): boolean =>
		facts !== undefined && facts.algo === 'reverse' && isOpenTo(licence, facts, facts.first);
}

/** Whether an evaluation counts for a licence. Rows without a licence count for every licence that could open the report when it was published. */
function isEvaluatedFor(licence: Licence, report: EvaluatedReport, reports: Pick<HotReports, 'at'>, timetable: SlotsOn): boolean {
	if (report.licence !== null) return report.licence === licence;
	const facts = reports.at(report.time);
	return facts !== undefined && createOpenTest(licence)({ ...facts, ...findTimetableAccess(report.time, timetable) });
}

/** Evaluates the filters and alerts for a report, and sends scheduled list mails. The key allows one job per report. */
export const SEND_FILTER_ALERTS = defineJob({
	kind: 'filter_notices',
	lane: 'notices',
	payload: z.object({ time: z.int() }),
	key: ({ time }) => String(time),
	retries: 5,
});

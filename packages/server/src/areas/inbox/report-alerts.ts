import type { Industries } from '@sw/domain/filters/industries';
import { LONGEST_COOL_DOWN } from '@sw/domain/inbox/delivery';
import { measuredRows } from '@sw/domain/inbox/list-changes';
import type { EvaluatedReport, ReportName } from '@sw/domain/inbox/message';
import type { MarketMoments } from '@sw/domain/inbox/plan-delivery';
import { LICENCES, type Licence } from '@sw/domain/reports/licence';
import { isOpenTo } from '@sw/domain/reports/licence-gate';
import type { ParameterSet } from '@sw/domain/signals/parameters';
import { DAY, HOUR, MINUTE, type ReportTime, type UtcMs, utcMs } from '@sw/domain/time/units';
import { z } from 'zod';
import type { SlotsOn } from '../../market/timetable/slot-times.ts';
import type { Clock } from '../../platform/clocks/wall-clock.ts';
import { defineJob, JobDelayed } from '../../platform/jobs/definition.ts';
import { type HotReport, type HotReports, placeOf, type ReportFacts } from '../../reports/hot-reports.ts';
import type { AlertOwners, OwnerAlerting, WholeReports } from './alert-owners.ts';
import type { AlertChainRecords } from './ports.ts';

/** How far back the report that was evaluated last is looked for: longer than any closure of the exchange. */
const LOOK_BACK = 14 * DAY;

/** What a licence compares a report with; undefined where nothing was evaluated before. */
interface ChainLink {
	/** For alerts on tickers, which are evaluated at each report. */
	readonly since: ReportName | undefined;
	/** For lists of filters; null: they are only compared at a later report. */
	readonly lists: { readonly since: ReportName | undefined } | null;
}

/** A report to evaluate, and for which licences. */
interface ChainStep {
	readonly facts: ReportFacts;
	readonly links: ReadonlyMap<Licence, ChainLink>;
}

/** How long a report waits for the bars that were traded before it. */
const LONGEST_WAIT = 6 * HOUR;

export interface AlertParts {
	readonly records: AlertChainRecords;
	readonly reports: Pick<HotReports, 'at' | 'table' | 'between'>;
	/** Who opens which report when it is published. */
	readonly timetable: SlotsOn;
	/** An earlier version of a report. */
	version(report: ReportName): Promise<HotReport | undefined>;
	/** End of the newest slot whose bars are in memory. */
	pricesUntil(): UtcMs | null;
	readonly parameters: ParameterSet;
	/** The tickers by their present industry. */
	industries(): Industries;
	/** Market times after a report; null where the market clock does not run. */
	moments(report: ReportTime): MarketMoments | null;
	readonly clock: Clock;
	readonly notify: AlertOwners;
	/** Fires alerts on tickers; answers the owners of their messages. */
	fire(alerting: OwnerAlerting<WholeReports>, signal: AbortSignal): Promise<string[]>;
	/** Called once messages of alerts on tickers are written, before the lists of filters are evaluated. */
	announce(): Promise<void>;
}

/**
 * Notifies the owners of filters and of alerts on tickers of all reports up to a time that were not evaluated yet, one after the other. A failed or interrupted
 * run continues there when it is repeated; messages are unique, so that nothing is sent twice.
 */
export function createReportAlerts(parts: AlertParts) {
	const { records, reports, timetable, pricesUntil, parameters, moments, clock, notify, fire } = parts;
	const opened = async (name: ReportName): Promise<HotReport | undefined> => {
		const facts = reports.at(name.time);
		if (!facts || facts.version !== name.version) return parts.version(name);
		const table = await reports.table(facts);
		return table && { facts, table };
	};

	/** The earlier report that a licence is compared with: the one of its chain, otherwise the newest. */
	const reportBefore = async (licence: Licence, time: ReportTime, since: ReportName | undefined): Promise<HotReport | undefined> => {
		const before = since && (await opened(since));
		if (before) return before;
		const facts = reports.between(time - LOOK_BACK, time - 1).find(openTo(licence));
		const table = facts && (await reports.table(facts));
		return facts && table && { facts, table };
	};

	const compare = async ({ facts, table }: HotReport, before: HotReport, licence: Licence | null): Promise<WholeReports> => {
		const warm = licence && reports.between(facts.time - LONGEST_COOL_DOWN * MINUTE, before.facts.time - 1).filter(openTo(licence));
		return {
			report: { time: facts.time, version: facts.version },
			now: table,
			since: { time: before.facts.time, version: before.facts.version },
			before: before.table,
			earlier: (await Promise.all((warm ?? []).map((one) => reports.table(one)))).flatMap((one) => one ?? []),
			of: measuredRows(table),
		};
	};

	const evaluate = async (report: HotReport, { links }: ChainStep, signal: AbortSignal): Promise<number> => {
		const { time } = report.facts;
		const tickers = new Map<Licence, WholeReports>();
		const lists = new Map<Licence, WholeReports>();
		for (const [licence, link] of links) {
			const before = await reportBefore(licence, time, link.since);
			if (before) tickers.set(licence, await compare(report, before, null));
			const listed = link.lists && (await reportBefore(licence, time, link.lists.since));
			if (listed) lists.set(licence, await compare(report, listed, licence));
		}
		const alerting = {
			report: { time, version: report.facts.version },
			planning: { now: clock.now(), market: moments(time) },
			parameters,
			industries: parts.industries(),
		};
		const fired = tickers.size > 0 ? (await fire({ ...alerting, opened: tickers }, signal)).length : 0;
		// A price that was touched is news for a moment: it doesn't wait for everyone's lists.
		if (fired > 0) await parts.announce();
		return fired + (lists.size > 0 ? await notify({ ...alerting, opened: lists }, signal) : 0);
	};

	/** Bars of the slots before a report are read late by a process that starts or follows; without them a price that was touched would be missed. */
	const isReady = (asOf: UtcMs, beganAt: UtcMs): boolean => (pricesUntil() ?? 0) >= asOf || clock.now() - beganAt >= LONGEST_WAIT;

	const take = async (step: ChainStep, signal: AbortSignal): Promise<number> => {
		const { facts, links } = step;
		const name = { time: facts.time, version: facts.version };
		const licences = [...links.keys()];
		// A repeated job continues with the version that it began with.
		const { version, beganAt } = await records.beginAlerts(name, licences, clock.now());
		if (!isReady(facts.asOf, beganAt)) throw new JobDelayed("The report's bars are not in memory yet.");
		const report = await opened({ time: facts.time, version });
		const messages = report ? await evaluate(report, step, signal) : 0;
		for (const lists of [true, false]) {
			const some = licences.filter((licence) => (links.get(licence)?.lists !== null) === lists);
			if (some.length > 0) await records.endAlerts(name, some, { lists, now: clock.now() });
		}
		return messages;
	};

	return async (time: ReportTime, { signal }: { signal: AbortSignal }): Promise<{ messages: number }> => {
		const newest = reports.at(time);
		if (newest === undefined && (await records.isPublished(time))) throw new JobDelayed('The report is not shown by this process yet.');
		if (newest?.algo !== 'reverse') return { messages: 0 };
		const next = async () => nextStep(reports, await records.evaluatedSince(utcMs(time - LOOK_BACK)), time, timetable);
		let messages = 0;
		for (let step = await next(); step; step = await next()) {
			signal.throwIfAborted();
			messages += await take(step, signal);
		}
		return { messages };
	};
}

/**
 * The earliest report up to a time that is still to be evaluated. Each licence has its own chain: the reports it opens, after the one that was last evaluated
 * for it. A licence without a chain begins at the newest.
 */
function nextStep(
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
function openTo(licence: Licence) {
	return (facts: ReportFacts | undefined): boolean =>
		facts !== undefined && facts.algo === 'reverse' && isOpenTo(licence, facts, facts.first);
}

/** Rows without a licence were written for those that the timetable let open the report at once, not for those that opened it later. */
function countsFor(licence: Licence, report: EvaluatedReport, reports: Pick<HotReports, 'at'>, timetable: SlotsOn): boolean {
	if (report.licence !== null) return report.licence === licence;
	const facts = reports.at(report.time);
	return facts !== undefined && openTo(licence)({ ...facts, ...placeOf(report.time, timetable) });
}

/** Notifies owners of filters how a report changed their lists, and sends scheduled lists. One job per report, however it is requested. */
export const SEND_FILTER_ALERTS = defineJob({
	kind: 'filter_notices',
	lane: 'notices',
	payload: z.object({ time: z.int() }),
	key: ({ time }) => String(time),
	retries: 5,
});

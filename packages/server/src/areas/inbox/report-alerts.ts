import { LONGEST_COOL_DOWN } from '@sw/domain/inbox/delivery';
import { measuredRows } from '@sw/domain/inbox/list-changes';
import type { ReportName } from '@sw/domain/inbox/message';
import type { MarketMoments } from '@sw/domain/inbox/plan-delivery';
import { LICENCES, type Licence } from '@sw/domain/reports/licence';
import { isOpenTo } from '@sw/domain/reports/licence-gate';
import type { ParameterSet } from '@sw/domain/signals/parameters';
import { DAY, MINUTE, type ReportTime, utcMs } from '@sw/domain/time/units';
import type { Clock } from '../../platform/clocks/clock.ts';
import type { HotReport, HotReports, ReportFacts } from '../../reports/hot-reports.ts';
import type { AlertOwners, OwnerAlerting, WholeReports } from './alert-owners.ts';
import type { AlertRecords } from './alert-ports.ts';

/** How far back the previous report is looked for: longer than any closure of the exchange. */
const LOOK_BACK = 14 * DAY;

export interface AlertParts {
	readonly records: Pick<AlertRecords, 'beginAlerts' | 'endAlerts' | 'alertedSince'>;
	readonly reports: Pick<HotReports, 'at' | 'table' | 'between'>;
	/** An earlier version of a report. */
	version(report: ReportName): Promise<HotReport | undefined>;
	readonly parameters: ParameterSet;
	/** Market times after a report; null where the market clock does not run. */
	moments(report: ReportTime): MarketMoments | null;
	readonly clock: Clock;
	readonly notify: AlertOwners;
	/** Fires alerts on tickers; answers the owners of their messages. */
	fire(alerting: OwnerAlerting<WholeReports>, signal: AbortSignal): Promise<string[]>;
}

/**
 * Notifies the owners of filters and of alerts on tickers of a report, if their licence opens it. Decides which report each licence is compared with, so that each change is
 * reported exactly once.
 */
export function createReportAlerts({ records, reports, version, parameters, moments, clock, notify, fire }: AlertParts) {
	const opened = async (name: ReportName): Promise<HotReport | undefined> => {
		const facts = reports.at(name.time);
		if (!facts || facts.version !== name.version) return version(name);
		const table = await reports.table(facts);
		return table && { facts, table };
	};

	/** The earlier report that a licence is compared with: the newest with complete alerts, otherwise the newest. */
	const sinceOf = async (licence: Licence, time: ReportTime, noticed: readonly ReportName[]): Promise<HotReport | undefined> => {
		const opens = openTo(licence);
		const known = noticed.filter((report) => opens(reports.at(report.time)));
		// Alerts of a later report already include the changes of this one.
		if (known.some((report) => report.time > time)) return undefined;
		const reported = known.find((report) => report.time < time);
		const before = reported && (await opened(reported));
		if (before) return before;
		const facts = reports.between(time - LOOK_BACK, time - 1).find(opens);
		const table = facts && (await reports.table(facts));
		return facts && table && { facts, table };
	};

	const open = async ({ facts, table }: HotReport): Promise<Map<Licence, WholeReports>> => {
		const noticed = await records.alertedSince(utcMs(facts.time - LOOK_BACK));
		const found = new Map<Licence, WholeReports>();
		const of = measuredRows(table);
		for (const licence of LICENCES) {
			const opens = openTo(licence);
			const before = opens(facts) ? await sinceOf(licence, facts.time, noticed) : undefined;
			if (!before) continue;
			const warm = reports.between(facts.time - LONGEST_COOL_DOWN * MINUTE, before.facts.time - 1).filter(opens);
			found.set(licence, {
				report: { time: facts.time, version: facts.version },
				now: table,
				since: { time: before.facts.time, version: before.facts.version },
				before: before.table,
				earlier: (await Promise.all(warm.map((one) => reports.table(one)))).flatMap((one) => one ?? []),
				of,
			});
		}
		return found;
	};

	return async (time: ReportTime, { signal }: { signal: AbortSignal }): Promise<{ messages: number }> => {
		const newest = reports.at(time);
		if (newest?.algo !== 'reverse') return { messages: 0 };
		// A repeated job continues with the version that it began with.
		const report = await opened({ time, version: await records.beginAlerts({ time, version: newest.version }) });
		const reportsOf = report ? await open(report) : new Map<Licence, WholeReports>();
		let messages = 0;
		if (report && reportsOf.size > 0) {
			const planning = { now: clock.now(), market: moments(time) };
			const alerting = { report: { time, version: report.facts.version }, opened: reportsOf, planning, parameters };
			messages = (await fire(alerting, signal)).length + (await notify(alerting, signal));
		}
		await records.endAlerts({ time, version: newest.version }, clock.now());
		return { messages };
	};
}

function openTo(licence: Licence) {
	return (facts: ReportFacts | undefined) => facts !== undefined && facts.algo === 'reverse' && isOpenTo(licence, facts, facts.first);
}

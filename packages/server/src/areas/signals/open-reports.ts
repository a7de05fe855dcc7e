import type { Licence } from '@sw/domain/reports/licence';
import { may } from '@sw/domain/reports/licence-gate';
import { DAY, type ExchangeDate, type ReportTime } from '@sw/domain/time/units';
import { newYorkToUtc } from '@sw/domain/time/zone';
import { notFound, Problem } from '../../platform/errors.ts';
import { type Soon, whenThere } from '../../platform/soon.ts';
import type { HotReport, ReportFacts } from '../../reports/hot-reports.ts';
import type { DeskParts } from './ports.ts';

/** A report that the caller may read. */
export interface OpenReport extends HotReport {
	/** Versions that it has by now. */
	readonly versions: number;
	/** Names it in caches, with the number of its versions. */
	readonly key: string;
}

export const LOCKED = 'You need update your license';
const NO_REPORT = 'There is no report at this time';
const named = (facts: ReportFacts, table: HotReport['table'], versions: number): OpenReport => ({
	facts,
	table,
	versions,
	// Made for those alone who build something: most calls find it built.
	get key() {
		return `${facts.time} ${facts.version} ${versions}`;
	},
});

/** How far back the report before another is looked for: more than any closed stretch. */
const LOOK_BACK = 14 * DAY;

export const createOpenReports = ({ reports, version: olderVersion }: DeskParts) => {
	const opened = (facts: ReportFacts): Soon<OpenReport | undefined> =>
		whenThere(reports.table(facts), (table) => table && named(facts, table, facts.version));

	const atVersion = async (newest: ReportFacts, version: number): Promise<OpenReport> => {
		const older = version < newest.version ? await olderVersion(newest.time, newest.algo, version) : undefined;
		if (!older) throw notFound(`This report has ${newest.version} ${newest.version === 1 ? 'version' : 'versions'}`);
		return named(older.facts, older.table, newest.version);
	};

	return {
		/** The newest report that the licence may open; undefined before the first. */
		latest: (licence: Licence | null): Soon<OpenReport | undefined> => {
			const facts = reports.latest(licence);
			return facts && opened(facts);
		},

		/** The report of that time, in its newest version or the one asked for. Throws not_found, and denied for a locked slot. */
		at: (time: ReportTime, version: number | undefined, licence: Licence | null): Soon<OpenReport> => {
			const newest = reports.at(time);
			if (!newest) throw notFound(NO_REPORT);
			if (!may(licence, newest, newest.first)) throw new Problem('denied', { detail: LOCKED });
			if (version !== undefined && version !== newest.version) return atVersion(newest, version);
			return whenThere(opened(newest), (open) => {
				if (open) return open;
				throw notFound(NO_REPORT);
			});
		},

		/** The newest report before another, of the same algo, that the licence may open. */
		before: ({ facts }: HotReport, licence: Licence | null): Soon<OpenReport | undefined> => {
			const isBefore = (other: ReportFacts): boolean => other.algo === facts.algo && may(licence, other, other.first);
			const found = reports.newestBetween(facts.time - LOOK_BACK, facts.time - 1, isBefore);
			return found && opened(found);
		},

		/** Published reports of the New York dates from `from` to `to`, both included, newest first. */
		between: (from: ExchangeDate, to: ExchangeDate): ReportFacts[] =>
			reports.between(newYorkToUtc(from, 0, 0), newYorkToUtc(to, 24, 0) - 1),
	};
};
export type OpenReports = ReturnType<typeof createOpenReports>;

import { licenceAt } from '@sw/domain/access/account';
import { type FrozenEntry, hiddenIds } from '@sw/domain/filters/frozen';
import { LONGEST_COOL_DOWN } from '@sw/domain/inbox/delivery';
import { createListChanges, type ListChange, type ListRule, measuredRows } from '@sw/domain/inbox/list-changes';
import { isTold, makeNotice, type NoticedReports, ruleOf } from '@sw/domain/inbox/make-notice';
import type { ReportName } from '@sw/domain/inbox/message';
import type { FilterWithNotices, NewNotice, NoticeOwner } from '@sw/domain/inbox/notice-work';
import type { MarketMoments } from '@sw/domain/inbox/plan-delivery';
import { LICENCES, type Licence } from '@sw/domain/reports/licence';
import { may } from '@sw/domain/reports/licence-gate';
import type { ParameterSet } from '@sw/domain/signals/parameters';
import { tabOperation } from '@sw/domain/signals/sector';
import { DAY, MINUTE, type ReportTime, type UtcMs, utcMs } from '@sw/domain/time/units';
import type { Clock } from '../../platform/clocks/clock.ts';
import type { HotReport, HotReports, ReportFacts } from '../../reports/hot-reports.ts';
import type { NoticeRecords } from './notice-ports.ts';
import { createPlans, type Planning } from './plans.ts';

/** Owners whose filters are looked at together, and written in one transaction. */
const OWNERS = 500;
/** Chunks that are worked on side by side. */
const LANES = 3;
/** How far back the report is looked for that a list is compared with: more than any closed stretch. */
const LOOK_BACK = 14 * DAY;
/** Milliseconds after which readers come first. */
const SLICE = 4;

export interface NoticeParts {
	readonly records: NoticeRecords;
	readonly reports: Pick<HotReports, 'at' | 'table' | 'between'>;
	/** An older version of a report. */
	version(report: ReportName): Promise<HotReport | undefined>;
	readonly parameters: ParameterSet;
	/** Of the market after a report; null where its clock stands. */
	moments(report: ReportTime): MarketMoments | null;
	readonly clock: Clock;
	/** Milliseconds of work, for slices. */
	readonly worked: () => number;
	/** Lets everybody else go first. */
	readonly yieldTurn: () => Promise<void>;
}

/** What a licence opens of a report's past, and how lists changed since. */
type Opened = NoticedReports & {
	/** Reports before the one that lists are compared with, newest first, as far back as anything cools down. */
	readonly earlier: readonly HotReport['table'][];
	readonly changeOf: (rule: ListRule) => ListChange;
};

const openTo = (licence: Licence) => (facts: ReportFacts | undefined) =>
	facts !== undefined && facts.algo === 'reverse' && may(licence, facts, facts.first);

/** One message for each filter that has notices and whose list a report changed, for as far as its owner's licence opens the report. */
export const createNoticesOfReport = ({ records, reports, version, parameters, moments, clock, worked, yieldTurn }: NoticeParts) => {
	const opened = async (name: ReportName): Promise<HotReport | undefined> => {
		const facts = reports.at(name.time);
		if (!facts || facts.version !== name.version) return version(name);
		const table = await reports.table(facts);
		return table && { facts, table };
	};

	/** The report that lists of a licence are compared with: the newest before of which notices were made, or the newest before. */
	const sinceOf = async (licence: Licence, time: ReportTime, noticed: readonly ReportName[]): Promise<HotReport | undefined> => {
		const opens = openTo(licence);
		const known = noticed.filter((report) => opens(reports.at(report.time)));
		// A later one has compared with what was before this one already.
		if (known.some((report) => report.time > time)) return undefined;
		const told = known.find((report) => report.time < time);
		const before = told && (await opened(told));
		if (before) return before;
		const facts = reports.between(time - LOOK_BACK, time - 1).find(opens);
		const table = facts && (await reports.table(facts));
		return facts && table && { facts, table };
	};

	const open = async (report: HotReport): Promise<Map<Licence, Opened>> => {
		const { facts, table } = report;
		const noticed = await records.noticedSince(utcMs(facts.time - LOOK_BACK));
		const found = new Map<Licence, Opened>();
		const of = measuredRows(table);
		for (const licence of LICENCES) {
			const opens = openTo(licence);
			const before = opens(facts) ? await sinceOf(licence, facts.time, noticed) : undefined;
			if (!before) continue;
			const warm = reports.between(facts.time - LONGEST_COOL_DOWN * MINUTE, before.facts.time - 1).filter(opens);
			const earlier = (await Promise.all(warm.map((one) => reports.table(one)))).flatMap((one) => one ?? []);
			const same = [...found.values()].find(
				(other) =>
					other.before === before.table && other.earlier.length === earlier.length && other.earlier.every((one, i) => one === earlier[i]),
			);
			found.set(licence, {
				report: { time: facts.time, version: facts.version },
				now: table,
				since: { time: before.facts.time, version: before.facts.version },
				before: before.table,
				earlier,
				of,
				changeOf: same?.changeOf ?? createListChanges(before.table, table, earlier, parameters),
			});
		}
		return found;
	};

	interface Chunk {
		owners: readonly NoticeOwner[];
		filters: readonly FilterWithNotices[];
		frozen: Map<string, FrozenEntry[]>;
		favourites: Map<string, Set<number>>;
		plans: ReturnType<typeof createPlans>;
	}

	const read = async (owners: readonly NoticeOwner[], planning: Planning): Promise<Chunk> => {
		const ids = owners.map(({ id }) => id);
		const choosy = owners.filter(({ settings }) => settings.onlyFavourites).map(({ id }) => id);
		const plans = createPlans(planning);
		const days = plans.days(owners);
		const [filters, frozen, favourites, counts] = await Promise.all([
			records.filtersWithNotices(ids),
			records.frozenOfUsers(ids, planning.now),
			choosy.length === 0 ? [] : records.favouritesOfUsers(choosy),
			days.length === 0 ? [] : records.deliveriesToday(days),
		]);
		plans.count(counts);
		const starred = new Map(choosy.map((id) => [id, new Set<number>()]));
		for (const { userId, tickerId } of favourites) starred.get(userId)?.add(tickerId);
		return { owners, filters, frozen: Map.groupBy(frozen, ({ userId }) => userId), favourites: starred, plans };
	};

	const NOBODY: ReadonlySet<number> = new Set();

	/** The notices of a chunk, with breaks for readers. */
	const noticesOf = async (chunk: Chunk, reportsOf: Map<Licence, Opened>, now: UtcMs): Promise<NewNotice[]> => {
		const byOwner = new Map(chunk.owners.map((owner) => [owner.id, owner]));
		const made: NewNotice[] = [];
		let since = worked();
		for (const filter of chunk.filters) {
			if (worked() - since > SLICE) {
				await yieldTurn();
				since = worked();
			}
			const { id, userId, name, tab, strategy, entries } = filter;
			const owner = byOwner.get(userId);
			const licence = owner && licenceAt(owner.standing, now);
			const found = licence && reportsOf.get(licence);
			if (!owner || !found) continue;
			const operation = filter.operation ?? tabOperation(tab);
			const question = { tab, strategy, operation, entries };
			const change = found.changeOf(ruleOf(question));
			if (change.entered.length === 0 && change.left.length === 0) continue;
			const frozen = chunk.frozen.get(userId);
			const hidden = frozen === undefined ? NOBODY : hiddenIds(frozen, { tab, filterId: id }, now);
			const { coolDown } = owner.settings;
			const favourites = chunk.favourites.get(userId) ?? null;
			const notice = makeNotice({ id, hidden, coolDown, favourites, ...question }, change, found, parameters);
			if (notice) made.push({ ...notice, userId, name });
		}
		return made;
	};

	/** Some chunks are read, worked out and written side by side: while one waits for the database the processor has another. */
	const tellAll = async (report: ReportName, reportsOf: Map<Licence, Opened>, signal: AbortSignal): Promise<number> => {
		const now = clock.now();
		const planning = { now, market: moments(report.time) };
		let messages = 0;
		let isOver = false;
		let reading: Promise<string | null> = Promise.resolve(null);
		const next = async (): Promise<Chunk | undefined> => {
			const before = reading;
			const owners = before.then((after) => (isOver ? [] : records.noticeOwners(after, OWNERS)));
			reading = owners.then((found) => found.at(-1)?.id ?? null);
			// Whoever waits for it hears of its failure.
			reading.catch(() => {});
			const found = await owners;
			if (found.length < OWNERS) isOver = true;
			return found.length === 0 ? undefined : read(found, planning);
		};
		const lane = async (): Promise<void> => {
			try {
				for (let chunk = await next(); chunk; chunk = await next()) {
					signal.throwIfAborted();
					const notices = await noticesOf(chunk, reportsOf, now);
					if (notices.length === 0) continue;
					const leaving = new Set(notices.filter(isTold).map(({ userId }) => userId));
					const written = await records.writeNotices(report, notices, chunk.plans.of(chunk.owners, leaving), now);
					// Other lanes have counted meanwhile.
					messages += written;
				}
			} finally {
				isOver = true;
			}
		};
		const ended = await Promise.allSettled(Array.from({ length: LANES }, lane));
		for (const one of ended) if (one.status === 'rejected') throw one.reason;
		return messages;
	};

	return async (time: ReportTime, { signal }: { signal: AbortSignal }): Promise<{ messages: number }> => {
		const newest = reports.at(time);
		if (newest?.algo !== 'reverse') return { messages: 0 };
		// Done again, it goes on with the version that it began with.
		const report = await opened({ time, version: await records.beginNotices({ time, version: newest.version }) });
		const reportsOf = report ? await open(report) : new Map<Licence, Opened>();
		const messages = report && reportsOf.size > 0 ? await tellAll({ time, version: report.facts.version }, reportsOf, signal) : 0;
		await records.endNotices({ time, version: newest.version }, clock.now());
		return { messages };
	};
};

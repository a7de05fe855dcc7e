import type { AnswerOf, HandlerInput } from '@sw/contract/base/define';
import type { listMailCalls as calls } from '@sw/contract/inbox/list-mails';
import { licenceAt } from '@sw/domain/access/account';
import type { CallerAccount } from '@sw/domain/access/caller';
import { toConditions } from '@sw/domain/filters/entries';
import { hiddenIds } from '@sw/domain/filters/frozen';
import { readStoredConditions } from '@sw/domain/filters/groups';
import { toRowGroups } from '@sw/domain/filters/industries';
import { LIST_MAIL_SLOTS, MAX_LIST_MAILS, nextSlotReport, slotOf, slotReport } from '@sw/domain/inbox/list-mail';
import { formatListMailContent, formatListMailSubject, MAX_MAILED_ROWS } from '@sw/domain/inbox/list-mail-content';
import { isOpenTo } from '@sw/domain/reports/licence-gate';
import { defaultSortColumn } from '@sw/domain/reports/list/list-columns';
import type { ListQuestion } from '@sw/domain/reports/list/list-question';
import { rankPage } from '@sw/domain/reports/list/ranking';
import type { ParameterSet } from '@sw/domain/signals/parameters';
import { TABS, tabOperation } from '@sw/domain/signals/sector';
import type { Calendar } from '@sw/domain/time/calendar';
import { isoSeconds } from '@sw/domain/time/format';
import { strategyNamed } from '@sw/domain/time/timeframe';
import { DAY, type ReportTime, type UtcMs } from '@sw/domain/time/units';
import { newYorkDate } from '@sw/domain/time/zone';
import { createTableSymbols, type Directory } from '../../../market/window/directory.ts';
import type { Clock } from '../../../platform/clocks/wall-clock.ts';
import { notFound, Problem, unknownFilter } from '../../../platform/errors.ts';
import type { HotReport, HotReports } from '../../../reports/hot-reports.ts';
import { createTypeRule } from '../../type-rule.ts';
import type { ListMailRecords, OwnListMailRecords } from './ports.ts';

type DueListMail = Awaited<ReturnType<ListMailRecords['listMailsToSend']>>[number];

export interface ListMailParts {
	readonly records: ListMailRecords;
	readonly reports: Pick<HotReports, 'at' | 'table'>;
	readonly directory: Directory;
	readonly calendar: Pick<Calendar, 'sessionOn'>;
	readonly parameters: ParameterSet;
	readonly clock: Clock;
}

/**
 * Returns a function that writes the mails scheduled for the reports of a day, up to the given report, and returns their number. Mails missed while
 * no process ran are included. Each mail is written once a day, even if the call is repeated.
 */
export function createListMailWriter({ records, reports, directory, calendar, parameters, clock }: ListMailParts) {
	const { symbolOf, ranksOf } = createTableSymbols(directory);

	const rankList = ({ table }: HotReport, mail: DueListMail, hidden: ReadonlySet<number>) => {
		const { tab, filter } = mail;
		const { entries, groups } = filter ? readStoredConditions(filter.conditions) : { entries: [], groups: undefined };
		const question: ListQuestion = {
			tab,
			operation: filter?.operation ?? tabOperation(tab),
			strategy: strategyNamed(filter?.strategy ?? 'first'),
			conditions: toConditions(entries),
			groups: toRowGroups(groups, directory.industries()),
			exclude: hidden,
			types: createTypeRule(directory, 'stocks'),
			sortColumn: defaultSortColumn(tab),
		};
		const { total, rows, rates } = rankPage(table, ranksOf(table), question, parameters, { skip: 0, max: MAX_MAILED_ROWS });
		return { total, rows: Array.from(rows, (row, at) => ({ symbol: symbolOf(table, row), rate: rates[at]! })) };
	};

	const writeSlot = async (report: HotReport, slot: string, day: string, signal: AbortSignal): Promise<number> => {
		const { facts } = report;
		const dueMails = await records.listMailsToSend({ slot, report: facts.time, day });
		const permittedMails = dueMails.filter(({ account }) => {
			const licence = account.status === 'active' ? licenceAt(account, clock.now()) : null;
			return licence !== null && isOpenTo(licence, facts, facts.first);
		});
		if (permittedMails.length === 0) return 0;
		const frozenByUser = Map.groupBy(
			await records.frozenOfUsers([...new Set(permittedMails.map(({ userId }) => userId))], clock.now()),
			({ userId }) => userId,
		);
		let writtenCount = 0;
		for (const mail of permittedMails) {
			signal.throwIfAborted();
			const hiddenTickers = hiddenIds(frozenByUser.get(mail.userId) ?? [], mail, clock.now());
			const name = mail.filterName ?? TABS.find((tab) => tab.name === mail.tab)?.label ?? mail.tab;
			const list = { name, mail, report: facts.time, ...rankList(report, mail, hiddenTickers) };
			const message = { day, subject: formatListMailSubject(list), content: formatListMailContent(list) };
			if (await records.writeListMail(mail, message, clock.now())) writtenCount++;
		}
		return writtenCount;
	};

	return async (time: ReportTime, signal: AbortSignal): Promise<number> => {
		const day = newYorkDate(time);
		const session = calendar.sessionOn(day);
		if (!session) return 0;
		let writtenCount = 0;
		for (const slot of LIST_MAIL_SLOTS) {
			const reportTime = slotReport(session, slot);
			const facts = reportTime <= time ? reports.at(reportTime) : undefined;
			const table = facts?.algo === 'reverse' ? await reports.table(facts) : undefined;
			if (facts && table) writtenCount += await writeSlot({ facts, table }, slot, day, signal);
		}
		return writtenCount;
	};
}

type ListMail = AnswerOf<typeof calls.addListMail, 201>;
type StoredListMail = Awaited<ReturnType<OwnListMailRecords['listMailsOf']>>[number];
type NewMail = HandlerInput<typeof calls.addListMail>['body'];

/** How far back the newest report of a time of day is searched, to know which licences open such reports. */
const LOOK_BACK_MS = 14 * DAY;

interface OwnListMailParts {
	readonly records: OwnListMailRecords;
	readonly reports: Pick<HotReports, 'newestBetween'>;
	/** The market clock. */
	readonly marketNow: () => UtcMs;
	readonly calendar: Pick<Calendar, 'sessionAt' | 'nextToOpen'>;
	readonly clock: Clock;
}

/** Lets users manage their own scheduled list mails. */
export function createOwnListMails({ records, reports, marketNow, calendar, clock }: OwnListMailParts) {
	/** 403 for a time of day whose reports the licence doesn't open. */
	const requireOpenSlot = (licence: CallerAccount['licence'], slot: string): void => {
		const now = marketNow();
		const lastReport = reports.newestBetween(now - LOOK_BACK_MS, now, ({ time, algo }) => algo === 'reverse' && slotOf(time) === slot);
		if (lastReport && !isOpenTo(licence, lastReport, lastReport.first))
			throw new Problem('denied', { detail: `Your licence doesn't include the reports of ${slot}. Choose another time.` });
	};
	const present = ({ id, filterId, filterName, tab, slot }: StoredListMail): ListMail => {
		const nextAt = nextSlotReport(calendar, slot, marketNow());
		return { id, filter: filterId, filter_name: filterName, tab_type: tab, slot, next: nextAt === undefined ? null : isoSeconds(nextAt) };
	};
	return {
		list: async ({ id }: CallerAccount): Promise<AnswerOf<typeof calls.listMails>> => ({
			items: (await records.listMailsOf(id)).map(present),
			allowed: MAX_LIST_MAILS,
		}),

		add: async ({ id, licence }: CallerAccount, { filter: filterId, tab_type: tab, slot }: NewMail): Promise<ListMail> => {
			requireOpenSlot(licence, slot);
			const mail = { filterId, tab, slot, since: marketNow() };
			const addedMail = await records.addListMail(id, mail, { maxSchedules: MAX_LIST_MAILS, now: clock.now() });
			if (addedMail === 'full')
				throw new Problem('denied', { detail: `An account can schedule ${MAX_LIST_MAILS} lists. Delete one first.` });
			if (addedMail === 'no filter') throw unknownFilter('filter');
			return present(addedMail);
		},

		remove: async ({ id }: CallerAccount, mailId: number): Promise<void> => {
			if (!(await records.removeListMail(id, mailId))) throw notFound('Scheduled list not found');
		},
	};
}

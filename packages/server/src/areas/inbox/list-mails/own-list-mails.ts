import type { AnswerOf, Received } from '@sw/contract/base/define';
import type { listMailCalls as calls } from '@sw/contract/inbox/list-mails';
import type { CallerAccount } from '@sw/domain/access/caller';
import { MOST_LIST_MAILS, nextSlotReport, slotOf } from '@sw/domain/inbox/list-mail';
import { isOpenTo } from '@sw/domain/reports/licence-gate';
import type { Calendar } from '@sw/domain/time/calendar';
import { isoSeconds } from '@sw/domain/time/format';
import { DAY, type UtcMs } from '@sw/domain/time/units';
import type { Clock } from '../../../platform/clocks/clock.ts';
import { notFound, Problem } from '../../../platform/errors.ts';
import { unknownFilter } from '../../../platform/unknown-values.ts';
import type { HotReports } from '../../../reports/hot-reports.ts';
import type { OwnListMailRecords } from './ports.ts';

type Mail = AnswerOf<typeof calls.addListMail, 201>;
type Stored = Awaited<ReturnType<OwnListMailRecords['listMailsOf']>>[number];
type NewMail = Received<typeof calls.addListMail>['body'];

/** How far back a report of the same time of day is looked for, to know who opens it. */
const LOOK_BACK = 14 * DAY;

export interface OwnListMailParts {
	readonly records: OwnListMailRecords;
	readonly reports: Pick<HotReports, 'newestBetween'>;
	/** The market clock. */
	readonly marketNow: () => UtcMs;
	readonly calendar: Pick<Calendar, 'sessionAt' | 'nextToOpen'>;
	readonly clock: Clock;
}

/** An account's own schedules of lists by mail. */
export function createOwnListMails({ records, reports, marketNow, calendar, clock }: OwnListMailParts) {
	/** Refuses a time of day whose reports the licence doesn't open. */
	const requireOpen = (licence: CallerAccount['licence'], slot: string): void => {
		const now = marketNow();
		const known = reports.newestBetween(now - LOOK_BACK, now, ({ time, algo }) => algo === 'reverse' && slotOf(time) === slot);
		if (known && !isOpenTo(licence, known, known.first))
			throw new Problem('denied', { detail: `Your licence doesn't include the reports of ${slot}. Choose another time.` });
	};
	const present = ({ id, filterId, filterName, tab, slot }: Stored): Mail => {
		const next = nextSlotReport(calendar, slot, marketNow());
		return { id, filter: filterId, filter_name: filterName, tab_type: tab, slot, next: next === undefined ? null : isoSeconds(next) };
	};
	return {
		list: async ({ id }: CallerAccount): Promise<AnswerOf<typeof calls.listMails>> => ({
			items: (await records.listMailsOf(id)).map(present),
			allowed: MOST_LIST_MAILS,
		}),

		add: async ({ id, licence }: CallerAccount, { filter: filterId, tab_type: tab, slot }: NewMail): Promise<Mail> => {
			requireOpen(licence, slot);
			const mail = { filterId, tab, slot, since: marketNow() };
			const added = await records.addListMail(id, mail, { allowed: MOST_LIST_MAILS, now: clock.now() });
			if (added === 'full') throw new Problem('denied', { detail: `An account can schedule ${MOST_LIST_MAILS} lists. Delete one first.` });
			if (added === 'no filter') throw unknownFilter('filter');
			return present(added);
		},

		remove: async ({ id }: CallerAccount, which: number): Promise<void> => {
			if (!(await records.removeListMail(id, which))) throw notFound('Scheduled list not found');
		},
	};
}

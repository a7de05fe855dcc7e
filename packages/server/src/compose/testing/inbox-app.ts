import type { FilterAlert } from '@sw/domain/inbox/message';
import { PARAMETERS_V1 } from '@sw/domain/signals/parameters';
import type { ReportTime } from '@sw/domain/time/units';
import { bindFilterAreaRecords } from '@sw/store/postgres/records/filters/personal';
import { messages } from '@sw/store/postgres/schema/inbox';
import { type AccountApp, accountApp, ORIGIN } from '../../areas/accounts/testing/account-app.ts';
import { createUserListsCache } from '../../areas/filters/personal.ts';
import { BASIC_TIME, createFacts, createReport, smallWorld } from '../../market/window/testing/fixture.ts';
import { type Inbox, openInbox } from '../areas/inbox.ts';
import { createAuditLog } from '../core/audit.ts';

export type InboxApp = AccountApp & {
	inbox: Inbox;
	/** Adds a filter alert; resolves to the message's id. */
	addFilterAlert(userId: string, change?: Partial<FilterAlert>, subject?: string): Promise<number>;
};

/** The report before that of BASIC_TIME. */
export const PREVIOUS_TIME = (BASIC_TIME - 3_600_000) as ReportTime;

/** The inbox behind real authentication, with a few reports. */
export async function inboxApp(): Promise<InboxApp> {
	const world = smallWorld();
	world.reports.add(createFacts(PREVIOUS_TIME), createReport(PREVIOUS_TIME));
	let inbox: Inbox | undefined;
	const app = await accountApp({
		createAreas: ({ accounts, records, clock }) => {
			const personal = createUserListsCache(bindFilterAreaRecords(records.db), clock.now);
			inbox = openInbox({
				records,
				market: world,
				calendar: world.calendar,
				workspace: { lists: personal.get, version: async () => undefined, pricesAt: () => world.prices },
				accounts,
				config: { origin: ORIGIN },
				currentParameters: () => PARAMETERS_V1,
				wall: clock,
				audit: createAuditLog(accounts),
			});
			return [inbox.area];
		},
	});
	return {
		...app,
		inbox: inbox as Inbox,
		addFilterAlert: async (userId, change = {}, subject = 'Rise with volume') => {
			const {
				filterId,
				report,
				since,
				entered,
				left,
				sent: reported,
				...content
			} = {
				filterId: 1,
				report: { time: BASIC_TIME, version: 1 },
				since: { time: PREVIOUS_TIME, version: 1 },
				entered: [10, 30],
				left: [20],
				sent: null,
				tab: 'extreme_rise',
				strategy: 'first',
				operation: 'short',
				entries: [{ sector: 'volume', timeframe: 'one_hour', value: 2 }],
				matches: 2,
				before: 1,
				of: 5,
				...change,
			} satisfies FilterAlert;
			const [row] = await app.records.db
				.insert(messages)
				.values({
					userId,
					kind: 'filter',
					filterId,
					reportTime: report.time,
					reportVersion: report.version,
					sinceTime: since.time,
					sinceVersion: since.version,
					entered: [...entered],
					left: [...left],
					told: reported === null ? null : [...reported],
					subject,
					content,
					createdAt: app.accounts.context.clock.now(),
				})
				.returning({ id: messages.id });
			return row?.id as number;
		},
	};
}

import type { Channel } from '@sw/domain/inbox/delivery';
import { PARAMETERS_V1 } from '@sw/domain/signals/parameters';
import type { ReportTable } from '@sw/domain/signals/report-table';
import { MINUTE, type ReportTime, type TickerId, utcMs } from '@sw/domain/time/units';
import { sql } from '@sw/store/postgres/records';
import { bindFilterAreaRecords } from '@sw/store/postgres/records/filters/personal';
import { filters } from '@sw/store/postgres/schema/filters';
import { deliveries, messages } from '@sw/store/postgres/schema/inbox';
import { type AccountApp, accountApp, ORIGIN } from '../../areas/accounts/testing/account-app.ts';
import { createUserListsCache } from '../../areas/filters/personal.ts';
import { BASIC_TIME, createFacts, createReport, smallWorld, tickers } from '../../market/window/testing/fixture.ts';
import { createLoopbackAgent } from '../../outside/https/testing/loopback-agent.ts';
import { type Receiver, startReceiver } from '../../outside/https/testing/receiver.ts';
import { startFakeMailServer } from '../../outside/mail/testing/fake-mail-server.ts';
import type { BoundJob } from '../../platform/jobs/definition.ts';
import { type Delivery, openDelivery } from '../areas/delivery.ts';
import { openInbox } from '../areas/inbox.ts';
import { createAuditLog } from '../core/audit.ts';

export const PUSH_HOST = 'push.example.test';

export interface DeliveryApp extends AccountApp {
	delivery: Delivery;
	/** Represents every push service and every user's webhook. */
	receiver: Receiver;
	mailServer: Awaited<ReturnType<typeof startFakeMailServer>>;
	/** The mail server's replies by SMTP verb, in place of success. */
	mailAnswers: Record<string, string>;
	errors: string[];
	/** Adds a filter with alerts on; returns its id. */
	addFilter(userId: string, name: string): Promise<number>;
	/** Adds an alert and its delivery, as after a report; returns the delivery's id. */
	addDelivery(userId: string, channel: Channel, options?: DeliveryOptions): Promise<string>;
	readState(id: string): Promise<Pick<typeof deliveries.$inferSelect, 'state' | 'attempts' | 'reason' | 'dueAt'> | undefined>;
	/** Sends due deliveries, as the jobs do, until the signal aborts. */
	runJobs(signal?: AbortSignal): Promise<void>;
	/** Advances time, then sends due deliveries. */
	advance(ms: number): Promise<void>;
}

interface DeliveryOptions {
	filterId?: number;
	subject?: string;
	/** Minutes from now. */
	dueMinutes?: number;
	marketDue?: number;
	/** Number of messages that the delivery combines. */
	count?: number;
	/** `alert`: a ticker alert with the wheel of the first ticker. */
	kind?: 'filter' | 'order' | 'alert';
	report?: number;
	/** The table of the messages' reports. */
	table?: ReportTable;
}

interface DeliveryAppOptions {
	/** Hosts and ports that the operator allows. */
	local?: readonly string[];
	telegramToken?: string | null;
	origin?: string;
}

/** Outgoing deliveries with receivers on this machine; the test controls the clock and when jobs run. */
export async function deliveryApp({ local = [], telegramToken = null, origin = ORIGIN }: DeliveryAppOptions = {}): Promise<DeliveryApp> {
	const receiver = await startReceiver();
	const mailAnswers: Record<string, string> = {};
	const mailServer = await startFakeMailServer({ negativeReplies: mailAnswers });
	const errors: string[] = [];
	const world = smallWorld();
	const boundJobs: BoundJob[] = [];
	const requestedKinds = new Set<string>();
	const opened: { delivery?: Delivery } = {};
	const baseApp = await accountApp({
		smtpUrl: `smtp://127.0.0.1:${mailServer.port}`,
		createAreas: async ({ accounts, records, clock }) => {
			const wall = { now: clock.now, after: () => () => {} };
			const audit = createAuditLog(accounts);
			opened.delivery = await openDelivery({
				parameters: PARAMETERS_V1,
				records,
				accounts,
				config: {
					origin,
					contact: 'desk@example.test',
					mailFrom: 'Signalwheel <no-reply@localhost>',
					push: { hosts: [PUSH_HOST], keys: null },
					localReceivers: local,
					telegramToken,
				},
				market: world,
				source: world.source,
				wall,
				audit,
				jobs: {
					submit: async (definition) => {
						requestedKinds.add(definition.kind);
						return {} as never;
					},
					runLane: async (_lane, laneJobs) => void boundJobs.push(...laneJobs),
				},
				random: () => 0,
				agent: createLoopbackAgent(receiver.port),
				onError: (message, error) => errors.push(`${message}: ${error instanceof Error ? error.message : error}`),
			});
			const personal = createUserListsCache(bindFilterAreaRecords(records.db), clock.now);
			const inbox = openInbox({
				records,
				market: world,
				calendar: world.calendar,
				workspace: { lists: personal.get, version: async () => undefined, pricesAt: () => world.prices },
				accounts,
				config: { origin },
				currentParameters: () => PARAMETERS_V1,
				wall: clock,
				audit,
			});
			return [inbox.area, opened.delivery.area];
		},
	});
	const delivery = opened.delivery as Delivery;
	await delivery.begin();
	const { db } = baseApp.records;

	const runJobs = async (signal = new AbortController().signal): Promise<void> => {
		await delivery.runCheck();
		for (const { definition, run } of boundJobs) {
			if (requestedKinds.delete(definition.kind)) await run({}, { progress: () => {}, printLine: () => {}, signal, isLastTry: false });
		}
	};
	let reportCount = 0;
	const addFilter = async (userId: string, name: string): Promise<number> => {
		const at = utcMs(baseApp.clock.now());
		const values = { userId, tab: 'free', strategy: 'first', name, nameKey: name.toLowerCase(), conditions: [], feedPosition: 0 } as const;
		const [added] = await db
			.insert(filters)
			.values({ ...values, createdAt: at, updatedAt: at, conditionsAt: at })
			.returning({ id: filters.id });
		return added?.id as number;
	};
	const findOrAddFilter = async (userId: string): Promise<number> => {
		const [row] = await db.select({ id: filters.id }).from(filters).where(sql`${filters.userId} = ${userId}`).limit(1);
		return row?.id ?? addFilter(userId, 'Rise');
	};

	return {
		...baseApp,
		delivery,
		receiver,
		mailServer,
		mailAnswers,
		errors,
		runJobs,
		advance: async (ms) => {
			baseApp.clock.forward(ms);
			await runJobs();
		},
		addFilter,
		addDelivery: async (
			userId,
			channel,
			{ filterId, subject = 'Rise', dueMinutes = 0, marketDue, count = 1, kind = 'filter', report = BASIC_TIME, table } = {},
		) => {
			const now = utcMs(baseApp.clock.now());
			const ids: number[] = [];
			for (let n = 0; n < count; n++) {
				// A filter has at most one alert for a report.
				const time = utcMs(report - 3_600_000 * ++reportCount);
				world.reports.add(createFacts(time as never), table ?? (kind === 'alert' ? createReport(time as ReportTime) : undefined));
				const wheel = { tickerId: tickers[0]?.id as TickerId, time: time as ReportTime, tab: 'extreme_rise', strategy: 'first' } as const;
				const kindValues =
					kind !== 'filter'
						? { content: { text: 'Your order was paid.\n\nThank you.', link: '/profile', ...(kind === 'alert' ? { wheel } : {}) } }
						: {
								filterId: filterId ?? (await findOrAddFilter(userId)),
								reportTime: time,
								reportVersion: 1,
								sinceTime: utcMs(time - 3_600_000),
								sinceVersion: 1,
								entered: [10, 30],
								left: [20],
								content: { tab: 'free', strategy: 'first', operation: 'long', entries: [], matches: 2, before: 1, of: 1_200 } as const,
							};
				const [row] = await db
					.insert(messages)
					.values({ userId, kind, subject: count === 1 ? subject : `${subject} ${n + 1}`, createdAt: now, ...kindValues })
					.returning({ id: messages.id });
				ids.push(row?.id as number);
			}
			const [row] = await db
				.insert(deliveries)
				.values({
					userId,
					channel,
					moment: `moment ${ids[0]}`,
					messageIds: ids,
					dueAt: utcMs(now + dueMinutes * MINUTE),
					marketDue: marketDue === undefined ? null : utcMs(marketDue),
					createdAt: now,
				})
				.returning({ id: deliveries.id });
			return row?.id as string;
		},
		readState: async (id) => {
			const { state, attempts, reason, dueAt } = deliveries;
			return (await db.select({ state, attempts, reason, dueAt }).from(deliveries).where(sql`${deliveries.id} = ${id}`))[0];
		},
		[Symbol.asyncDispose]: async () => {
			await baseApp[Symbol.asyncDispose]();
			await receiver[Symbol.asyncDispose]();
			await mailServer.close();
		},
	};
}

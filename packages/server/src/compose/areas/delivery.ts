import type { Agent } from 'node:https';
import { deliveryCalls } from '@sw/contract/inbox/delivery';
import { rowInformation } from '@sw/domain/filings/information';
import type { Channel } from '@sw/domain/inbox/delivery';
import type { ReportVersionId } from '@sw/domain/inbox/message';
import { DELIVERY_LIFE_DAYS } from '@sw/domain/inbox/outgoing';
import { hostOf } from '@sw/domain/previews/preview-key';
import { isOpenTo } from '@sw/domain/reports/licence-gate';
import { rowOfTicker } from '@sw/domain/reports/list/row-mask';
import type { ParameterSet } from '@sw/domain/signals/parameters';
import type { ReportTable } from '@sw/domain/signals/report-table';
import { strategyNamed } from '@sw/domain/time/timeframe';
import { DAY, MINUTE, utcMs } from '@sw/domain/time/units';
import { isOutage } from '@sw/store/faults/outage';
import type { Stores } from '@sw/store/open';
import type { Db } from '@sw/store/postgres/records';
import { userById } from '@sw/store/postgres/records/accounts/users';
import { bindQueries } from '@sw/store/postgres/records/bind-queries';
import * as deliveries from '@sw/store/postgres/records/inbox/deliveries';
import { changeDelivery } from '@sw/store/postgres/records/inbox/delivery-settings';
import { removeListMails } from '@sw/store/postgres/records/inbox/list-mails';
import * as channels from '@sw/store/postgres/records/inbox/message-channels';
import * as ownChannels from '@sw/store/postgres/records/inbox/own-channels';
import { ensureSetting, setting } from '@sw/store/postgres/records/settings';
import { z } from 'zod';
import type { Accounts } from '../../areas/accounts/create.ts';
import type { AuditAct } from '../../areas/audit-act.ts';
import { type Implementation, implement } from '../../areas/handlers.ts';
import { CHECK_INTERVAL_MS, createDeliverer, DELIVERY_JOBS } from '../../areas/inbox/delivery/deliver.ts';
import { createDeliveryHandlers } from '../../areas/inbox/delivery/handlers.ts';
import { linkTelegramChats } from '../../areas/inbox/delivery/own-message-channels.ts';
import type { DeliveryParts } from '../../areas/inbox/delivery/ports.ts';
import type { Config, PushConfig } from '../../config/config.ts';
import { PRODUCT_VERSION } from '../../config/product-version.ts';
import type { Source } from '../../market/window/source.ts';
import { createHttpsPoster, createLocalReceivers } from '../../outside/https/https-poster.ts';
import { createPublicAgent } from '../../outside/https/public-agent.ts';
import { createMessengers } from '../../outside/messengers/messengers.ts';
import { createTelegramBot } from '../../outside/messengers/telegram-bot.ts';
import { createPush, generatePushKeys, type PushKeys } from '../../outside/push/push.ts';
import { createWebhook, explainInvalidWebhook } from '../../outside/webhook/webhook.ts';
import { pause } from '../../platform/clocks/pause.ts';
import { toClock, type WallClock } from '../../platform/clocks/wall-clock.ts';
import { type BoundJob, bindJob } from '../../platform/jobs/definition.ts';
import type { Jobs } from '../../platform/jobs/jobs.ts';
import type { RandomSource } from '../../platform/random-source.ts';
import { PRODUCT_NAME } from '../core/audit.ts';
import type { ReportedMarket } from '../core/market.ts';
import { createWheelPictures } from './wheel-pictures.ts';

const SECRETS_KEY = 'delivery_secrets';

const SECRET_BYTES = 32;

const storedKeys = z.object({ push: z.object({ publicKey: z.string(), privateKey: z.string() }), unsubscribe: z.string() });

interface DeliveryKeys {
	readonly push: PushKeys;
	/** Signs links in messages. */
	readonly unsubscribe: Buffer;
}

/** First and longest wait before a retry, in milliseconds. The wait doubles each time: an outage is either over immediately or lasts. */
const [FIRST_RETRY_WAIT, LONGEST_RETRY_WAIT] = [100, 2_000];

/** How long to retry recording the result of an attempt. Attempt and recording must end before the claim on the delivery expires. */
const RECORD_TIMEOUT_MS = 2 * MINUTE;

export interface DeliveryWiring {
	records: Pick<Stores['records'], 'db'>;
	accounts: Pick<Accounts, 'context'>;
	config: Pick<Config, 'origin' | 'contact' | 'mailFrom' | 'push' | 'localReceivers' | 'telegramToken'>;
	market: Pick<ReportedMarket, 'directory' | 'now'> & { reports: Pick<ReportedMarket['reports'], 'at' | 'table'> };
	source: Pick<Source, 'label' | 'simulated'>;
	parameters: ParameterSet;
	wall: WallClock;
	audit: AuditAct;
	jobs: Pick<Jobs, 'submit' | 'runLane'>;
	random: () => number;
	/** HTTP agent for outgoing requests. Default: one that reaches the public internet only. */
	agent?: Agent | undefined;
	onError(message: string, error: unknown): void;
}

export interface Delivery {
	area: Implementation;
	boundJobs: readonly BoundJob[];
	/** To be called when new deliveries were written: some may be due now. */
	wake(): void;
	/** Starts delivering, and checking regularly for due deliveries. */
	begin(): Promise<void>;
	/** Runs the regular check once. */
	runCheck(): Promise<void>;
	/** Links Telegram chats by the codes that users send to the bot, until the signal aborts. Only in the leading process. */
	linkChats(stopSignal: AbortSignal): Promise<void>;
	/** Deletes old finished deliveries; to be called once a day. */
	sweep(): Promise<void>;
	stop(): void;
}

/** Opens the outgoing channels of alerts: mail, web push, webhooks and messaging apps. */
export async function openDelivery(wiring: DeliveryWiring): Promise<Delivery> {
	const { records, accounts, config, market, source, parameters, wall, audit, jobs, random, agent, onError } = wiring;
	const { db } = records;
	const stored = bindQueries({ ...deliveries, ...ownChannels, ...channels, changeDelivery, removeListMails, userById }, db);
	const withRetries = retryDuringOutage(wall, RECORD_TIMEOUT_MS);
	const clock = toClock(wall);
	const { randomSource, mailer, limits } = accounts.context;
	const keys = await loadDeliveryKeys(db, config.push.keys, randomSource);
	const local = createLocalReceivers(config.localReceivers);
	const post = createHttpsPoster({ agent: agent ?? createPublicAgent(), wall, localReceivers: local });
	const userAgent = `Signalwheel/${PRODUCT_VERSION}`;
	const { telegramToken } = config;
	const telegram = telegramToken === null ? null : createTelegramBot({ post, token: telegramToken, userAgent });

	const submitJob = async (channel: Channel): Promise<void> => {
		await jobs.submit(DELIVERY_JOBS[channel], {}, PRODUCT_NAME);
	};
	const checkDue = async (): Promise<void> => {
		for (const channel of await deliverer.findDueChannels()) if (!activeChannels.has(channel)) await submitJob(channel);
	};
	const wake = (): void => void checkDue().catch((error) => onError('failed to check for due deliveries', error));

	const parts = {
		records: {
			...stored,
			recordDeliveryOutcome: withRetries(stored.recordDeliveryOutcome),
			stopChannel: withRetries(stored.stopChannel),
			removePushBrowser: withRetries(stored.removePushBrowser),
			recordPushReceipt: withRetries(stored.recordPushReceipt),
			recordWebhookAttempt: withRetries(stored.recordWebhookAttempt),
			recordChannelReceipt: withRetries(stored.recordChannelReceipt),
			recordChannelFailure: withRetries(stored.recordChannelFailure),
			stopMessageChannel: withRetries(stored.stopMessageChannel),
		},
		mailer,
		push: createPush({ keys: keys.push, subject: pushContactUrl(config), post }),
		webhook: createWebhook({ post, userAgent }),
		messengers: createMessengers({ post, userAgent, telegramToken }),
		telegram,
		localReceivers: local,
		clock,
		marketNow: () => utcMs(market.now()),
		random,
		randomSource,
		origin: config.origin,
		label: source.simulated ? source.label : null,
		pushHosts: config.push.hosts,
		linkSecret: keys.unsubscribe,
		symbolOf: (id: number) => market.directory.byId(id)?.symbol ?? `#${id}`,
		informationIn: createInformationIn(market.reports, onError),
		pictureOf: createWheelPictures(market, { source, parameters, siteHost: hostOf(config.origin), onError }),
		hasPublicOrigin: explainInvalidWebhook(config.origin) === undefined,
		isReportOpen: (licence: Parameters<typeof isOpenTo>[0], time: number) => {
			const facts = market.reports.at(time);
			return facts !== undefined && isOpenTo(licence, facts, facts.first);
		},
		countTest: (userId: string) => limits.count('trial account', userId),
		wake,
		audit,
		onError,
	};
	const deliverer = createDeliverer(parts);

	/** Channels that a job of this process is delivering now. */
	const activeChannels = new Set<Channel>();
	const boundJobs = (Object.keys(DELIVERY_JOBS) as Channel[]).map((channel) =>
		bindJob(DELIVERY_JOBS[channel], async (_payload, { signal }) => {
			activeChannels.add(channel);
			try {
				return { deliveries: await deliverer.drain(channel, signal) };
			} finally {
				activeChannels.delete(channel);
			}
		}),
	);

	let cancel = (): void => {};
	const scheduleChecks = (): void => {
		cancel = wall.after(CHECK_INTERVAL_MS, () => {
			void checkDue()
				.catch((error) => onError('failed to check for due deliveries', error))
				.finally(scheduleChecks);
		});
	};

	return {
		area: implement(deliveryCalls, createDeliveryHandlers(parts)),
		boundJobs,
		wake,
		begin: async () => {
			for (const boundJob of boundJobs) await jobs.runLane(boundJob.definition.lane, [boundJob]);
			await checkDue();
			scheduleChecks();
		},
		runCheck: checkDue,
		linkChats: async (stopSignal) => {
			if (telegram) await linkTelegramChats({ ...parts, telegram, pause: (ms, signal) => pause(wall, ms, signal) }, stopSignal);
		},
		sweep: () => {
			const now = clock.now();
			return stored.sweepDeliveries({
				deliveredCutoff: utcMs(now - DELIVERY_LIFE_DAYS.delivered * DAY),
				finishedCutoff: utcMs(now - DELIVERY_LIFE_DAYS.other * DAY),
			});
		},
		stop: () => cancel(),
	};
}

/** Creates a function that reads a filter alert's report: did the ticker's issuer file something within the strategy's look-back? */
function createInformationIn(
	reports: DeliveryWiring['market']['reports'],
	onError: DeliveryWiring['onError'],
): DeliveryParts['informationIn'] {
	const readTable = async ({ time, version }: ReportVersionId): Promise<ReportTable | undefined> => {
		try {
			const facts = reports.at(time);
			return facts?.version === version ? await reports.table(facts) : undefined;
		} catch (error) {
			// A message without the flags is better than none.
			onError('failed to read the report of an alert', error);
			return undefined;
		}
	};
	return async ({ report, strategy }) => {
		const table = await readTable(report);
		return (id) => {
			const row = table ? rowOfTicker(table, id) : -1;
			return table && row !== -1 ? rowInformation(table, row, strategyNamed(strategy)) : undefined;
		};
	};
}

/** Returns the operator's contact URL for push services: the configured contact, else an https origin, else the sender's mailbox. */
function pushContactUrl({ contact, origin, mailFrom }: DeliveryWiring['config']): string {
	if (contact !== null) return `mailto:${contact}`;
	if (origin.startsWith('https:')) return origin;
	return `mailto:${/<([^<>]+)>\s*$/.exec(mailFrom)?.[1] ?? mailFrom}`;
}

/** Wraps a write that records what has already happened outside: retries it during a database outage for up to `timeoutMs` milliseconds. */
export function retryDuringOutage(wall: WallClock, timeoutMs: number) {
	return <A extends unknown[], R>(write: (...args: A) => Promise<R>) =>
		async (...args: A): Promise<R> => {
			const end = wall.now() + timeoutMs;
			for (let wait = FIRST_RETRY_WAIT; ; wait = Math.min(LONGEST_RETRY_WAIT, 2 * wait)) {
				try {
					return await write(...args);
				} catch (error) {
					if (!isOutage(error) || wall.now() + wait >= end) throw error;
					await pause(wall, wait);
				}
			}
		};
}

/** Reads the stored keys; the first start creates them. New keys would break push subscriptions and the links in sent mails. */
export async function loadDeliveryKeys(
	db: Db,
	configured: PushConfig['keys'],
	randomSource: Pick<RandomSource, 'bytes'>,
): Promise<DeliveryKeys> {
	const createKeys = async () => ({ push: await generatePushKeys(), unsubscribe: randomSource.bytes(SECRET_BYTES).toString('base64') });
	const { push, unsubscribe } = storedKeys.parse(
		(await setting(db, SECRETS_KEY)) ?? (await ensureSetting(db, SECRETS_KEY, await createKeys())),
	);
	return { push: configured ?? push, unsubscribe: Buffer.from(unsubscribe, 'base64') };
}

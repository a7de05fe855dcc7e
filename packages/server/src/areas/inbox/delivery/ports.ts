/** Storage and services for delivery. */
import type { Channel, DeliverySettings, DeliveryChange as SettingsChange, StoppedChannel } from '@sw/domain/inbox/delivery';
import type { MessageChannel } from '@sw/domain/inbox/message-channel';
import type {
	DeliveryChange,
	DeliverySearch,
	DeliveryState,
	DeliveryStatus,
	Outgoing,
	OwnWebhook,
	PushBrowser,
	TakenDelivery,
} from '@sw/domain/inbox/outgoing';
import type { Licence } from '@sw/domain/reports/licence';
import type { ReportTime, UtcMs } from '@sw/domain/time/units';
import type { LocalReceivers } from '../../../outside/https/local-receivers.ts';
import type { Mailer } from '../../../outside/mail/mail.ts';
import type { Messengers } from '../../../outside/messengers/messengers.ts';
import type { TelegramBot } from '../../../outside/messengers/telegram-bot.ts';
import type { Push } from '../../../outside/push/push.ts';
import type { Webhook } from '../../../outside/webhook/webhook.ts';
import type { Clock } from '../../../platform/clocks/clock.ts';
import type { RandomSource } from '../../../platform/random-source.ts';
import type { AuditAct } from '../../audit-act.ts';

interface Moment {
	now: UtcMs;
	marketNow: UtcMs;
}

type NewChannel = Pick<MessageChannel, 'service' | 'name' | 'address' | 'token' | 'codeEnds'> & { codeHash: Uint8Array | null };

/** Absent rows are undefined. */
export interface DeliveryRecords {
	dueChannels(moment: Moment): Promise<Channel[]>;
	claimDueDeliveries(channel: Channel, taking: Moment & { until: UtcMs; most: number }): Promise<TakenDelivery[]>;
	outgoingOf(taken: readonly TakenDelivery[]): Promise<Outgoing[]>;
	recordDeliveryOutcome(id: string, change: DeliveryChange): Promise<void>;
	stopChannel(userId: string, channel: Channel, why: string, now: UtcMs): Promise<boolean>;

	pushBrowsersOf(userId: string): Promise<PushBrowser[]>;
	pushBrowsersOfAll(userIds: readonly string[]): Promise<(PushBrowser & { userId: string })[]>;
	savePushBrowser(
		userId: string,
		browser: Pick<PushBrowser, 'endpoint' | 'p256dh' | 'auth' | 'serverKey' | 'agent' | 'createdAt'>,
		most: number,
	): Promise<PushBrowser | undefined>;
	removePushBrowser(userId: string, by: { id: string } | { endpoint: string }): Promise<boolean>;
	recordPushReceipt(deliveryId: string, browserId: string, now: UtcMs): Promise<void>;
	pushReceiptsOf(deliveryIds: readonly string[]): Promise<{ deliveryId: string; subscriptionId: string }[]>;

	webhookOf(userId: string): Promise<OwnWebhook | undefined>;
	webhooksOfAll(userIds: readonly string[]): Promise<(OwnWebhook & { userId: string })[]>;
	saveWebhook(userId: string, webhook: { url: string; secret: string }, now: UtcMs): Promise<void>;
	removeWebhook(userId: string): Promise<boolean>;
	recordWebhookAttempt(userId: string, isTaken: boolean, now: UtcMs): Promise<OwnWebhook | undefined>;

	messageChannelsOf(userId: string, now: UtcMs): Promise<MessageChannel[]>;
	/** Connected and not stopped. */
	readyChannelsOfAll(userIds: readonly string[]): Promise<(MessageChannel & { userId: string })[]>;
	/** 'limit': the account has as many as allowed; 'known': it has the same address. */
	addMessageChannel(userId: string, added: NewChannel, given: { allowed: number; now: UtcMs }): Promise<MessageChannel | 'limit' | 'known'>;
	removeMessageChannel(userId: string, id: string): Promise<boolean>;
	resumeMessageChannel(userId: string, id: string): Promise<MessageChannel | undefined>;
	linkChat(codeHash: Uint8Array, chat: string, now: UtcMs): Promise<{ userId: string } | undefined>;
	recordChannelReceipt(deliveryId: string, channelId: string, now: UtcMs): Promise<void>;
	channelReceiptsOf(deliveryIds: readonly string[]): Promise<{ deliveryId: string; channelId: string }[]>;
	recordChannelFailure(id: string, failed: { now: UtcMs; pausedUntil: UtcMs | null }): Promise<MessageChannel | undefined>;
	stopMessageChannel(id: string, why: string, now: UtcMs): Promise<void>;

	changeDelivery(userId: string, change: SettingsChange, now: UtcMs): Promise<DeliverySettings | undefined>;
	userById(userId: string): Promise<{ email: string } | undefined>;

	listDeliveries(search: DeliverySearch, skip: number, max: number): Promise<{ items: DeliveryStatus[]; total: number }>;
	deliveryById(id: string): Promise<DeliveryStatus | undefined>;
	deliverAgain(id: string, now: UtcMs): Promise<boolean>;
	deliveryCounts(since: UtcMs): Promise<{ channel: Channel; state: DeliveryState; count: number }[]>;
	longestDue(moment: Moment): Promise<UtcMs | null>;
	listStopped(max: number): Promise<{ items: (StoppedChannel & { email: string })[]; total: number }>;
}

/** The delivery channels. */
export interface DeliveryServices {
	readonly mailer: Pick<Mailer, 'send'>;
	readonly push: Push;
	readonly webhook: Webhook;
	readonly messengers: Messengers;
	/** The operator's bot; null: none. */
	readonly telegram: TelegramBot | null;
}

export interface DeliveryParts extends DeliveryServices {
	readonly records: DeliveryRecords;
	readonly clock: Clock;
	/** The market clock. */
	readonly marketNow: () => UtcMs;
	/** 0 up to 1. */
	readonly random: () => number;
	readonly randomSource: RandomSource;
	/** Scheme, host and port that users type. */
	readonly origin: string;
	/** 'Simulated market'; null for real prices. */
	readonly label: string | null;
	/** Allowed hosts of push services, '*.' for all subdomains. */
	readonly pushHosts: readonly string[];
	readonly localReceivers: LocalReceivers;
	/** Secret for unsubscribe links. */
	readonly unsubscribeSecret: Buffer;
	readonly symbolOf: (tickerId: number) => string;
	/** Whether a licence opens the report of that time. */
	readonly opens: (licence: Licence | null, time: ReportTime) => boolean;
	/** Counts a test message of the account, or throws 429 when there were too many. */
	readonly countTrial: (userId: string) => Promise<void>;
	/** Called when deliveries are due. */
	readonly wake: () => void;
	readonly audit: AuditAct;
	/** Called for failures that an operator must know about. */
	readonly onError: (what: string, error: unknown) => void;
}

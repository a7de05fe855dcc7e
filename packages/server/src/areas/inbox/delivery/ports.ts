/** Storage and services for delivery. */
import type { Channel, DeliverySettings, DeliveryChange as SettingsChange, StoppedChannel } from '@sw/domain/inbox/delivery';
import type {
	DeliveryChange,
	DeliveryOfHouse,
	DeliverySearch,
	DeliveryState,
	Outgoing,
	OwnWebhook,
	PushBrowser,
	TakenDelivery,
} from '@sw/domain/inbox/outgoing';
import type { Licence } from '@sw/domain/reports/licence';
import type { ReportTime, UtcMs } from '@sw/domain/time/units';
import type { Mailer } from '../../../outside/mail/mail.ts';
import type { Push } from '../../../outside/push/push.ts';
import type { Webhook } from '../../../outside/webhook/webhook.ts';
import type { Chance } from '../../../platform/chance.ts';
import type { Clock } from '../../../platform/clocks/clock.ts';
import type { AuditAct } from '../../audit-act.ts';

interface Moment {
	now: UtcMs;
	marketNow: UtcMs;
}

/** Absent rows are undefined. */
export interface DeliveryRecords {
	dueChannels(moment: Moment): Promise<Channel[]>;
	takeDue(channel: Channel, taking: Moment & { until: UtcMs; most: number }): Promise<TakenDelivery[]>;
	outgoingOf(taken: readonly TakenDelivery[]): Promise<Outgoing[]>;
	settleDelivery(id: string, change: DeliveryChange): Promise<void>;
	stopChannel(userId: string, channel: Channel, why: string, now: UtcMs): Promise<boolean>;

	pushBrowsersOf(userId: string): Promise<PushBrowser[]>;
	pushBrowsersOfAll(userIds: readonly string[]): Promise<(PushBrowser & { userId: string })[]>;
	keepPushBrowser(
		userId: string,
		browser: Pick<PushBrowser, 'endpoint' | 'p256dh' | 'auth' | 'serverKey' | 'agent' | 'createdAt'>,
		most: number,
	): Promise<PushBrowser | undefined>;
	forgetPushBrowser(userId: string, by: { id: string } | { endpoint: string }): Promise<boolean>;
	pushTaken(deliveryId: string, browserId: string, now: UtcMs): Promise<void>;
	pushReceiptsOf(deliveryIds: readonly string[]): Promise<{ deliveryId: string; subscriptionId: string }[]>;

	webhookOf(userId: string): Promise<OwnWebhook | undefined>;
	webhooksOfAll(userIds: readonly string[]): Promise<(OwnWebhook & { userId: string })[]>;
	keepWebhook(userId: string, webhook: { url: string; secret: string }, now: UtcMs): Promise<void>;
	forgetWebhook(userId: string): Promise<boolean>;
	webhookTried(userId: string, isTaken: boolean, now: UtcMs): Promise<OwnWebhook | undefined>;

	changeDelivery(userId: string, change: SettingsChange, now: UtcMs): Promise<DeliverySettings | undefined>;
	userById(userId: string): Promise<{ email: string } | undefined>;

	listDeliveries(search: DeliverySearch, skip: number, max: number): Promise<{ items: DeliveryOfHouse[]; total: number }>;
	deliveryById(id: string): Promise<DeliveryOfHouse | undefined>;
	deliverAgain(id: string, now: UtcMs): Promise<boolean>;
	deliveryCounts(since: UtcMs): Promise<{ channel: Channel; state: DeliveryState; count: number }[]>;
	longestDue(moment: Moment): Promise<UtcMs | null>;
	listStopped(max: number): Promise<{ items: (StoppedChannel & { email: string })[]; total: number }>;
}

/** The delivery channels. */
export interface Ways {
	readonly mailer: Pick<Mailer, 'send'>;
	readonly push: Push;
	readonly webhook: Webhook;
}

export interface DeliveryParts extends Ways {
	readonly records: DeliveryRecords;
	readonly clock: Clock;
	/** The market clock. */
	readonly marketNow: () => UtcMs;
	/** 0 up to 1. */
	readonly random: () => number;
	readonly chance: Chance;
	/** Scheme, host and port that users type. */
	readonly origin: string;
	/** 'Simulated market'; null for real prices. */
	readonly label: string | null;
	/** Allowed hosts of push services, '*.' for all subdomains. */
	readonly pushHosts: readonly string[];
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
	readonly onTrouble: (what: string, error: unknown) => void;
}

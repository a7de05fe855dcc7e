import type { Information } from '@sw/domain/filings/information';
import type { FilterAlert, NamedWheel } from '@sw/domain/inbox/message';
import type { Licence } from '@sw/domain/reports/licence';
import type { ReportTime, UtcMs } from '@sw/domain/time/units';
import type * as users from '@sw/store/postgres/records/accounts/users';
import type { Queries } from '@sw/store/postgres/records/bind-queries';
import type * as deliveries from '@sw/store/postgres/records/inbox/deliveries';
import type * as settings from '@sw/store/postgres/records/inbox/delivery-settings';
import type * as listMails from '@sw/store/postgres/records/inbox/list-mails';
import type * as channels from '@sw/store/postgres/records/inbox/message-channels';
import type * as ownChannels from '@sw/store/postgres/records/inbox/own-channels';
import type { LocalReceivers } from '../../../outside/https/https-poster.ts';
import type { Mailer } from '../../../outside/mail/mail.ts';
import type { Messengers } from '../../../outside/messengers/messengers.ts';
import type { TelegramBot } from '../../../outside/messengers/telegram-bot.ts';
import type { Push } from '../../../outside/push/push.ts';
import type { Webhook } from '../../../outside/webhook/webhook.ts';
import type { Clock } from '../../../platform/clocks/wall-clock.ts';
import type { RandomSource } from '../../../platform/random-source.ts';
import type { AuditAct } from '../../audit-act.ts';

export type DeliveryRecords = Queries<
	typeof deliveries &
		typeof ownChannels &
		typeof channels &
		Pick<typeof settings, 'changeDelivery'> &
		Pick<typeof listMails, 'removeListMails'> &
		Pick<typeof users, 'userById'>
>;

/** The delivery channels. */
export interface DeliveryServices {
	readonly mailer: Pick<Mailer, 'send'>;
	readonly push: Push;
	readonly webhook: Webhook;
	readonly messengers: Messengers;
	/** The operator's bot, or null. */
	readonly telegram: TelegramBot | null;
}

export interface DeliveryParts extends DeliveryServices {
	readonly records: DeliveryRecords;
	readonly clock: Clock;
	/** The market clock. */
	readonly marketNow: () => UtcMs;
	/** A random number from 0 to 1, 1 excluded. */
	readonly random: () => number;
	readonly randomSource: RandomSource;
	/** Scheme, host and port of the URL that users open. */
	readonly origin: string;
	/** 'Simulated market', or null for real prices. */
	readonly label: string | null;
	/** Allowed hosts of push services. '*.example.com' allows all subdomains. */
	readonly pushHosts: readonly string[];
	readonly localReceivers: LocalReceivers;
	/** Signs the unsubscribe and picture links in messages. */
	readonly linkSecret: Buffer;
	readonly symbolOf: (tickerId: number) => string;
	/** Public filings of tickers as of the report of a filter alert; undefined if that report isn't in memory. */
	readonly informationIn: (alert: FilterAlert) => Promise<(tickerId: number) => Information | undefined>;
	/** A wheel as a PNG; undefined if its report isn't in memory or too many pictures are being drawn. Never rejects. */
	readonly pictureOf: (wheel: NamedWheel) => Promise<Buffer | undefined>;
	/** Whether other sites can reach the origin, to load pictures from it. */
	readonly hasPublicOrigin: boolean;
	/** Whether a licence opens the report of a time. */
	readonly isReportOpen: (licence: Licence | null, time: ReportTime) => boolean;
	/** Counts a test message of an account; throws 429 after too many. */
	readonly countTest: (userId: string) => Promise<void>;
	/** Called when deliveries are due. */
	readonly wake: () => void;
	readonly audit: AuditAct;
	/** Called for failures that an operator must know about. */
	readonly onError: (message: string, error: unknown) => void;
}

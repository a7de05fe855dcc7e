import type { UtcMs } from '../time/units.ts';

/** The channels for sending messages; 'app': the account's message channels (`MessageChannel`). */
export const CHANNELS = ['mail', 'push', 'webhook', 'app'] as const;
export type Channel = (typeof CHANNELS)[number];

/** 'at_once': with each report. The other values send digests: every full wall-clock hour, after the market's close, or before its open. */
export const DELIVERY_TIMES = ['at_once', 'hourly', 'at_close', 'before_open'] as const;
export type DeliveryTime = (typeof DELIVERY_TIMES)[number];

/** waiting: due now or later; failed: given up after several attempts; dropped: obsolete. */
export const DELIVERY_STATES = ['waiting', 'delivered', 'failed', 'dropped'] as const;

/** Daily quiet hours, on the wall clock of the account's time zone. */
export interface QuietHours {
	readonly on: boolean;
	/** Minutes since midnight, `to` exclusive. If `to` is lower than `from`, it is on the next day. */
	readonly from: number;
	readonly to: number;
}

/** An account's settings for alerts outside the inbox. */
export interface DeliverySettings {
	readonly when: DeliveryTime;
	readonly quiet: QuietHours;
	/** IANA name of the account's time zone. */
	readonly zone: string;
	/** Maximum deliveries by each channel per day in the account's time zone; the others wait for the next day. */
	readonly mostADay: number;
	/** Minutes of market time: a ticker that left the list more recently causes no new alert when it returns. */
	readonly coolDown: number;
	readonly onlyFavourites: boolean;
	readonly channels: Readonly<Record<Channel, boolean>>;
}
export type DeliverySettingsChange = Partial<Omit<DeliverySettings, 'quiet' | 'channels'>> & {
	readonly quiet?: Partial<QuietHours>;
	readonly channels?: Partial<Record<Channel, boolean>>;
};

/** Limits of `mostADay`. */
export const DAILY_DELIVERY_LIMITS = { least: 1, most: 100 } as const;
/** Minutes of one session; a longer cool-down would suppress a ticker that returns the next day. */
export const MAX_COOL_DOWN = 390;

export const DEFAULT_DELIVERY: DeliverySettings = {
	when: 'at_once',
	quiet: { on: false, from: 20 * 60, to: 8 * 60 + 30 },
	zone: 'America/New_York',
	mostADay: 20,
	coolDown: 60,
	onlyFavourites: false,
	channels: { mail: false, push: false, webhook: false, app: false },
};

/** A channel that the product turned off; the owner can turn it on again. */
export interface StoppedChannel {
	readonly channel: Channel;
	readonly why: string;
	readonly since: UtcMs;
}

export function mergeDeliverySettings(
	current: DeliverySettings,
	{ quiet, channels, ...otherChanges }: DeliverySettingsChange,
): DeliverySettings {
	return {
		...current,
		...otherChanges,
		quiet: { ...current.quiet, ...quiet },
		channels: { ...current.channels, ...channels },
	};
}

const MINUTES_PER_DAY = 24 * 60;

/** Parses 'HH:MM', which must be valid, into minutes since midnight. */
export function parseMinuteOfDay(text: string): number {
	return Number(text.slice(0, 2)) * 60 + Number(text.slice(3, 5));
}

/** Formats minutes since midnight as 'HH:MM'. Minutes of the next day wrap around. */
export function formatMinuteOfDay(minute: number): string {
	return `${String(Math.floor((minute % MINUTES_PER_DAY) / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`;
}

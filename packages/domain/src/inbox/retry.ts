import { HOUR, MINUTE, SECOND, type UtcMs } from '../time/units.ts';
import type { Channel } from './delivery.ts';

/** Pauses between attempts, doubling up to the longest, and the total number of attempts. */
interface RetryPolicy {
	readonly first: number;
	readonly longest: number;
	readonly tries: number;
}

/** Mail servers are down for hours, and may defer unknown senders for minutes; a push is obsolete after an hour; a webhook's owner may be asleep. */
export const RETRY_POLICIES: Readonly<Record<Channel, RetryPolicy>> = {
	mail: { first: MINUTE, longest: HOUR, tries: 20 },
	push: { first: 15 * SECOND, longest: 15 * MINUTE, tries: 9 },
	webhook: { first: 15 * SECOND, longest: HOUR, tries: 12 },
	app: { first: 15 * SECOND, longest: HOUR, tries: 12 },
};
/** Maximum pause, whatever the receiver asks for. */
export const LONGEST_WAIT = 24 * HOUR;
/** Maximum random share of a pause, so that simultaneous failures aren't all retried together. */
const SPREAD = 0.25;

/** When to retry after `attempts` failures; undefined: give up. `wait`: milliseconds requested by the receiver. `random`: 0 up to 1. */
export function nextAttempt(
	channel: Channel,
	{ attempts, wait = 0, now }: { attempts: number; wait?: number | undefined; now: UtcMs },
	random: number,
): UtcMs | undefined {
	const { first, longest, tries } = RETRY_POLICIES[channel];
	if (attempts >= tries) return undefined;
	const pause = Math.min(longest, first * 2 ** Math.max(0, attempts - 1)) * (1 + SPREAD * random);
	return (now + Math.round(Math.max(pause, Math.min(wait, LONGEST_WAIT)))) as UtcMs;
}

/** An address with this many consecutive failures over this long is stopped. */
const OFF_AFTER = { failures: 20, span: 3 * HOUR } as const;

export interface AddressState {
	/** Consecutive, over all deliveries to it. */
	readonly failures: number;
	readonly failingSince: UtcMs | null;
}

export function isAbandoned({ failures, failingSince }: AddressState, now: UtcMs): boolean {
	return failures >= OFF_AFTER.failures && failingSince !== null && now - failingSince >= OFF_AFTER.span;
}

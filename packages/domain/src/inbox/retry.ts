import { HOUR, MINUTE, SECOND, type UtcMs } from '../time/units.ts';
import type { Channel } from './delivery.ts';

/** How long between tries, doubling up to the longest, and how many there are in all. */
interface Patience {
	readonly first: number;
	readonly longest: number;
	readonly tries: number;
}

/** Mail servers are away for hours, and let strangers wait for minutes; a push is old news after an hour; a webhook's owner may be asleep. */
export const PATIENCE: Readonly<Record<Channel, Patience>> = {
	mail: { first: MINUTE, longest: HOUR, tries: 20 },
	push: { first: 15 * SECOND, longest: 15 * MINUTE, tries: 9 },
	webhook: { first: 15 * SECOND, longest: HOUR, tries: 12 },
};
/** Longest wait, whatever the receiver asks for. */
export const LONGEST_WAIT = 24 * HOUR;
/** Share of a pause that chance adds at most, so that what failed together does not come back together. */
const SPREAD = 0.25;

/** When to try again after `attempts` failures; undefined: give up. `wait`: milliseconds that the receiver asked for. `random`: 0 up to 1. */
export const nextTry = (
	channel: Channel,
	{ attempts, wait = 0, now }: { attempts: number; wait?: number | undefined; now: UtcMs },
	random: number,
): UtcMs | undefined => {
	const { first, longest, tries } = PATIENCE[channel];
	if (attempts >= tries) return undefined;
	const pause = Math.min(longest, first * 2 ** Math.max(0, attempts - 1)) * (1 + SPREAD * random);
	return (now + Math.round(Math.max(pause, Math.min(wait, LONGEST_WAIT)))) as UtcMs;
};

/** A webhook that failed so often in a row, over so long, is switched off. */
const OFF_AFTER = { failures: 20, span: 3 * HOUR } as const;

export interface WebhookStanding {
	/** In a row, over all that was sent to it. */
	readonly failures: number;
	readonly failingSince: UtcMs | null;
}

export const isGivenUp = ({ failures, failingSince }: WebhookStanding, now: UtcMs): boolean =>
	failures >= OFF_AFTER.failures && failingSince !== null && now - failingSince >= OFF_AFTER.span;

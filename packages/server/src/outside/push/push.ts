/** Web push: a payload that only one browser can decrypt (RFC 8291), signed by this service (RFC 8292), sent to its push service (RFC 8030). */
import webPush from 'web-push';
import { DELIVERED, later, type Outcome, refused, unfit } from '../outcome.ts';
import { unanswered } from '../posting/in-words.ts';
import type { Poster } from '../posting/poster.ts';

/** URL-safe base64, as browsers and push services use it. */
export interface PushKeys {
	readonly publicKey: string;
	readonly privateKey: string;
}

/** A browser's push subscription. */
export interface PushAddress {
	readonly endpoint: string;
	readonly p256dh: string;
	readonly auth: string;
}

export interface PushWay {
	/** A UUID: a retry with the same one replaces a message that has not reached the browser yet. */
	readonly id: string;
	/** Seconds for which the push service keeps the message while the browser is offline. */
	readonly ttl: number;
	readonly urgency: 'normal' | 'high';
}

export interface Push {
	readonly publicKey: string;
	/** Never rejects. */
	send(to: PushAddress, payload: string, way: PushWay, signal?: AbortSignal): Promise<Outcome>;
}

export interface PushParts {
	readonly keys: PushKeys;
	/** A mailto: or https: address at which a push service can reach the operator. */
	readonly subject: string;
	readonly post: Poster;
}

export const makePushKeys = (): PushKeys => webPush.generateVAPIDKeys();

const GONE = 'The browser has ended the subscription.';
const TOO_LARGE = 'The message is too large for the push service.';

const outcomeOf = (status: number, wait: number | undefined): Outcome => {
	if (status >= 200 && status < 300) return DELIVERED;
	if (status === 404 || status === 410) return refused(GONE);
	if (status === 413) return unfit(TOO_LARGE);
	if (status === 429) return later('The push service is limiting requests (429).', wait);
	// Our key or clock is wrong: the browser's subscription is kept.
	if (status === 401 || status === 403) return later(`The push service rejected this service's signature (${status}).`, wait);
	return later(`The push service answered with status ${status}.`, wait);
};

export const createPush = ({ keys, subject, post }: PushParts): Push => ({
	publicKey: keys.publicKey,
	send: async ({ endpoint, p256dh, auth }, payload, { id, ttl, urgency }, signal) => {
		let made: ReturnType<typeof webPush.generateRequestDetails>;
		try {
			made = webPush.generateRequestDetails({ endpoint, keys: { p256dh, auth } }, payload, {
				vapidDetails: { subject, ...keys },
				TTL: ttl,
				urgency,
				topic: id.replaceAll('-', ''),
			});
		} catch {
			// The key is not a point on the curve: no browser could decrypt the message.
			return refused(GONE);
		}
		const headers = made.headers as Record<string, string | number>;
		const answered = await post({ url: endpoint, headers, body: made.body ?? '' }, signal);
		return answered.status === null ? unanswered(answered) : outcomeOf(answered.status, answered.retryAfter);
	},
});

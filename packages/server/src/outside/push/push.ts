/** Web push: a payload that only one browser can read (RFC 8291), signed by this service (RFC 8292), handed to its push service (RFC 8030). */
import webPush from 'web-push';
import { DELIVERED, later, type Outcome, refused, unfit } from '../outcome.ts';
import { unanswered } from '../posting/in-words.ts';
import type { Poster } from '../posting/poster.ts';

/** Base64 for URLs, as browsers and push services write them. */
export interface PushKeys {
	readonly publicKey: string;
	readonly privateKey: string;
}

/** What a browser gives who may push to it. */
export interface PushAddress {
	readonly endpoint: string;
	readonly p256dh: string;
	readonly auth: string;
}

export interface PushWay {
	/** A UUID: a later try of the same takes the place of one that has not reached the browser yet. */
	readonly id: string;
	/** Seconds for which the push service keeps it while the browser is away. */
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
	/** mailto: or https:, by which a push service can reach who runs this. */
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
	// A wrong key or clock of ours: the browser has done nothing to be forgotten for.
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
			// Keys that are no point of the curve: nobody can read what is meant for them.
			return refused(GONE);
		}
		const headers = made.headers as Record<string, string | number>;
		const answered = await post({ url: endpoint, headers, body: made.body ?? '' }, signal);
		return answered.status === null ? unanswered(answered) : outcomeOf(answered.status, answered.retryAfter);
	},
});

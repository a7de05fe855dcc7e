/** Web push: a payload that only one browser can decrypt (RFC 8291), signed by this service (RFC 8292), sent to its push service (RFC 8030). */
import { describeFailure, type HttpsPoster } from '../https/https-poster.ts';
import { DELIVERED, type Outcome, refusedByReceiver, rejectedMessage, retryLater } from '../outcome.ts';

/** VAPID keys in URL-safe base64. */
export interface PushKeys {
	readonly publicKey: string;
	readonly privateKey: string;
}

/** A browser's push subscription. */
export interface PushTarget {
	readonly endpoint: string;
	readonly p256dh: string;
	readonly auth: string;
}

export interface PushOptions {
	/** A UUID. A retry with the same id replaces a message that has not reached the browser yet. */
	readonly id: string;
	/** How long the push service keeps the message for an offline browser, in seconds. */
	readonly ttlSeconds: number;
	readonly urgency: 'normal' | 'high';
}

export interface Push {
	readonly publicKey: string;
	/** Never rejects. */
	send(to: PushTarget, payload: string, options: PushOptions, signal?: AbortSignal): Promise<Outcome>;
}

export interface PushParts {
	readonly keys: PushKeys;
	/** A mailto: or https: URL at which a push service can reach the operator. */
	readonly subject: string;
	readonly post: HttpsPoster;
}

/** Loads the library at first use, so that a start need not wait for it. */
async function loadLibrary(): Promise<typeof import('web-push')> {
	return (await import('web-push')).default;
}

export async function generatePushKeys(): Promise<PushKeys> {
	return (await loadLibrary()).generateVAPIDKeys();
}

const SUBSCRIPTION_ENDED = 'The browser has ended the subscription.';
const TOO_LARGE = 'The message is too large for the push service.';

export function createPush({ keys, subject, post }: PushParts): Push {
	return {
		publicKey: keys.publicKey,
		send: async ({ endpoint, p256dh, auth }, payload, { id, ttlSeconds, urgency }, signal) => {
			const webPush = await loadLibrary();
			let request: ReturnType<typeof webPush.generateRequestDetails>;
			try {
				request = webPush.generateRequestDetails({ endpoint, keys: { p256dh, auth } }, payload, {
					vapidDetails: { subject, ...keys },
					TTL: ttlSeconds,
					urgency,
					topic: id.replaceAll('-', ''),
				});
			} catch {
				// The key is not a point on the curve: no browser could decrypt the message.
				return refusedByReceiver(SUBSCRIPTION_ENDED);
			}
			const headers = request.headers as Record<string, string | number>;
			const result = await post({ url: endpoint, headers, body: request.body ?? '' }, signal);
			return result.status === null ? describeFailure(result) : toOutcome(result.status, result.retryAfter);
		},
	};
}

function toOutcome(status: number, retryAfterMs: number | undefined): Outcome {
	if (status >= 200 && status < 300) return DELIVERED;
	if (status === 404 || status === 410) return refusedByReceiver(SUBSCRIPTION_ENDED);
	if (status === 413) return rejectedMessage(TOO_LARGE);
	if (status === 429) return retryLater('The push service is rate-limiting requests (429).', retryAfterMs);
	// Our key or clock is wrong: the browser's subscription is kept.
	if (status === 401 || status === 403) return retryLater(`The push service rejected this service's signature (${status}).`, retryAfterMs);
	return retryLater(`The push service answered with status ${status}.`, retryAfterMs);
}

/** Describes what is wrong with an endpoint; undefined if it is valid: https, the default port, no credentials, an allowed host. */
export function explainInvalidEndpoint(endpoint: string, allowedHosts: readonly string[]): string | undefined {
	const url = URL.canParse(endpoint) ? new URL(endpoint) : undefined;
	if (url?.protocol !== 'https:' || url.port !== '' || url.username !== '' || url.password !== '')
		return 'must be the https address provided by the browser';
	return isPushHost(url.hostname, allowedHosts) ? undefined : "This site doesn't use this push service.";
}

/** Whether the operator allows this push service: '*.example.com' means every host below example.com. */
function isPushHost(host: string, allowedHosts: readonly string[]): boolean {
	return allowedHosts.some((pattern) =>
		pattern.startsWith('*.') ? host.endsWith(pattern.slice(1)) && host.length > pattern.length - 1 : host === pattern,
	);
}

/**
 * Webhooks: POST requests to a URL that a user configured, signed according to https://www.standardwebhooks.com,
 * so that receivers can verify them with existing libraries.
 */
import { createHmac } from 'node:crypto';
import { isIP } from 'node:net';
import { isPublicIp } from '@sw/domain/access/address';
import { describeFailure, type HttpsPoster, type LocalReceivers, NO_LOCAL_RECEIVERS } from '../https/https-poster.ts';
import { DELIVERED, type Outcome, refusedByReceiver, retryLater } from '../outcome.ts';

const URL_REQUIRED = 'Enter an https address of a public host, such as https://hooks.example.com/signals.';

const HOST_IS_PRIVATE = 'The host must be public, not in a private network.';

/** Host names that resolve only within private networks. */
const PRIVATE_HOST = /(?:^|\.)(?:localhost|local|internal|intranet|lan|home|home\.arpa|corp|private|test|invalid|onion)$/;

export interface WebhookTarget {
	readonly url: string;
	/** 'whsec_' followed by the key in base64. */
	readonly secret: string;
}

export interface Webhook {
	/** Never rejects. `id` is the same for every retry; `now` is in milliseconds. */
	send(to: WebhookTarget, id: string, body: string, now: number, signal?: AbortSignal): Promise<Outcome>;
}

const SECRET_PREFIX = 'whsec_';
export const SECRET_BYTES = 32;

export function formatSecret(bytes: Buffer): string {
	return `${SECRET_PREFIX}${bytes.toString('base64')}`;
}

/** The signature covers id, time (seconds since 1970) and body, so that none of them can be replaced. */
export function createSignature(secret: string, id: string, seconds: number, body: string): string {
	return `v1,${createHmac('sha256', Buffer.from(secret.slice(SECRET_PREFIX.length), 'base64'))
		.update(`${id}.${seconds}.${body}`)
		.digest('base64')}`;
}

export function createWebhook({ post, userAgent }: { post: HttpsPoster; userAgent: string }): Webhook {
	return {
		send: async ({ url, secret }, id, body, now, signal) => {
			const seconds = Math.floor(now / 1000);
			const headers = {
				'content-type': 'application/json; charset=utf-8',
				'content-length': Buffer.byteLength(body),
				'user-agent': userAgent,
				'webhook-id': id,
				'webhook-timestamp': String(seconds),
				'webhook-signature': createSignature(secret, id, seconds, body),
			};
			const result = await post({ url, headers, body }, signal);
			return result.status === null ? describeFailure(result) : toOutcome(result.status, result.retryAfter);
		},
	};
}

function toOutcome(status: number, retryAfterMs: number | undefined): Outcome {
	if (status >= 200 && status < 300) return DELIVERED;
	if (status === 410) return refusedByReceiver('The receiver rejects further messages (410).');
	if (status >= 300 && status < 400) return retryLater(`The receiver redirects (${status}); redirects aren't followed.`);
	return retryLater(`The receiver answered with status ${status}.`, retryAfterMs);
}

/** Describes what is wrong with a receiver's URL; undefined if it is valid. The resolved address is checked on every connection. */
export function explainInvalidWebhook(text: string, localReceivers: LocalReceivers = NO_LOCAL_RECEIVERS): string | undefined {
	if (localReceivers.has(text)) return undefined;
	const url = URL.canParse(text) ? new URL(text) : undefined;
	if (url?.protocol !== 'https:' || url.username !== '' || url.password !== '' || url.hash !== '') return URL_REQUIRED;
	const host = url.hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '');
	if (isIP(host) !== 0) return isPublicIp(host) ? undefined : HOST_IS_PRIVATE;
	if (PRIVATE_HOST.test(host)) return HOST_IS_PRIVATE;
	return host.includes('.') ? undefined : URL_REQUIRED;
}

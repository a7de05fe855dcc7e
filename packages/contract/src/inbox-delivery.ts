import { CHANNELS, DELIVERY_STATES } from '@sw/domain/inbox/delivery';
import { z } from 'zod';
import { id, line, noBody } from './accounts-pieces.ts';
import { isoTime, only, paging } from './common.ts';
import type { Area } from './define.ts';

const count = z.int().min(0);
const channel = z.enum(CHANNELS);
const state = z.enum(DELIVERY_STATES);
const oneDelivery = only({ id });

const browser = z
	.object({
		id,
		/** Of its push service. */
		host: z.string(),
		/** What the browser says it is. */
		agent: z.string(),
		created: isoTime,
		/** When its push service last took one. */
		delivered: isoTime.nullable(),
	})
	.meta({ id: 'PushBrowser' });

/** Longer than any endpoint of the known push services. */
const endpoint = line(2_000)
	.min(1)
	.meta({ examples: ['https://fcm.googleapis.com/fcm/send/abc'] });
const key = z.string().regex(/^[\w-]{80,90}={0,2}$/, 'A point of P-256 in base64 for URLs, as browsers give it');
const auth = z.string().regex(/^[\w-]{20,24}={0,2}$/, '16 bytes in base64 for URLs, as browsers give them');

const delivery = z
	.object({
		id,
		/** Address of the account. */
		email: z.string(),
		channel,
		state,
		/** Messages in it. */
		messages: count,
		attempts: count,
		/** Why it waits, failed or was dropped. */
		reason: z.string().nullable(),
		due: isoTime,
		created: isoTime,
		delivered: isoTime.nullable(),
	})
	.meta({ id: 'Delivery' });

/** 36 bytes for URLs; nothing else is looked at. */
const token = z.string().max(200);

/** The ways out of the product: browsers, an address of one's own, mail; and what administrators see of them. */
export const deliveryCalls = {
	pushBrowsers: {
		method: 'GET',
		path: '/api/me/push',
		access: 'user',
		summary: "This service's public key for web push (VAPID), and the caller's browsers that take pushes",
		answers: { 200: z.object({ key: z.string(), items: z.array(browser) }) },
		errors: [401, 403],
	},
	addPushBrowser: {
		method: 'POST',
		path: '/api/me/push',
		access: 'user',
		summary: 'Takes in what a browser gave to be pushed to, and switches web push on; a browser belongs to whoever did so last',
		body: only({ endpoint, keys: only({ p256dh: key, auth }), expirationTime: z.number().nullish() }),
		answers: { 201: browser },
		errors: [400, 401, 403, 409],
		rate: 30,
	},
	removePushBrowser: {
		method: 'DELETE',
		path: '/api/me/push',
		access: 'user',
		summary: 'Forgets one browser, by its id or its endpoint',
		body: only({ id: id.optional(), endpoint: endpoint.optional() }).refine(
			({ id: one, endpoint: other }) => (one === undefined) !== (other === undefined),
			{ path: ['id'], message: 'Give the id or the endpoint, not both' },
		),
		answers: { 204: z.undefined() },
		errors: [400, 401, 403, 404],
	},
	webhook: {
		method: 'GET',
		path: '/api/me/webhook',
		access: 'user',
		summary: "The caller's own address to which notices are posted; null without one",
		answers: {
			200: z.object({
				url: z.string().nullable(),
				created: isoTime.nullable(),
				delivered: isoTime.nullable(),
				/** Tries in vain since the last one that was taken. */
				failures: count,
			}),
		},
		errors: [401, 403],
	},
	setWebhook: {
		method: 'PUT',
		path: '/api/me/webhook',
		access: 'user',
		summary: 'Sets the address, makes a new secret, which is shown this once, and switches the webhook on',
		description:
			'Posts are signed as https://www.standardwebhooks.com says: `webhook-id` (the same with each try), `webhook-timestamp` (seconds since 1970) and `webhook-signature` (`v1,` and the HMAC-SHA256 of id, time and body with dots between, in base64).',
		body: only({
			url: line(2_000)
				.min(1)
				.meta({ examples: ['https://hooks.example.com/signals'] }),
		}),
		answers: { 200: z.object({ url: z.string(), secret: z.string() }) },
		errors: [400, 401, 403],
		rate: 30,
	},
	removeWebhook: {
		method: 'DELETE',
		path: '/api/me/webhook',
		access: 'user',
		summary: 'Forgets the address',
		body: noBody,
		answers: { 204: z.undefined() },
		errors: [400, 401, 403, 404],
	},
	tryDelivery: {
		method: 'POST',
		path: '/api/me/delivery/test',
		access: 'user',
		summary: 'Sends a trial by one channel and says what came of it',
		body: only({ channel }),
		answers: { 200: z.object({ delivered: z.boolean(), line: z.string() }) },
		errors: [400, 401, 403],
		rate: 30,
	},
	deliveries: {
		method: 'GET',
		path: '/api/deliveries',
		access: 'admin',
		summary: 'What leaves the product, newest first, by state, channel and part of the address of the account',
		query: only({ state: state.optional(), channel: channel.optional(), q: line(200).optional(), ...paging }),
		answers: { 200: z.object({ items: z.array(delivery), total_count: count }).meta({ id: 'DeliveryList' }) },
		errors: [400, 401, 403],
	},
	deliveryCounts: {
		method: 'GET',
		path: '/api/deliveries/counts',
		access: 'admin',
		summary: 'How many deliveries wait, and have ended of the last 24 hours; which channels of whom the product has stopped, and why',
		answers: {
			200: z
				.object({
					counts: z.array(z.object({ channel, state, count })),
					/** Since when the longest of those that are due has been so; null when none is. */
					late_since: isoTime.nullable(),
					/** Newest first, at most 100. */
					stopped: z.array(z.object({ email: z.string(), channel, why: z.string(), since: isoTime })),
					stopped_count: count,
				})
				.meta({ id: 'DeliveryCounts' }),
		},
		errors: [401, 403],
	},
	deliverAgain: {
		method: 'POST',
		path: '/api/deliveries/{id}/again',
		access: 'admin',
		summary: 'Makes a delivery that failed or was dropped due again',
		params: oneDelivery,
		body: noBody,
		answers: { 200: delivery },
		errors: [400, 401, 403, 404, 409],
	},
	unsubscribePage: {
		method: 'GET',
		path: '/unsubscribe/{token}',
		access: 'public',
		summary: 'A page with a button that ends mails of notices; changes nothing by itself',
		params: only({ token }),
		answers: { 200: z.string() },
		produces: 'text/html; charset=utf-8',
		errors: [400, 404],
	},
	unsubscribe: {
		method: 'POST',
		path: '/unsubscribe/{token}',
		access: 'public',
		summary: 'Ends mails of notices: the one click of mail programs (RFC 8058), and the button of that page',
		params: only({ token }),
		body: only({ 'List-Unsubscribe': z.literal('One-Click') }),
		consumes: ['application/x-www-form-urlencoded', 'multipart/form-data'],
		bodyLimit: 4_096,
		answers: { 200: z.string() },
		produces: 'text/html; charset=utf-8',
		errors: [400, 404],
		rate: 60,
	},
} as const satisfies Area;

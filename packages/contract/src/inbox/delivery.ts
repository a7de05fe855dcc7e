import { CHANNELS, DELIVERY_STATES } from '@sw/domain/inbox/delivery';
import { z } from 'zod';
import { emptyBody, id, singleLine } from '../accounts/schemas.ts';
import { isoTime, paging, strictObject } from '../base/common.ts';
import type { Area } from '../base/define.ts';
import { messageChannelCalls } from './message-channels.ts';

const count = z.int().min(0);
const channel = z.enum(CHANNELS);
/** Channels that can be tested by name. Message channels (`app`) are tested one by one instead. */
const testableChannel = channel.exclude(['app']);
const state = z.enum(DELIVERY_STATES);
const idParams = strictObject({ id });

const pushBrowser = z
	.object({
		id,
		host: z.string().describe('Host of its push service.'),
		agent: z.string().meta({ description: "The browser's user agent.", examples: ['Mozilla/5.0'] }),
		created: isoTime,
		delivered: isoTime.nullable().describe('When its push service last accepted a message.'),
	})
	.meta({ id: 'PushBrowser' });

/** The limit is longer than any endpoint of the known push services. */
const endpoint = singleLine(2_000)
	.min(1)
	.meta({ examples: ['https://fcm.googleapis.com/fcm/send/abc'] });
const key = z.string().regex(/^[\w-]{80,90}={0,2}$/, 'An uncompressed P-256 public key in Base64url, as the browser provides it');
const auth = z.string().regex(/^[\w-]{20,24}={0,2}$/, '16 bytes in Base64url, as the browser provides them');

const delivery = z
	.object({
		id,
		email: z.string().describe('Address of the account.'),
		channel,
		state,
		messages: count.describe('Messages in it.'),
		attempts: count,
		reason: z.string().nullable().describe('Why it is waiting, failed or was dropped.'),
		due: isoTime,
		created: isoTime,
		delivered: isoTime.nullable(),
	})
	.meta({ id: 'Delivery' });

/** Signed secret in an address: 36 bytes in Base64url. */
const token = z.string().max(200);

/** Delivery channels (browsers, webhook, mail, message channels), and their administration. */
export const deliveryCalls = {
	...messageChannelCalls,
	pushBrowsers: {
		method: 'GET',
		path: '/api/me/push',
		access: 'user',
		summary: "Get the service's public key for web push (VAPID) and the caller's subscribed browsers",
		answers: { 200: z.object({ key: z.string(), items: z.array(pushBrowser) }) },
		errors: [401, 403],
	},
	addPushBrowser: {
		method: 'POST',
		path: '/api/me/push',
		access: 'user',
		summary: 'Subscribe a browser and switch web push on; a browser belongs to the account that subscribed it last',
		body: strictObject({ endpoint, keys: strictObject({ p256dh: key, auth }), expirationTime: z.number().nullish() }),
		answers: { 201: pushBrowser },
		errors: [400, 401, 403, 409],
		rate: 30,
	},
	removePushBrowser: {
		method: 'DELETE',
		path: '/api/me/push',
		access: 'user',
		summary: 'Unsubscribe one browser, by id or endpoint',
		body: strictObject({ id: id.optional(), endpoint: endpoint.optional() }).refine(
			({ id: browserId, endpoint: endpointUrl }) => (browserId === undefined) !== (endpointUrl === undefined),
			{ path: ['id'], message: 'Use either the id or the endpoint, not both.' },
		),
		answers: { 204: z.undefined() },
		errors: [400, 401, 403, 404],
	},
	webhook: {
		method: 'GET',
		path: '/api/me/webhook',
		access: 'user',
		summary: "Get the caller's webhook address; null if there is none",
		answers: {
			200: z.object({
				url: z.string().nullable(),
				created: isoTime.nullable(),
				delivered: isoTime.nullable(),
				failures: count.describe('Failed attempts since the last successful one.'),
			}),
		},
		errors: [401, 403],
	},
	setWebhook: {
		method: 'PUT',
		path: '/api/me/webhook',
		access: 'user',
		summary: 'Set the webhook address, create a new secret (shown only once) and switch the webhook on',
		description:
			'Requests are signed as specified at https://www.standardwebhooks.com: `webhook-id` (the same for every attempt), `webhook-timestamp` (seconds since 1970) and `webhook-signature` (`v1,` and the Base64 HMAC-SHA256 of id, timestamp and body joined by dots).',
		body: strictObject({
			url: singleLine(2_000)
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
		summary: 'Remove the webhook address',
		body: emptyBody,
		answers: { 204: z.undefined() },
		errors: [400, 401, 403, 404],
	},
	tryDelivery: {
		method: 'POST',
		path: '/api/me/delivery/test',
		access: 'user',
		summary: 'Send a test message by one channel and return the result',
		body: strictObject({ channel: testableChannel }),
		answers: { 200: z.object({ delivered: z.boolean(), line: z.string() }) },
		errors: [400, 401, 403],
		rate: 30,
	},
	deliveries: {
		method: 'GET',
		path: '/api/deliveries',
		access: 'admin',
		summary: "List deliveries to all users, newest first, filtered by state, channel and part of the account's address",
		query: strictObject({ state: state.optional(), channel: channel.optional(), q: singleLine(200).optional(), ...paging }),
		answers: { 200: z.object({ items: z.array(delivery), total_count: count }).meta({ id: 'DeliveryList' }) },
		errors: [400, 401, 403],
	},
	deliveryCounts: {
		method: 'GET',
		path: '/api/deliveries/counts',
		access: 'admin',
		summary: 'Count pending deliveries and those finished in the last 24 hours; list stopped channels with the reason',
		answers: {
			200: z
				.object({
					counts: z.array(z.object({ channel, state, count })),
					late_since: isoTime.nullable().describe('Since when the oldest overdue delivery has been due; null when none is.'),
					stopped: z
						.array(z.object({ email: z.string(), channel, why: z.string(), since: isoTime }))
						.describe('Newest first, at most 100.'),
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
		summary: 'Retry a delivery that failed or was dropped',
		params: idParams,
		body: emptyBody,
		answers: { 200: delivery },
		errors: [400, 401, 403, 404, 409],
	},
	alertPicture: {
		method: 'GET',
		path: '/wheels/{token}.png',
		access: 'public',
		isEmbeddable: true,
		summary: 'The wheel of an alert as a picture, for chat services; the address is signed and expires',
		params: strictObject({ token }),
		answers: { 200: z.any().meta({ description: 'The picture' }) },
		produces: 'image/png',
		errors: [400, 404],
		rate: 60,
	},
	unsubscribePage: {
		method: 'GET',
		path: '/unsubscribe/{token}',
		access: 'public',
		summary: 'Page with a button that unsubscribes from filter alerts by mail; opening it changes nothing',
		params: strictObject({ token }),
		answers: { 200: z.string() },
		produces: 'text/html; charset=utf-8',
		errors: [400, 404],
	},
	unsubscribe: {
		method: 'POST',
		path: '/unsubscribe/{token}',
		access: 'public',
		summary: 'Unsubscribe from filter alerts by mail: one-click requests of mail programs (RFC 8058) and the button of that page',
		params: strictObject({ token }),
		body: strictObject({ 'List-Unsubscribe': z.literal('One-Click') }),
		consumes: ['application/x-www-form-urlencoded', 'multipart/form-data'],
		bodyLimit: 4_096,
		answers: { 200: z.string() },
		produces: 'text/html; charset=utf-8',
		errors: [400, 404],
		rate: 60,
	},
} as const satisfies Area;

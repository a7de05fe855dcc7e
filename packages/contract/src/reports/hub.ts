import { z } from 'zod';
import { strictObject } from '../base/common.ts';
import type { Area } from '../base/define.ts';

const HUB_PATH = '/api/hubs/notifications';

/** Event of the specification, without arguments: there is a new report that the account can open. */
export const RECEIVE_NEW_REPORT = 'ReceiveNewReport';

/** Event beyond the specification, without arguments: there are new messages. */
export const RECEIVE_NEW_MESSAGES = 'ReceiveNewMessages';

/** Largest message from a client, in bytes. */
const MAX_MESSAGE_BYTES = 32 * 1024;

/** Secret id of a connection: its `connectionToken` from negotiate. */
const id = z.string().min(1).max(128);
const connectionQuery = strictObject({ id });

const negotiation = z
	.object({
		negotiateVersion: z.int(),
		connectionId: z.string(),
		connectionToken: z.string().optional(),
		availableTransports: z.array(z.object({ transport: z.literal('LongPolling'), transferFormats: z.array(z.literal('Text')) })),
	})
	.meta({ id: 'HubNegotiation' });

const refusal = z.object({ error: z.string() }).meta({ id: 'HubRefusal' });

/** A SignalR hub over long polling with JSON records, for the client `@microsoft/signalr`. */
export const hub = {
	negotiate: {
		method: 'POST',
		path: `${HUB_PATH}/negotiate`,
		access: 'licence',
		scope: 'lists:read',
		summary: 'Open a live connection',
		query: strictObject({ negotiateVersion: z.string().nullish(), useStatefulReconnect: z.string().nullish() }),
		answers: { 200: z.union([negotiation, refusal]) },
		errors: [400, 401, 403, 429, 503],
	},
	poll: {
		method: 'GET',
		path: HUB_PATH,
		access: 'licence',
		scope: 'lists:read',
		summary: 'Wait for records of a live connection',
		description:
			"The first poll returns at once; later polls wait up to 50 s. 204: the connection has ended. Polls of open connections don't count towards the rate limit.",
		query: strictObject({ id, _: z.string().nullish() }),
		answers: { 200: z.string(), 204: z.undefined() },
		produces: 'application/octet-stream',
		errors: [400, 401, 403, 404, 503],
		rate: 'uncounted',
	},
	send: {
		method: 'POST',
		path: HUB_PATH,
		access: 'licence',
		scope: 'lists:read',
		summary: 'Send records over a live connection',
		query: connectionQuery,
		body: z.string().nullish(),
		consumes: ['text/plain'],
		answers: { 200: z.string() },
		produces: 'text/plain',
		errors: [400, 401, 403, 404, 413, 415, 503],
		bodyLimit: MAX_MESSAGE_BYTES,
	},
	close: {
		method: 'DELETE',
		path: HUB_PATH,
		access: 'licence',
		scope: 'lists:read',
		summary: 'Close a live connection',
		query: connectionQuery,
		answers: { 202: z.string() },
		produces: 'text/plain',
		errors: [400, 401, 403, 404, 503],
	},
} as const satisfies Area;

import { CHANNEL_STATES, MAX_CHANNEL_NAME_LENGTH, MESSAGE_SERVICES } from '@sw/domain/inbox/message-channel';
import { z } from 'zod';
import { emptyBody, id, singleLine } from '../accounts/schemas.ts';
import { isoTime, strictObject } from '../base/common.ts';
import type { Area } from '../base/define.ts';

const count = z.int().min(0);
const name = singleLine(MAX_CHANNEL_NAME_LENGTH)
	.default('')
	.meta({ description: 'To distinguish channels on the same service.', examples: ['Phone'] });
const token = singleLine(200).min(1);
const idParams = strictObject({ id });

function createUrlField(example: string) {
	return singleLine(2_000)
		.min(1)
		.meta({ examples: [example] });
}

function createServiceField<S extends (typeof MESSAGE_SERVICES)[number]>(name: S) {
	return z.literal(name).describe('The service, which decides the other fields.');
}

const channelFields = {
	id,
	service: z.enum(MESSAGE_SERVICES).describe('Where its messages are shown.'),
	name: z.string(),
	host: z.string().nullable().describe('Host of its address; null for a Telegram chat. Addresses and tokens are never returned.'),
	state: z.enum(CHANNEL_STATES).describe('linking: the chat has not sent its code yet.'),
	why: z.string().nullable().describe('Why it was stopped.'),
	since: isoTime.nullable().describe('When it was stopped.'),
	code_ends: isoTime.nullable().describe('Until when the code is accepted.'),
	created: isoTime,
	delivered: isoTime.nullable(),
	failures: count.describe('Failed attempts since the last successful one.'),
};
const channel = z.object(channelFields).meta({ id: 'MessageChannel' });

/** Services that show messages in addition to the inbox: ntfy, Gotify, Telegram, Discord and Slack. */
export const messageChannelCalls = {
	messageChannels: {
		method: 'GET',
		path: '/api/me/channels',
		access: 'user',
		summary: "List the caller's message channels, oldest first",
		answers: {
			200: z
				.object({
					items: z.array(channel),
					allowed: count.describe('Limit of the licence.'),
					telegram: z.boolean().describe('Whether the operator has set up a Telegram bot.'),
				})
				.meta({ id: 'MessageChannels' }),
		},
		errors: [401, 403],
	},
	addMessageChannel: {
		method: 'POST',
		path: '/api/me/channels',
		access: 'user',
		summary: 'Connect a message channel',
		description:
			'Addresses must be https and public, except hosts and ports that the operator allows. A Telegram chat is connected by sending the returned code to the bot within 15 minutes.',
		body: z.discriminatedUnion('service', [
			strictObject({
				service: createServiceField('ntfy'),
				name,
				url: createUrlField('https://ntfy.sh/my-topic'),
				token: token.optional().meta({ description: 'Access token of a protected topic.', examples: ['tk_AgQdq7mVBoFD37zQVN29RhuMzNIz2'] }),
			}),
			strictObject({
				service: createServiceField('gotify'),
				name,
				url: createUrlField('https://gotify.example.com'),
				token: token.meta({ description: 'Application token.', examples: ['AwYf1.sVdEeBnh3'] }),
			}),
			strictObject({ service: createServiceField('telegram'), name }),
			strictObject({ service: createServiceField('discord'), name, url: createUrlField('https://discord.com/api/webhooks/1/abc') }),
			strictObject({ service: createServiceField('slack'), name, url: createUrlField('https://hooks.slack.com/services/T0/B0/abc') }),
		]),
		answers: {
			201: z
				.object({
					...channelFields,
					code: z.string().nullable().describe('For a Telegram chat: the code to send, shown only here.'),
					link: z
						.string()
						.nullable()
						.describe('For a Telegram chat: opens the bot with the code; null where its name is unknown.')
						.meta({ examples: ['https://t.me/signals_bot?start=k3v9p2'] }),
				})
				.meta({ id: 'NewMessageChannel' }),
		},
		errors: [400, 401, 403, 409],
		rate: 30,
	},
	removeMessageChannel: {
		method: 'DELETE',
		path: '/api/me/channels/{id}',
		access: 'user',
		summary: 'Remove a message channel',
		params: idParams,
		body: emptyBody,
		answers: { 204: z.undefined() },
		errors: [400, 401, 403, 404],
	},
	tryMessageChannel: {
		method: 'POST',
		path: '/api/me/channels/{id}/test',
		access: 'user',
		summary: 'Send a test message to a message channel and return the result',
		params: idParams,
		body: emptyBody,
		answers: { 200: z.object({ delivered: z.boolean(), line: z.string() }) },
		errors: [400, 401, 403, 404],
		rate: 30,
	},
	resumeMessageChannel: {
		method: 'POST',
		path: '/api/me/channels/{id}/resume',
		access: 'user',
		summary: 'Resume a message channel that was stopped after failures',
		params: idParams,
		body: emptyBody,
		answers: { 200: channel },
		errors: [400, 401, 403, 404],
	},
} as const satisfies Area;

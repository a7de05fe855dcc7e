/** Imitates ntfy, Gotify, Telegram, Discord and Slack as documented: what they accept, and how they refuse. */
import type { ServerResponse } from 'node:http';
import type { MessageService } from '@sw/domain/inbox/message-channel';
import type { ReceivedRequest } from '../../https/testing/receiver.ts';

export const BOT_TOKEN = '123456:ABC-DEF1234ghIkl-zyx57W2v1u123ew11';
export const ADDRESSES = {
	ntfy: 'https://ntfy.sh/signals-of-ann',
	gotify: 'https://gotify.example.com',
	discord: 'https://discord.com/api/webhooks/1234/abc-DEF_1',
	slack: 'https://hooks.slack.com/services/T00/B00/XXXX',
} as const;

/** A refusal to send instead of accepting the request. */
export type Refusal = 'limited' | 'down' | 'revoked' | 'malformed' | 'no pictures';

interface ShownMessage {
	readonly service: MessageService;
	/** Token of the topic, the application, the chat or the webhook. */
	readonly to: string;
	readonly title: string;
	readonly text: string;
	readonly click: string;
	/** Bytes of the picture; undefined without one. */
	readonly picture?: number | undefined;
	/** URL of a picture that the service or its app loads. */
	readonly pictureUrl?: string | undefined;
}

export interface MessageServices {
	readonly shown: ShownMessage[];
	readonly refusals: Partial<Record<MessageService, Refusal>>;
	/** Requests to each service, including refused ones. */
	readonly requestCounts: Record<MessageService, number>;
	/** Whether a request waits for messages to the bot. */
	isPolled(): boolean;
	/** Sends a message to the bot, which answers the pending request. */
	write(chat: number, text: string, type?: 'private' | 'group'): void;
	readonly respond: (response: ServerResponse, received: ReceivedRequest) => Promise<void>;
}

/** Undefined: the request is held open. */
type Reply = readonly [status: number, body: object | string, wait?: number | undefined] | undefined;

/** Retry delay in seconds, in the form of each service. */
export const RETRY_AFTER = 1_200;

export function createMessageServices(): MessageServices {
	const shown: ShownMessage[] = [];
	const refusals: MessageServices['refusals'] = {};
	const requestCounts = { ntfy: 0, gotify: 0, telegram: 0, discord: 0, slack: 0 };
	const updates: { update_id: number; message: object }[] = [];
	let pendingPoll: ServerResponse | undefined;
	let lastUpdate = 0;

	const poll = (): void => {
		if (!pendingPoll || updates.length === 0) return;
		send(pendingPoll, [200, { ok: true, result: updates }]);
		pendingPoll = undefined;
	};

	const replyAsTelegram = (call: string, body: Record<string, unknown>, response: ServerResponse): Reply => {
		if (call === 'getMe') return [200, { ok: true, result: { id: 123456, is_bot: true, first_name: 'Signals', username: 'signals_bot' } }];
		if (call === 'getUpdates') {
			while (updates[0] && updates[0].update_id < Number(body['offset'] ?? 0)) updates.shift();
			pendingPoll = response;
			poll();
			return undefined;
		}
		requestCounts.telegram++;
		const fail = (code: number, description: string, parameters?: object): Reply => [
			code,
			{ ok: false, error_code: code, description, ...(parameters ? { parameters } : {}) },
		];
		const refusal = refusals.telegram;
		if (refusal === 'limited') return fail(429, `Too Many Requests: retry after ${RETRY_AFTER}`, { retry_after: RETRY_AFTER });
		if (refusal === 'down') return fail(502, 'Bad Gateway');
		if (refusal === 'revoked') return fail(403, 'Forbidden: bot was blocked by the user');
		const isPhoto = call === 'sendPhoto';
		// Forms end lines with CR LF; Telegram drops the CR.
		const text = String(body[isPhoto ? 'caption' : 'text'] ?? '').replaceAll('\r\n', '\n');
		if (refusal === 'malformed' || text === '') return fail(400, 'Bad Request: message text is empty');
		if (isPhoto && (refusal === 'no pictures' || body['photo'] === undefined)) return fail(400, 'Bad Request: PHOTO_INVALID_DIMENSIONS');
		if (text.length > (isPhoto ? 1_024 : 4_096)) return fail(400, 'Bad Request: message is too long');
		if (!Number.isInteger(Number(body['chat_id']))) return fail(400, 'Bad Request: chat not found');
		shown.push({ service: 'telegram', to: String(body['chat_id']), title: '', text, click: '', picture: sizeOf(body['photo']) });
		return [200, { ok: true, result: { message_id: shown.length, chat: { id: body['chat_id'], type: 'private' }, text } }];
	};

	const replyAsNtfy = (body: Record<string, unknown>, picture?: number): Reply => {
		const fail = (http: number, code: number, error: string, wait?: number): Reply => [http, { code, http, error }, wait];
		const refusal = refusals.ntfy;
		if (refusal === 'limited') return fail(429, 42901, 'limit reached: too many requests', RETRY_AFTER);
		if (refusal === 'down') return fail(500, 50001, 'internal server error');
		if (refusal === 'revoked') return fail(403, 40301, 'forbidden');
		if (refusal === 'malformed') return fail(400, 40024, 'request body must be valid JSON');
		if (picture !== undefined && refusal === 'no pictures') return fail(400, 40014, 'invalid request: attachments not allowed');
		const message = String(body['message'] ?? '');
		if (Buffer.byteLength(message) > 4_096) return fail(413, 41301, 'attachment too large, or bandwidth limit reached');
		shown.push({
			service: 'ntfy',
			to: String(body['topic']),
			title: String(body['title'] ?? ''),
			text: message,
			click: String(body['click'] ?? ''),
			picture,
		});
		return [200, { id: 'a', time: 1, event: 'message', topic: body['topic'], message }];
	};

	const replyAsGotify = (key: unknown, body: Record<string, unknown>): Reply => {
		const fail = (errorCode: number, error: string, wait?: number): Reply => [
			errorCode,
			{ error, errorCode, errorDescription: error },
			wait,
		];
		const refusal = refusals.gotify;
		if (refusal === 'limited') return fail(429, 'Too Many Requests', RETRY_AFTER);
		if (refusal === 'down') return fail(500, 'Internal Server Error');
		if (refusal === 'revoked' || key !== 'AppToken') return fail(401, 'Unauthorized');
		if (refusal === 'malformed' || !body['message']) return fail(400, 'Bad Request');
		const notification = (body['extras'] as { 'client::notification'?: { click?: { url?: string }; bigImageUrl?: string } })?.[
			'client::notification'
		];
		const [click, pictureUrl] = [notification?.click?.url ?? '', notification?.bigImageUrl];
		shown.push({ service: 'gotify', to: String(key), title: String(body['title']), text: String(body['message']), click, pictureUrl });
		return [200, { id: shown.length, appid: 1, ...body, date: '2026-06-30T15:45:00Z' }];
	};

	const replyAsDiscord = (path: string, body: Record<string, unknown>): Reply => {
		const refusal = refusals.discord;
		if (refusal === 'limited')
			return [429, { message: 'You are being rate limited.', retry_after: RETRY_AFTER + 0.3, global: false }, RETRY_AFTER];
		if (refusal === 'down') return [503, { message: '503: Service Unavailable', code: 0 }];
		if (refusal === 'revoked') return [404, { message: 'Unknown Webhook', code: 10015 }];
		const content = String(body['content'] ?? '');
		if (refusal === 'malformed' || content === '' || content.length > 2_000)
			return [400, { code: 50035, message: 'Invalid Form Body', errors: { content: {} } }];
		const picture = sizeOf(body['files[0]']);
		if (picture !== undefined && refusal === 'no pictures') return [413, { message: 'Request entity too large', code: 40005 }];
		shown.push({ service: 'discord', to: path, title: '', text: content, click: '', picture });
		return [204, ''];
	};

	const replyAsSlack = (path: string, body: Record<string, unknown>): Reply => {
		const refusal = refusals.slack;
		if (refusal === 'limited') return [429, 'rate_limited', RETRY_AFTER];
		if (refusal === 'down') return [500, 'rollup_error'];
		if (refusal === 'revoked') return [404, 'no_service'];
		const text = String(body['text'] ?? '');
		if (refusal === 'malformed' || text === '') return [400, 'invalid_payload'];
		if (text.length > 40_000) return [400, 'msg_too_long'];
		const blocks = body['blocks'] as { type: string; text?: { text: string }; image_url?: string; alt_text?: string }[] | undefined;
		const image = blocks?.find(({ type }) => type === 'image');
		// Slack loads the picture before it accepts the message.
		if (blocks && (refusal === 'no pictures' || !image?.image_url?.startsWith('https://') || !image.alt_text))
			return [400, 'invalid_blocks'];
		const section = blocks?.find(({ type }) => type === 'section')?.text?.text ?? text;
		if (section.length > (blocks ? 3_000 : 40_000)) return [400, 'invalid_blocks'];
		shown.push({ service: 'slack', to: path, title: '', text: section, click: '', pictureUrl: image?.image_url });
		return [200, 'ok'];
	};

	return {
		shown,
		refusals,
		requestCounts,
		isPolled: () => pendingPoll !== undefined,
		write: (id, text, type = 'private') => {
			updates.push({ update_id: ++lastUpdate, message: { message_id: lastUpdate, date: 1, chat: { id, type, first_name: 'Ann' }, text } });
			poll();
		},
		respond: async (response, { path, headers, body }) => {
			const type = String(headers['content-type']);
			const fields = await readBody(type, body, headers);
			const { host } = headers;
			if (host === 'api.telegram.org') {
				const [, token, call = ''] = /^\/bot([^/]+)\/(\w+)$/.exec(path) ?? [];
				const isKnown = token === BOT_TOKEN;
				send(
					response,
					isKnown ? replyAsTelegram(call, fields, response) : [401, { ok: false, error_code: 401, description: 'Unauthorized' }],
				);
				return;
			}
			const service =
				host === 'discord.com' ? 'discord' : host === 'hooks.slack.com' ? 'slack' : path.endsWith('/message') ? 'gotify' : 'ntfy';
			requestCounts[service]++;
			if (service === 'discord') send(response, replyAsDiscord(path, fields));
			else if (service === 'slack') send(response, replyAsSlack(path, fields));
			else
				send(
					response,
					service === 'gotify'
						? replyAsGotify(headers['x-gotify-key'], fields)
						: replyAsNtfy(fields, type === 'image/png' ? body.length : undefined),
				);
		},
	};
}

function sizeOf(file: unknown): number | undefined {
	return file instanceof File ? file.size : undefined;
}

/** Fields of a JSON body, of a form, or of the headers that ntfy reads with a file. */
async function readBody(type: string, body: Buffer, headers: ReceivedRequest['headers']): Promise<Record<string, unknown>> {
	if (type.startsWith('multipart/form-data')) {
		const form = await new Response(new Uint8Array(body), { headers: { 'content-type': type } }).formData();
		const fields = Object.fromEntries(form.entries());
		return 'payload_json' in fields ? { ...fields, ...JSON.parse(String(fields['payload_json'])) } : fields;
	}
	if (type !== 'image/png') return JSON.parse(String(body)) as Record<string, unknown>;
	const decodeHeader = (name: string): string => {
		const [, encoded = ''] = /^=\?UTF-8\?B\?(.*)\?=$/.exec(String(headers[name] ?? '')) ?? [];
		return Buffer.from(encoded, 'base64').toString().replaceAll('\\n', '\n');
	};
	return { topic: 'signals-of-ann', title: decodeHeader('title'), message: decodeHeader('message'), click: headers['click'] };
}

function send(response: ServerResponse, reply: Reply): void {
	if (!reply) return;
	const [status, body, wait] = reply;
	const isText = typeof body === 'string';
	const type = { 'content-type': isText ? 'text/plain' : 'application/json' };
	response
		.writeHead(status, { ...type, ...(wait === undefined ? {} : { 'retry-after': String(wait) }) })
		.end(isText ? body : JSON.stringify(body));
}

/** The operator's Telegram bot: its name and the messages it receives. messengers.ts sends messages to chats. */

import { z } from 'zod';
import type { HttpsPoster, RequestResult } from '../https/https-poster.ts';
import { DELIVERED, type Outcome, refusedByReceiver, rejectedMessage, retryLater } from '../outcome.ts';
import { TELEGRAM_API } from './channel-request.ts';

/** Long polling: seconds that Telegram waits for a message before it responds. Must be less than the request timeout. */
const LONG_POLL_S = 10;
const MAX_UPDATES = 100;
const MAX_RESPONSE_BYTES = 1024 * 1024;

export interface TelegramBot {
	/** Returns the bot's name without '@'; null if Telegram doesn't answer. */
	fetchName(): Promise<string | null>;
	/** Returns messages received since the previous call; `offset` confirms earlier updates. On failure: the reason and the milliseconds to wait. */
	fetchUpdates(
		offset: number | undefined,
		signal: AbortSignal,
	): Promise<Updates | { readonly why: string; readonly wait: number | undefined }>;
}

export function createTelegramBot({ post, token, userAgent }: { post: HttpsPoster; token: string; userAgent: string }): TelegramBot {
	const callApi = (call: string, body: object, signal?: AbortSignal): Promise<RequestResult> => {
		const json = JSON.stringify(body);
		const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(json), 'user-agent': userAgent };
		return post({ url: `${TELEGRAM_API}/bot${token}/${call}`, headers, body: json, maxBytes: MAX_RESPONSE_BYTES }, signal);
	};
	let cachedName: string | null = null;
	return {
		fetchName: async () => {
			if (cachedName !== null) return cachedName;
			const result = await callApi('getMe', {});
			cachedName = result.status === 200 ? parseBotName(result.body) : null;
			return cachedName;
		},
		fetchUpdates: async (offset, signal) => {
			const parameters = {
				...(offset === undefined ? {} : { offset }),
				timeout: LONG_POLL_S,
				limit: MAX_UPDATES,
				allowed_updates: ['message'],
			};
			const result = await callApi('getUpdates', parameters, signal);
			if (result.status === null) return { why: `no response (${result.why})`, wait: undefined };
			const updates = result.status === 200 ? parseUpdates(result.body) : undefined;
			return updates ?? { why: `status ${result.status}`, wait: result.retryAfter };
		},
	};
}

const SECOND_MS = 1_000;

/** Error response of the Telegram Bot API: https://core.telegram.org/bots/api#making-requests */
const failureSchema = z.object({
	description: z.string().default(''),
	parameters: z.object({ retry_after: z.number().optional() }).default({}),
});

/** Interprets the response to a message. A wrong bot token is the operator's fault, so it doesn't stop the user's channel. */
export function toTelegramOutcome({ status, retryAfter, body }: Extract<RequestResult, { status: number }>): Outcome {
	if (status >= 200 && status < 300) return DELIVERED;
	const { description, parameters } = failureSchema.catch({ description: '', parameters: {} }).parse(parseJson(body));
	const wait = parameters.retry_after === undefined ? retryAfter : parameters.retry_after * SECOND_MS;
	if (status === 401 || status === 404) return retryLater("Telegram rejected this site's bot.");
	if (status === 403) return refusedByReceiver('The chat has blocked the bot.');
	if (status === 400 && /chat not found|upgraded to a supergroup|user is deactivated/i.test(description))
		return refusedByReceiver('The chat no longer exists.');
	if (status === 429) return retryLater('Telegram is rate-limiting messages (429).', wait);
	if (status >= 500) return retryLater(`Telegram answered with status ${status}.`, wait);
	return rejectedMessage(`Telegram rejected the message (${status}).`);
}

/** A text message in a chat with one person. */
interface ChatText {
	readonly chat: string;
	readonly text: string;
}

interface Updates {
	readonly texts: readonly ChatText[];
	/** The `offset` that confirms these updates; undefined if there were none. */
	readonly nextOffset: number | undefined;
}

const updateSchema = z.object({
	update_id: z.int(),
	message: z
		.object({ chat: z.object({ id: z.int(), type: z.string() }), text: z.string().optional() })
		.optional()
		.catch(undefined),
});
const updatesSchema = z.object({ ok: z.literal(true), result: z.array(updateSchema) });

/** Parses a response of getUpdates; undefined if invalid. Skips groups, because all their members would read the alerts. */
function parseUpdates(body: Buffer | undefined): Updates | undefined {
	const parsed = updatesSchema.safeParse(parseJson(body));
	if (!parsed.success) return undefined;
	const { result } = parsed.data;
	const texts = result.flatMap(({ message }) =>
		message?.chat.type === 'private' && message.text !== undefined ? [{ chat: String(message.chat.id), text: message.text }] : [],
	);
	return { texts, nextOffset: result.length === 0 ? undefined : Math.max(...result.map(({ update_id }) => update_id)) + 1 };
}

const botSchema = z.object({ ok: z.literal(true), result: z.object({ username: z.string().regex(/^\w+$/) }) });

function parseBotName(body: Buffer | undefined): string | null {
	return botSchema.safeParse(parseJson(body)).data?.result.username ?? null;
}

function parseJson(body: Buffer | undefined): unknown {
	try {
		return JSON.parse(String(body ?? ''));
	} catch {
		return undefined;
	}
}

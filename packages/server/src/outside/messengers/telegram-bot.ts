/** The operator's Telegram bot: its name, and what is written to it. Messages to chats are sent by messengers.ts. */
import type { Answered, HttpsPoster } from '../https/https-poster.ts';
import { TELEGRAM_API } from './channel-request.ts';
import { parseBotName, parseUpdates, type Updates } from './telegram-answer.ts';

/** Seconds that Telegram holds a request until something is written: less than a request may take. */
const HELD = 10;
const MOST_UPDATES = 100;
const LARGEST_ANSWER = 1024 * 1024;

export interface TelegramBot {
	/** null where Telegram doesn't answer. */
	name(): Promise<string | null>;
	/** What was written since; `offset` confirms earlier updates. A reason instead where there is no answer. */
	updates(offset: number | undefined, signal: AbortSignal): Promise<Updates | { readonly why: string; readonly wait: number | undefined }>;
}

export function createTelegramBot({ post, token, agent }: { post: HttpsPoster; token: string; agent: string }): TelegramBot {
	const ask = (call: string, body: object, signal?: AbortSignal): Promise<Answered> => {
		const sent = JSON.stringify(body);
		const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(sent), 'user-agent': agent };
		return post({ url: `${TELEGRAM_API}/bot${token}/${call}`, headers, body: sent, mostBytes: LARGEST_ANSWER }, signal);
	};
	let known: string | null = null;
	return {
		name: async () => {
			if (known !== null) return known;
			const answered = await ask('getMe', {});
			known = answered.status === 200 ? parseBotName(answered.body) : null;
			return known;
		},
		updates: async (offset, signal) => {
			const parameters = { ...(offset === undefined ? {} : { offset }), timeout: HELD, limit: MOST_UPDATES, allowed_updates: ['message'] };
			const answered = await ask('getUpdates', parameters, signal);
			if (answered.status === null) return { why: `no response (${answered.why})`, wait: undefined };
			const found = answered.status === 200 ? parseUpdates(answered.body) : undefined;
			return found ?? { why: `status ${answered.status}`, wait: answered.retryAfter };
		},
	};
}

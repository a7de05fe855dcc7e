/** Sends messages to the services of message channels and interprets their responses. */
import { type MessageAddress, type MessageService, SERVICE_NAMES } from '@sw/domain/inbox/message-channel';
import { describeFailure, type HttpsPoster, type RequestResult } from '../https/https-poster.ts';
import { DELIVERED, type Outcome, refusedByReceiver, rejectedMessage, retryLater } from '../outcome.ts';
import { type ChannelRequest, createChannelRequest, createPictureRequest, type MessageContent } from './channel-request.ts';
import { toTelegramOutcome } from './telegram-bot.ts';

export interface Messengers {
	/** Never rejects. */
	send(to: MessageAddress, content: MessageContent, signal?: AbortSignal): Promise<Outcome>;
}

/** Telegram's responses contain the reason and the pause to make, so they are read up to this size in bytes. */
const MAX_RESPONSE_BYTES = 64 * 1024;

export interface MessengerParts {
	readonly post: HttpsPoster;
	/** Value of the User-Agent header. */
	readonly userAgent: string;
	/** Token of the operator's bot; null if Telegram isn't available. */
	readonly telegramToken: string | null;
}

export function createMessengers({ post, userAgent, telegramToken }: MessengerParts): Messengers {
	return {
		send: async (to, content, signal) => {
			const isTelegram = to.service === 'telegram';
			if (isTelegram && telegramToken === null) return retryLater('The operator has removed the Telegram bot.');
			const target = isTelegram ? { ...to, token: telegramToken } : to;
			const sendRequest = async ({ url, headers, body }: ChannelRequest): Promise<Outcome> => {
				const { bytes, type } = await encodeBody(body);
				const requestHeaders = { 'content-type': type, 'content-length': bytes.length, 'user-agent': userAgent, ...headers };
				const responseOptions = isTelegram ? { maxBytes: MAX_RESPONSE_BYTES, statusSuffices: true } : {};
				const result = await post({ url, headers: requestHeaders, body: bytes, ...responseOptions }, signal);
				if (result.status === null) return describeFailure(result);
				return isTelegram ? toTelegramOutcome(result) : toOutcome(to.service, result);
			};
			const requestWithPicture = createPictureRequest(target, content);
			const outcome = requestWithPicture && (await sendRequest(requestWithPicture));
			// If the service rejects the picture, the text alone may still be accepted.
			return outcome && outcome.kind !== 'unfit' ? outcome : sendRequest(createChannelRequest(target, content));
		},
	};
}

async function encodeBody(body: ChannelRequest['body']): Promise<{ bytes: Buffer; type: string }> {
	if (Buffer.isBuffer(body)) return { bytes: body, type: 'application/octet-stream' };
	if (!(body instanceof FormData)) return { bytes: Buffer.from(JSON.stringify(body)), type: 'application/json; charset=utf-8' };
	const form = new Response(body);
	return { bytes: Buffer.from(await form.arrayBuffer()), type: form.headers.get('content-type') ?? '' };
}

type CompletedRequest = Extract<RequestResult, { status: number }>;

function toOutcome(service: MessageService, { status, retryAfter }: CompletedRequest): Outcome {
	const name = SERVICE_NAMES[service];
	if (status >= 200 && status < 300) return DELIVERED;
	if (status === 401 || status === 403) return refusedByReceiver(`${name} rejected the token or address (${status}).`);
	if (status === 404 || status === 410) return refusedByReceiver(`${name} no longer knows the address (${status}).`);
	if (status >= 300 && status < 400) return retryLater(`${name} redirects (${status}); redirects aren't followed.`);
	if (status === 429) return retryLater(`${name} is rate-limiting messages (429).`, retryAfter);
	if (status === 408 || status >= 500) return retryLater(`${name} answered with status ${status}.`, retryAfter);
	return rejectedMessage(`${name} rejected the message (${status}).`);
}

import { hash } from 'node:crypto';
import type { AnswerOf, HandlerInput } from '@sw/contract/base/define';
import type { messageChannelCalls as calls } from '@sw/contract/inbox/message-channels';
import type { CallerAccount } from '@sw/domain/access/caller';
import {
	channelLimit,
	channelLimitMessage,
	channelState,
	type MessageAddress,
	type MessageChannel,
	SERVICE_NAMES,
} from '@sw/domain/inbox/message-channel';
import { isoSeconds } from '@sw/domain/time/format';
import { MINUTE, SECOND, utcMs } from '@sw/domain/time/units';
import { explainInvalidUrl } from '../../../outside/messengers/channel-request.ts';
import type { TelegramBot } from '../../../outside/messengers/telegram-bot.ts';
import type { Outcome } from '../../../outside/outcome.ts';
import { mapConcurrent } from '../../../platform/concurrency/map-concurrent.ts';
import { malformed, notFound, Problem } from '../../../platform/errors.ts';
import type { RandomSource } from '../../../platform/random-source.ts';
import { createAppMessage } from './app-message.ts';
import type { DeliveryParts } from './ports.ts';
import { createSampleContent } from './sample-delivery.ts';

type NewChannelAnswer = AnswerOf<typeof calls.addMessageChannel, 201>;
type ChannelRequest = HandlerInput<typeof calls.addMessageChannel>['body'];
type TestResult = AnswerOf<typeof calls.tryMessageChannel>;

const CODE_LIFE_MS = 15 * MINUTE;
const NO_CHANNEL = 'Message channel not found';
const NO_BOT = "The operator hasn't set up a Telegram bot. Choose another service.";
const ALREADY_CONNECTED = 'This address is already connected.';
const NOT_LINKED = 'Send the code to the bot first.';

/** Lets users manage the message channels of their account. */
export function createOwnMessageChannels({
	records,
	clock,
	randomSource,
	messengers,
	telegram,
	localReceivers,
	countTest,
	origin,
	label,
}: DeliveryParts) {
	const requireUrl = (request: Exclude<ChannelRequest, { service: 'telegram' }>): string => {
		const message = explainInvalidUrl(request.service, request.url, localReceivers);
		if (message) throw malformed('url', message);
		return new URL(request.url).href;
	};
	const requireChannel = async (userId: string, id: string): Promise<MessageChannel> => {
		const channel = (await records.messageChannelsOf(userId, clock.now())).find((one) => one.id === id);
		if (!channel) throw notFound(NO_CHANNEL);
		return channel;
	};
	const setAppDelivery = async (userId: string, isOn: boolean): Promise<void> => {
		await records.changeDelivery(userId, { channels: { app: isOn } }, clock.now());
	};

	return {
		list: async ({ id, licence }: CallerAccount): Promise<AnswerOf<typeof calls.messageChannels>> => ({
			items: (await records.messageChannelsOf(id, clock.now())).map(presentChannel),
			allowed: channelLimit(licence),
			telegram: telegram !== null,
		}),

		add: async ({ id: userId, licence }: CallerAccount, request: ChannelRequest): Promise<NewChannelAnswer> => {
			const { service, name } = request;
			if (service === 'telegram' && telegram === null) throw malformed('service', NO_BOT);
			const now = clock.now();
			const code = service === 'telegram' ? createCode(randomSource) : null;
			const channel = await records.addMessageChannel(
				userId,
				{
					...{ service, name },
					address: service === 'telegram' ? null : requireUrl(request),
					token: ('token' in request ? request.token : undefined) ?? null,
					codeHash: code === null ? null : hashCode(code),
					codeEnds: code === null ? null : utcMs(now + CODE_LIFE_MS),
				},
				{ maxChannels: channelLimit(licence), now },
			);
			if (channel === 'limit') throw new Problem('denied', { detail: channelLimitMessage(licence) });
			if (channel === 'known') throw new Problem('conflict', { detail: ALREADY_CONNECTED });
			if (code === null) await setAppDelivery(userId, true);
			const bot = code === null ? null : await telegram?.fetchName();
			return { ...presentChannel(channel), code, link: bot ? `https://t.me/${bot}?start=${code}` : null };
		},

		remove: async ({ id: userId }: CallerAccount, id: string): Promise<void> => {
			if (!(await records.removeMessageChannel(userId, id))) throw notFound(NO_CHANNEL);
			const remaining = await records.messageChannelsOf(userId, clock.now());
			if (remaining.every(({ address }) => address === null)) await setAppDelivery(userId, false);
		},

		/** Sends a test message, even to a stopped channel, without recording the result. */
		test: async ({ id: userId }: CallerAccount, id: string): Promise<TestResult> => {
			const { service, address, token } = await requireChannel(userId, id);
			await countTest(userId);
			if (address === null) return { delivered: false, line: NOT_LINKED };
			const to: MessageAddress = { service, address, token };
			const outcome: Outcome = await messengers.send(to, createAppMessage([createSampleContent(clock.now())], { origin, label }));
			return outcome.kind === 'delivered'
				? { delivered: true, line: `${SERVICE_NAMES[service]} accepted the message.` }
				: { delivered: false, line: outcome.why };
		},

		resume: async ({ id: userId }: CallerAccount, id: string) => {
			const channel = await records.resumeMessageChannel(userId, id);
			if (!channel) throw notFound(NO_CHANNEL);
			if (channel.address !== null) await setAppDelivery(userId, true);
			return presentChannel(channel);
		},
	};
}

function presentChannel(channel: MessageChannel): AnswerOf<typeof calls.resumeMessageChannel> {
	const { id, service, name, address, stoppedWhy, stoppedAt, codeEnds, createdAt, deliveredAt, failures } = channel;
	return {
		...{ id, service, name, failures, why: stoppedWhy },
		host: service === 'telegram' || address === null ? null : new URL(address).host,
		state: channelState(channel),
		since: isoOrNull(stoppedAt),
		code_ends: isoOrNull(codeEnds),
		created: isoSeconds(createdAt),
		delivered: isoOrNull(deliveredAt),
	};
}

function isoOrNull(instant: number | null): string | null {
	return instant === null ? null : isoSeconds(instant);
}

/** Letters and digits, except those that look alike. */
const ALPHABET = 'ABCDEFGHJKMNPQRSTUVWXYZ23456789';
const CODE_LENGTH = 12;
/** A code, either sent by the deep link with /start or typed by a user. */
const CODE_MESSAGE = /^\s*(?:\/start(?:@\w+)?\s+)?([A-Za-z0-9]{12})\s*$/;
/** Maximum chats answered concurrently. */
const MAX_CONCURRENT_CHATS = 10;
/** The pause after a failure, which doubles with each further one. */
const [FIRST_PAUSE_MS, MAX_PAUSE_MS] = [5 * SECOND, 5 * MINUTE];

/** Creates a code of 12 random characters, about 59 bits. Each code works once. */
function createCode(randomSource: RandomSource): string {
	let code = '';
	// Bytes beyond the last multiple of the alphabet's length are skipped: they would make the first letters of the alphabet more likely.
	const unbiasedLimit = 256 - (256 % ALPHABET.length);
	while (code.length < CODE_LENGTH) {
		const [byte = 0] = randomSource.bytes(1);
		if (byte < unbiasedLimit) code += ALPHABET[byte % ALPHABET.length];
	}
	return code;
}

function hashCode(code: string): Buffer {
	return hash('sha256', code, 'buffer');
}

type LinkParts = Pick<DeliveryParts, 'records' | 'clock' | 'messengers' | 'origin' | 'onError'> & {
	readonly telegram: TelegramBot;
	readonly pause: (ms: number, signal: AbortSignal) => Promise<void>;
};

/**
 * Links Telegram chats to accounts by the codes that users send to the bot, until the signal aborts. Only the process that leads the market may do this,
 * because Telegram sends its updates to only one reader.
 */
export async function linkTelegramChats({ telegram, pause, onError, ...parts }: LinkParts, signal: AbortSignal): Promise<void> {
	let offset: number | undefined;
	let failures = 0;
	while (!signal.aborted) {
		const updates = await telegram.fetchUpdates(offset, signal);
		if (signal.aborted) return;
		if ('why' in updates) {
			if (failures === 0) onError('failed to read messages to the Telegram bot', new Error(updates.why));
			await pause(Math.max(updates.wait ?? 0, Math.min(MAX_PAUSE_MS, FIRST_PAUSE_MS * 2 ** failures++)), signal);
			continue;
		}
		try {
			const chats = [...Map.groupBy(updates.texts, ({ chat }) => chat)];
			await mapConcurrent(chats, MAX_CONCURRENT_CHATS, ([chat, texts]) =>
				answerChat(
					parts,
					chat,
					texts.map(({ text }) => text),
					signal,
				),
			);
			// Confirms only handled updates: after an outage of the database, Telegram sends the same updates again.
			offset = updates.nextOffset ?? offset;
			failures = 0;
		} catch (error) {
			onError('failed to link a Telegram chat', error);
			await pause(Math.min(MAX_PAUSE_MS, FIRST_PAUSE_MS * 2 ** failures++), signal);
		}
	}
}

async function answerChat(
	{ records, clock, messengers, origin }: Omit<LinkParts, 'telegram' | 'pause' | 'onError'>,
	chat: string,
	texts: readonly string[],
	signal: AbortSignal,
): Promise<void> {
	const codes = texts.flatMap((text) => CODE_MESSAGE.exec(text)?.[1]?.toUpperCase() ?? []);
	let isLinked = false;
	for (const code of codes) {
		const owner = await records.linkChat(hashCode(code), chat, clock.now());
		if (!owner) continue;
		isLinked = true;
		await records.changeDelivery(owner.userId, { channels: { app: true } }, clock.now());
	}
	const text = isLinked
		? { title: 'This chat is connected.', body: 'Alerts from Signalwheel will arrive here.' }
		: { title: 'Unknown code', body: 'Get a new code in the delivery settings of Signalwheel, and send it here.' };
	// A reply that fails isn't retried, because the settings show whether the chat is connected.
	await messengers.send({ service: 'telegram', address: chat, token: null }, { ...text, url: `${origin}/messages` }, signal);
}

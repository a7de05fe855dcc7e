/** Links Telegram chats to accounts: a user gets a code, sends it to the bot, and the process that leads the market reads it there. */
import { hash } from 'node:crypto';
import { MINUTE, SECOND } from '@sw/domain/time/units';
import type { TelegramBot } from '../../../outside/messengers/telegram-bot.ts';
import { mapConcurrent } from '../../../platform/concurrency/map-concurrent.ts';
import type { RandomSource } from '../../../platform/random-source.ts';
import type { DeliveryParts } from './ports.ts';

/** Without letters and digits that look alike. */
const ALPHABET = 'ABCDEFGHJKMNPQRSTUVWXYZ23456789';
const CODE_LENGTH = 12;
/** As the deep link sends it, or as a user types it. */
const WRITTEN = /^\s*(?:\/start(?:@\w+)?\s+)?([A-Za-z0-9]{12})\s*$/;
/** Chats that are answered at the same time. */
const AT_ONCE = 10;
/** Pauses after failures, doubling. */
const [FIRST_PAUSE, LONGEST_PAUSE] = [5 * SECOND, 5 * MINUTE];

/** One use, 59 bits. */
export function createCode(randomSource: RandomSource): string {
	let code = '';
	// Bytes beyond the last multiple of the alphabet's length would make its first letters likelier.
	const fair = 256 - (256 % ALPHABET.length);
	while (code.length < CODE_LENGTH) {
		const [byte = 0] = randomSource.bytes(1);
		if (byte < fair) code += ALPHABET[byte % ALPHABET.length];
	}
	return code;
}

export function codeHash(code: string): Buffer {
	return hash('sha256', code, 'buffer');
}

type Parts = Pick<DeliveryParts, 'records' | 'clock' | 'messengers' | 'origin' | 'onError'> & {
	readonly telegram: TelegramBot;
	readonly pause: (ms: number, signal: AbortSignal) => Promise<void>;
};

/** Reads what is written to the bot until the signal aborts. Only one process may: Telegram answers the last one that asks. */
export async function linkChats({ telegram, pause, onError, ...parts }: Parts, signal: AbortSignal): Promise<void> {
	let offset: number | undefined;
	let failures = 0;
	while (!signal.aborted) {
		const found = await telegram.updates(offset, signal);
		if (signal.aborted) return;
		if ('why' in found) {
			if (failures === 0) onError('failed to read messages to the Telegram bot', new Error(found.why));
			await pause(Math.max(found.wait ?? 0, Math.min(LONGEST_PAUSE, FIRST_PAUSE * 2 ** failures++)), signal);
			continue;
		}
		try {
			const chats = [...Map.groupBy(found.texts, ({ chat }) => chat)];
			await mapConcurrent(chats, AT_ONCE, ([chat, texts]) =>
				answerChat(
					parts,
					chat,
					texts.map(({ text }) => text),
					signal,
				),
			);
			// Only what was read is confirmed: after an outage of the database the same updates come again.
			offset = found.next ?? offset;
			failures = 0;
		} catch (error) {
			onError('failed to link a Telegram chat', error);
			await pause(Math.min(LONGEST_PAUSE, FIRST_PAUSE * 2 ** failures++), signal);
		}
	}
}

async function answerChat(
	{ records, clock, messengers, origin }: Omit<Parts, 'telegram' | 'pause' | 'onError'>,
	chat: string,
	texts: readonly string[],
	signal: AbortSignal,
): Promise<void> {
	const codes = texts.flatMap((text) => WRITTEN.exec(text)?.[1]?.toUpperCase() ?? []);
	let isLinked = false;
	for (const code of codes) {
		const owner = await records.linkChat(codeHash(code), chat, clock.now());
		if (!owner) continue;
		isLinked = true;
		await records.changeDelivery(owner.userId, { channels: { app: true } }, clock.now());
	}
	const text = isLinked
		? { title: 'This chat is connected.', body: 'Alerts from Signalwheel will arrive here.' }
		: { title: 'Unknown code', body: 'Get a new code in the delivery settings of Signalwheel, and send it here.' };
	// A failed answer is not repeated: the settings show whether the chat is connected.
	await messengers.send({ service: 'telegram', address: chat, token: null }, { ...text, url: `${origin}/messages` }, signal);
}

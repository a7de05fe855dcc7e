/** Connection tests of the first-start set-up: a vendor with the entered key, and a mail server. */

import type { HandlerInput } from '@sw/contract/base/define';
import type { setupCalls } from '@sw/contract/operations/setup';
import { SECOND } from '@sw/domain/time/units';
import type { SetupParts } from '../../areas/operations/operator-handlers.ts';
import { ConfigError } from '../../config/config.ts';
import { VendorError } from '../../intake/outbound/vendor-error.ts';
import { parseMailServer, tryMail } from '../../outside/mail/try-mail.ts';
import type { WallClock } from '../../platform/clocks/wall-clock.ts';
import { malformed } from '../../platform/errors.ts';
import { tryProvider } from './try-provider.ts';

type ProviderTrial = HandlerInput<(typeof setupCalls)['tryProvider']>['body'];

/** Short, because an administrator is waiting for the result. */
const TRIAL_TIMEOUT = 30 * SECOND;
const TIMED_OUT_LINE = 'No response for 30 s; stopped.';
const KEY_REFUSED = 'FAILED: the key was rejected.';

export interface TrialOptions {
	wall: WallClock;
	random: () => number;
	/** Stand-ins for the vendors' hosts, by name. */
	addresses?: Readonly<Record<string, string>> | undefined;
}

/** Tests a vendor with one call of each kind. Only the vendors' own hosts are called; the test stops when the key is rejected. */
export function createProviderTrial({ wall, random, addresses }: TrialOptions): SetupParts['tryProvider'] {
	return async (request) => {
		const controller = new AbortController();
		const lines: string[] = [];
		const cancel = wall.after(TRIAL_TIMEOUT, () => {
			lines.push(TIMED_OUT_LINE);
			controller.abort();
		});
		const addLine = (line: string): void => {
			if (controller.signal.aborted) return;
			lines.push(maskSecrets(line, [request.key, request.secret]));
			if (line.includes(KEY_REFUSED)) controller.abort();
		};
		let failedCount = 0;
		try {
			failedCount = await tryProvider(request.provider, environmentOf(request), {
				wall,
				random,
				print: addLine,
				signal: controller.signal,
				...(addresses ? { addresses } : {}),
			});
		} catch (error) {
			failedCount++;
			if (error instanceof ConfigError) throw malformed(error.message.includes('SYMBOLS') ? 'symbols' : 'key', error.message);
			if (error instanceof VendorError) lines.push(maskSecrets(error.message, [request.key, request.secret]));
			else if (!controller.signal.aborted) throw error;
		} finally {
			cancel();
			controller.abort();
		}
		const isRefused =
			lines.some((line) => line.includes(KEY_REFUSED)) || !lines.some((line) => /^\w[\w ]*: (?!NO,|this vendor)/.test(line));
		return { outcome: isRefused ? 'refused' : failedCount > 0 ? 'partly' : 'good', lines };
	};
}

/** Masks secrets, which a vendor's reply may repeat. */
function maskSecrets(line: string, secrets: readonly (string | undefined)[]): string {
	return secrets.reduce<string>((text, secret) => (secret ? text.replaceAll(secret, '***') : text), line);
}

function environmentOf({ provider, key = '', secret = '', symbols = '' }: ProviderTrial): Record<string, string> {
	return {
		...(provider === 'alpaca' ? { SIGNALWHEEL_ALPACA_KEY: key, SIGNALWHEEL_ALPACA_SECRET: secret } : {}),
		...(provider === 'massive' ? { SIGNALWHEEL_MASSIVE_KEY: key } : {}),
		SIGNALWHEEL_SYMBOLS: symbols,
	};
}

const SUBJECT = 'Signalwheel test mail';
const TEXT = 'This is a test of the mail server, sent by an administrator. The mail server works; nothing else needs to be done.';

/** Tests a mail server by sending a message. Servers in a private network are allowed: operators often host them next to the product. */
export const sendTestMail: SetupParts['tryMail'] = async ({ url, from, to }) => {
	const server = parseMailServer(url);
	if (!server)
		throw malformed(
			'url',
			'must have the form smtp://host:port or smtps://host:port, with user:password@ before the host if the server requires a login',
		);
	const failure = await tryMail(server, { from, to, subject: SUBJECT, text: TEXT, html: `<p>${TEXT}</p>` });
	return { sent: failure === undefined, line: failure ?? `The mail server accepted a mail to ${to}.`, host: server.host };
};

import type { AnswerOf } from '@sw/contract/base/define';
import type { deliveryCalls as calls } from '@sw/contract/inbox/delivery';
import type { PushBrowser } from '@sw/domain/inbox/outgoing';
import { isoSeconds } from '@sw/domain/time/format';
import { endpointFault } from '../../../outside/push/push.ts';
import { SECRET_BYTES, secretOf, webhookFault } from '../../../outside/webhook/webhook.ts';
import { malformed, notFound, Problem } from '../../../platform/errors.ts';
import type { DeliveryParts } from './ports.ts';

/** More than any user needs. Each browser costs a request per message. */
const MOST_BROWSERS = 10;
const TOO_MANY = `${MOST_BROWSERS} browsers already receive push notifications for this account: remove one in the profile first`;
/** Maximum length of a stored user agent. */
const AGENT = 300;

type Browser = AnswerOf<typeof calls.addPushBrowser>;

export interface ChannelInput {
	readonly endpoint: string;
	readonly keys: { readonly p256dh: string; readonly auth: string };
}

/** Lets users manage the browsers and the webhook of their account. */
export function createOwnChannels({ records, clock, randomSource, push, pushHosts, localReceivers }: DeliveryParts) {
	const { publicKey } = push;
	const replaceWith = async (userId: string, channel: 'push' | 'webhook', isOn: boolean): Promise<void> => {
		if (!(await records.changeDelivery(userId, { channels: { [channel]: isOn } }, clock.now()))) throw new Problem('unauthenticated');
	};
	return {
		browsers: async (userId: string) => ({ key: publicKey, items: (await records.pushBrowsersOf(userId)).map(present) }),

		addBrowser: async (userId: string, { endpoint, keys }: ChannelInput, agent: string): Promise<Browser> => {
			const fault = endpointFault(endpoint, pushHosts);
			if (fault) throw malformed('endpoint', fault);
			const broken = keyFault(keys);
			if (broken) throw broken;
			const browser = { endpoint, ...keys, serverKey: publicKey, agent: agent.slice(0, AGENT), createdAt: clock.now() };
			const kept = await records.savePushBrowser(userId, browser, MOST_BROWSERS);
			if (!kept) throw new Problem('conflict', { detail: TOO_MANY });
			await replaceWith(userId, 'push', true);
			return present(kept);
		},

		removeBrowser: async (userId: string, selector: { id: string } | { endpoint: string }): Promise<void> => {
			if (!(await records.removePushBrowser(userId, selector))) throw notFound('Browser not found');
			if ((await records.pushBrowsersOf(userId)).length === 0) await replaceWith(userId, 'push', false);
		},

		webhook: async (userId: string): Promise<AnswerOf<typeof calls.webhook>> => {
			const own = await records.webhookOf(userId);
			return {
				url: own?.url ?? null,
				created: at(own?.createdAt ?? null),
				delivered: at(own?.deliveredAt ?? null),
				failures: own?.failures ?? 0,
			};
		},

		setWebhook: async (userId: string, url: string): Promise<{ url: string; secret: string }> => {
			const fault = webhookFault(url, localReceivers);
			if (fault) throw malformed('url', fault);
			const secret = secretOf(randomSource.bytes(SECRET_BYTES));
			const { href } = new URL(url);
			await records.saveWebhook(userId, { url: href, secret }, clock.now());
			await replaceWith(userId, 'webhook', true);
			return { url: href, secret };
		},

		removeWebhook: async (userId: string): Promise<void> => {
			if (!(await records.removeWebhook(userId))) throw notFound('No webhook address is set');
			await replaceWith(userId, 'webhook', false);
		},
	};
}

/** Refuses keys that can't be used for encryption: `p256dh` must be an uncompressed P-256 point, `auth` sixteen bytes. */
function keyFault({ p256dh, auth }: ChannelInput['keys']): Problem | undefined {
	const point = Buffer.from(p256dh, 'base64url');
	if (point.length !== 65 || point[0] !== 4) return malformed('keys.p256dh', 'must be the P-256 public key provided by the browser');
	return Buffer.from(auth, 'base64url').length === 16 ? undefined : malformed('keys.auth', 'must be the 16 bytes provided by the browser');
}

function at(instant: number | null): string | null {
	return instant === null ? null : isoSeconds(instant);
}

function present({ id, endpoint, agent, createdAt, deliveredAt }: PushBrowser): Browser {
	return {
		id,
		host: new URL(endpoint).hostname,
		agent,
		created: isoSeconds(createdAt),
		delivered: at(deliveredAt),
	};
}

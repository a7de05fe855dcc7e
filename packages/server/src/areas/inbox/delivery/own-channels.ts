import type { AnswerOf } from '@sw/contract/base/define';
import type { deliveryCalls as calls } from '@sw/contract/inbox/delivery';
import type { PushBrowser } from '@sw/domain/inbox/outgoing';
import { isoSeconds } from '@sw/domain/time/format';
import { explainInvalidEndpoint } from '../../../outside/push/push.ts';
import { explainInvalidWebhook, formatSecret, SECRET_BYTES } from '../../../outside/webhook/webhook.ts';
import { malformed, notFound, Problem } from '../../../platform/errors.ts';
import type { DeliveryParts } from './ports.ts';

/** More than any user needs. Each browser costs a request per message. */
const MAX_BROWSERS = 10;
const TOO_MANY_BROWSERS = `${MAX_BROWSERS} browsers already receive push notifications for this account: remove one in the profile first`;
/** Maximum length of a stored user agent. */
const MAX_AGENT_LENGTH = 300;

type Browser = AnswerOf<typeof calls.addPushBrowser>;

export interface PushSubscriptionInput {
	readonly endpoint: string;
	readonly keys: { readonly p256dh: string; readonly auth: string };
}

/** Lets users manage the browsers and the webhook of their account. */
export function createOwnChannels({ records, clock, randomSource, push, pushHosts, localReceivers }: DeliveryParts) {
	const { publicKey } = push;
	const switchChannel = async (userId: string, channel: 'push' | 'webhook', isOn: boolean): Promise<void> => {
		if (!(await records.changeDelivery(userId, { channels: { [channel]: isOn } }, clock.now()))) throw new Problem('unauthenticated');
	};
	return {
		listBrowsers: async (userId: string) => ({ key: publicKey, items: (await records.pushBrowsersOf(userId)).map(presentBrowser) }),

		addBrowser: async (userId: string, { endpoint, keys }: PushSubscriptionInput, agent: string): Promise<Browser> => {
			const message = explainInvalidEndpoint(endpoint, pushHosts);
			if (message) throw malformed('endpoint', message);
			const keyError = findKeyError(keys);
			if (keyError) throw keyError;
			const browser = { endpoint, ...keys, serverKey: publicKey, agent: agent.slice(0, MAX_AGENT_LENGTH), createdAt: clock.now() };
			const savedBrowser = await records.savePushBrowser(userId, browser, MAX_BROWSERS);
			if (!savedBrowser) throw new Problem('conflict', { detail: TOO_MANY_BROWSERS });
			await switchChannel(userId, 'push', true);
			return presentBrowser(savedBrowser);
		},

		removeBrowser: async (userId: string, selector: { id: string } | { endpoint: string }): Promise<void> => {
			if (!(await records.removePushBrowser(userId, selector))) throw notFound('Browser not found');
			if ((await records.pushBrowsersOf(userId)).length === 0) await switchChannel(userId, 'push', false);
		},

		readWebhook: async (userId: string): Promise<AnswerOf<typeof calls.webhook>> => {
			const hook = await records.webhookOf(userId);
			return {
				url: hook?.url ?? null,
				created: isoOrNull(hook?.createdAt ?? null),
				delivered: isoOrNull(hook?.deliveredAt ?? null),
				failures: hook?.failures ?? 0,
			};
		},

		setWebhook: async (userId: string, url: string): Promise<{ url: string; secret: string }> => {
			const message = explainInvalidWebhook(url, localReceivers);
			if (message) throw malformed('url', message);
			const secret = formatSecret(randomSource.bytes(SECRET_BYTES));
			const { href } = new URL(url);
			await records.saveWebhook(userId, { url: href, secret }, clock.now());
			await switchChannel(userId, 'webhook', true);
			return { url: href, secret };
		},

		removeWebhook: async (userId: string): Promise<void> => {
			if (!(await records.removeWebhook(userId))) throw notFound('No webhook address is set');
			await switchChannel(userId, 'webhook', false);
		},
	};
}

/** Returns an error for keys that can't be used for encryption: `p256dh` must be an uncompressed P-256 point, `auth` sixteen bytes. */
function findKeyError({ p256dh, auth }: PushSubscriptionInput['keys']): Problem | undefined {
	const point = Buffer.from(p256dh, 'base64url');
	if (point.length !== 65 || point[0] !== 4) return malformed('keys.p256dh', 'must be the P-256 public key provided by the browser');
	return Buffer.from(auth, 'base64url').length === 16 ? undefined : malformed('keys.auth', 'must be the 16 bytes provided by the browser');
}

function isoOrNull(instant: number | null): string | null {
	return instant === null ? null : isoSeconds(instant);
}

function presentBrowser({ id, endpoint, agent, createdAt, deliveredAt }: PushBrowser): Browser {
	return {
		id,
		host: new URL(endpoint).hostname,
		agent,
		created: isoSeconds(createdAt),
		delivered: isoOrNull(deliveredAt),
	};
}

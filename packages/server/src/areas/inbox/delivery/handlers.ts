import { createHash } from 'node:crypto';
import type { deliveryCalls as calls } from '@sw/contract/inbox/delivery';
import type { DeliveryStatus } from '@sw/domain/inbox/outgoing';
import { isoSeconds } from '@sw/domain/time/format';
import { DAY, utcMs } from '@sw/domain/time/units';
import { notFound, Problem } from '../../../platform/errors.ts';
import { respond } from '../../answer.ts';
import { requireAccount } from '../../guard.ts';
import type { Handlers } from '../../handlers.ts';
import { readPictureToken, readUnsubscribeToken } from './link-tokens.ts';
import { createOwnChannels } from './own-channels.ts';
import { createOwnMessageChannels } from './own-message-channels.ts';
import type { DeliveryParts } from './ports.ts';
import { createSampleSender } from './sample-delivery.ts';

/** Styles of the unsubscribe pages: plain HTML, for users who aren't signed in and mail clients without scripts. */
const STYLE =
	'body{font:16px/1.5 system-ui,sans-serif;max-width:30rem;margin:2rem auto;padding:0 1rem;color:#1a1d24;background:#f4f5f7}main{background:#fff;border-radius:10px;padding:1.5rem}h1{margin:0 0 1rem;font-size:1.4rem;line-height:1.25}button{min-height:44px;padding:0 1.25rem;font:inherit;font-weight:600;border:0;border-radius:6px;background:#1f6f8b;color:#fff;cursor:pointer}a{color:#1f6f8b}@media(prefers-color-scheme:dark){body{color:#e8eaee;background:#12141a}main{background:#1c1f27}a{color:#7cc4dd}}';

const STYLE_HASH = createHash('sha256').update(STYLE).digest('base64');

const PAGE_HEADERS = {
	'content-security-policy': `default-src 'none'; style-src 'sha256-${STYLE_HASH}'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'`,
	'cache-control': 'no-store',
	// The page's URL contains the token.
	'referrer-policy': 'no-referrer',
};

const QUESTION_PAGE = renderPage(
	'Unsubscribe from alerts and lists by mail',
	`<p>Signalwheel mails you when the lists of your filters change, and the lists that you scheduled. If you unsubscribe, alerts still appear in your messages, and schedules are deleted.</p>
<form method="post"><input type="hidden" name="List-Unsubscribe" value="One-Click"><button>Unsubscribe</button></form>`,
);

const DONE_PAGE = renderPage(
	'You are unsubscribed',
	'<p>You no longer get alerts or lists by mail. Alerts still appear in your messages, and you can turn the mails on again in <a href="/profile">your profile</a>.</p>',
);

const MAX_STOPPED_CHANNELS = 100;
const NO_DELIVERY = 'Delivery not found';
const NOT_FAILED = 'Only failed or dropped deliveries can be retried';
const NO_PICTURE = 'This address is invalid or has expired';
/** The picture never changes, but its URL expires, so shared caches must not keep it. */
const PICTURE_HEADERS = { 'cache-control': 'private, max-age=3600' };
const NO_LINK = 'This link is invalid, or its account was deleted';

export function createDeliveryHandlers(parts: DeliveryParts) {
	const { records, clock, marketNow, linkSecret, pictureOf, wake, audit } = parts;
	const ownChannels = createOwnChannels(parts);
	const messageChannels = createOwnMessageChannels(parts);
	const sendSample = createSampleSender(parts);

	const requireTokenOwner = (token: string): string => {
		const userId = readUnsubscribeToken(linkSecret, token);
		if (userId === undefined) throw notFound(NO_LINK);
		return userId;
	};
	const requireDelivery = async (id: string): Promise<DeliveryStatus> => {
		const delivery = await records.deliveryById(id);
		if (!delivery) throw notFound(NO_DELIVERY);
		return delivery;
	};

	return {
		pushBrowsers: (call) => ownChannels.listBrowsers(requireAccount(call).id),
		addPushBrowser: async ({ body, request, ...call }) =>
			respond(201, await ownChannels.addBrowser(requireAccount(call).id, body, request.headers['user-agent'] ?? '')),
		removePushBrowser: async ({ body: { id, endpoint }, ...call }) => {
			await ownChannels.removeBrowser(requireAccount(call).id, id === undefined ? { endpoint: endpoint ?? '' } : { id });
			return respond(204);
		},
		webhook: (call) => ownChannels.readWebhook(requireAccount(call).id),
		setWebhook: ({ body, ...call }) => ownChannels.setWebhook(requireAccount(call).id, body.url),
		removeWebhook: async (call) => {
			await ownChannels.removeWebhook(requireAccount(call).id);
			return respond(204);
		},
		messageChannels: (call) => messageChannels.list(requireAccount(call)),
		addMessageChannel: async ({ body, ...call }) => respond(201, await messageChannels.add(requireAccount(call), body)),
		removeMessageChannel: async ({ params, ...call }) => {
			await messageChannels.remove(requireAccount(call), params.id);
			return respond(204);
		},
		tryMessageChannel: ({ params, ...call }) => messageChannels.test(requireAccount(call), params.id),
		resumeMessageChannel: ({ params, ...call }) => messageChannels.resume(requireAccount(call), params.id),
		tryDelivery: ({ body, ...call }) => sendSample(requireAccount(call).id, body.channel),

		deliveries: async ({ query: { skip, max, ...search } }) => {
			const { items, total } = await records.listDeliveries(search, skip, max);
			return { items: items.map(presentDelivery), total_count: total };
		},
		deliveryCounts: async () => {
			const now = clock.now();
			const [counts, lateSince, stoppedChannels] = await Promise.all([
				records.deliveryCounts(utcMs(now - DAY)),
				records.longestOverdueSince({ now, marketNow: marketNow() }),
				records.listStopped(MAX_STOPPED_CHANNELS),
			]);
			return {
				counts,
				late_since: lateSince === null ? null : isoSeconds(lateSince),
				stopped: stoppedChannels.items.map(({ since, ...otherFields }) => ({ ...otherFields, since: isoSeconds(since) })),
				stopped_count: stoppedChannels.total,
			};
		},
		deliverAgain: async ({ params, caller }) => {
			const delivery = await requireDelivery(params.id);
			if (!(await records.deliverAgain(params.id, clock.now()))) throw new Problem('conflict', { detail: NOT_FAILED });
			await audit(caller, 'delivery.again', delivery.email, { delivery: delivery.id, channel: delivery.channel, state: delivery.state });
			wake();
			return presentDelivery(await requireDelivery(params.id));
		},

		alertPicture: async ({ params }) => {
			const wheel = readPictureToken(linkSecret, params.token, clock.now());
			const picture = wheel && (await pictureOf(wheel));
			if (!picture) throw notFound(NO_PICTURE);
			return respond(200, picture, { headers: PICTURE_HEADERS });
		},
		unsubscribePage: async ({ params }) => {
			const userId = requireTokenOwner(params.token);
			if (!(await records.userById(userId))) throw notFound(NO_LINK);
			return respond(200, QUESTION_PAGE, { headers: PAGE_HEADERS });
		},
		unsubscribe: async ({ params }) => {
			const userId = requireTokenOwner(params.token);
			if (!(await records.changeDelivery(userId, { channels: { mail: false } }, clock.now()))) throw notFound(NO_LINK);
			await records.removeListMails(userId);
			return respond(200, DONE_PAGE, { headers: PAGE_HEADERS });
		},
	} satisfies Handlers<typeof calls>;
}

function presentDelivery({ dueAt, createdAt, deliveredAt, ...otherFields }: DeliveryStatus) {
	return {
		...otherFields,
		due: isoSeconds(dueAt),
		created: isoSeconds(createdAt),
		delivered: deliveredAt === null ? null : isoSeconds(deliveredAt),
	};
}

function renderPage(title: string, content: string): string {
	return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="robots" content="noindex"><title>${title} - Signalwheel</title><style>${STYLE}</style></head>
<body><main><h1>${title}</h1>
${content}
</main></body></html>
`;
}

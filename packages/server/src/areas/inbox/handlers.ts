import type { inbox as calls } from '@sw/contract/inbox/inbox';
import { announcementEndError } from '@sw/domain/inbox/announcement';
import { malformed, notFound } from '../../platform/errors.ts';
import { respond } from '../answer.ts';
import { requireAccount } from '../guard.ts';
import type { Handlers } from '../handlers.ts';
import { createDeliverySettings } from './delivery-settings.ts';
import { createFeeds } from './feeds.ts';
import { createOwnListMails } from './list-mails/list-mails.ts';
import { createMessages, presentAnnouncement } from './messages.ts';
import { createOwnAlerts } from './own-ticker-alerts.ts';
import type { InboxParts } from './ports.ts';

export function createInboxHandlers(parts: InboxParts) {
	const { records, clock, audit } = parts;
	const messages = createMessages(parts);
	const deliverySettings = createDeliverySettings(parts);
	const feeds = createFeeds(parts);
	const alerts = createOwnAlerts(parts);
	const listMails = createOwnListMails(parts);
	return {
		messages: ({ query: { skip, max, ...search }, ...call }) => messages.list(requireAccount(call), search, { skip, max }),
		unreadMessages: (call) => messages.countUnread(requireAccount(call)),
		message: ({ params, ...call }) => messages.read(requireAccount(call), params.id),
		changeMessage: ({ params, body, ...call }) => messages.change(requireAccount(call), params.id, body),
		deleteMessage: async ({ params, ...call }) => {
			await messages.remove(requireAccount(call), params.id);
			return respond(204);
		},
		readMessages: ({ body, ...call }) => messages.markAllRead(requireAccount(call), body.kind),

		announce: async ({ body: { subject, text, audience, ends }, caller }) => {
			const now = clock.now();
			const endError = announcementEndError(now, ends);
			if (endError) throw malformed('ends', endError);
			const announcement = await records.addAnnouncement({ subject, text, audience, createdAt: now, endsAt: ends });
			await audit(caller, 'announcement.add', subject, { announcement: announcement.id, audience });
			return respond(201, presentAnnouncement({ ...announcement, shown: 0, read: 0 }));
		},
		announcements: async ({ query: { skip, max } }) => {
			const { items, total } = await records.listAnnouncements(skip, max);
			return { items: items.map(presentAnnouncement), total_count: total };
		},
		deleteAnnouncement: async ({ params, caller }) => {
			const removed = await records.removeAnnouncement(params.id);
			if (!removed) throw notFound('Announcement not found');
			await audit(caller, 'announcement.delete', removed.subject, { announcement: removed.id, audience: removed.audience });
			return respond(204);
		},

		deliverySettings: (call) => deliverySettings.read(requireAccount(call)),
		makeFeedAddress: async ({ params, ...call }) => respond(201, await feeds.createAddress(requireAccount(call), params.id)),
		revokeFeedAddress: async ({ params, ...call }) => {
			await feeds.revoke(requireAccount(call), params.id);
			return respond(204);
		},
		feed: async ({ params, headers }) => {
			const { text, contentType, etag } = await feeds.read(params.name);
			// The feed's URL is secret, so shared caches must not store it and search engines must not list it.
			const feedHeaders = { etag, 'cache-control': 'private, no-cache', 'x-robots-tag': 'noindex' };
			const isCurrent = headers['if-none-match']?.split(',').some((one) => one.trim().replace(/^W\//, '') === etag);
			return isCurrent
				? respond(304, undefined, { headers: feedHeaders })
				: respond(200, text, { headers: { ...feedHeaders, 'content-type': contentType } });
		},
		alerts: (call) => alerts.list(requireAccount(call)),
		addAlert: async ({ body, ...call }) => respond(201, await alerts.add(requireAccount(call), body)),
		deleteAlert: async ({ params, ...call }) => {
			await alerts.remove(requireAccount(call), params.id);
			return respond(204);
		},
		listMails: (call) => listMails.list(requireAccount(call)),
		addListMail: async ({ body, ...call }) => respond(201, await listMails.add(requireAccount(call), body)),
		deleteListMail: async ({ params, ...call }) => {
			await listMails.remove(requireAccount(call), params.id);
			return respond(204);
		},
		changeDeliverySettings: ({ body, ...call }) => deliverySettings.change(requireAccount(call), body),
	} satisfies Handlers<typeof calls>;
}

import { createHash } from 'node:crypto';
import { licenceAt } from '@sw/domain/access/account';
import type { CallerAccount } from '@sw/domain/access/caller';
import { FEED_FORMATS, FEED_ITEMS, type FeedFormat, feedItem } from '@sw/domain/inbox/feed';
import type { Message } from '@sw/domain/inbox/message';
import { isOpenTo } from '@sw/domain/reports/licence-gate';
import { formatEt, isoSeconds } from '@sw/domain/time/format';
import { notFound, Problem } from '../../platform/errors.ts';
import { unknownFilter } from '../../platform/unknown-values.ts';
import type { InboxParts } from './ports.ts';
import { FEED_TYPES, presentFeed } from './present-feed.ts';

const TOKEN_BYTES = 32;
const NO_FEED = 'Feed not found';

export interface FeedAnswer {
	readonly text: string;
	readonly type: string;
	readonly etag: string;
}

/** Feeds of a filter's alerts: their secret addresses and their content. */
export function createFeeds({ records, reports, directory, clock, randomSource, origin }: InboxParts) {
	const addressOf = (token: string, format: FeedFormat): string => `${origin}/feeds/${token}.${format}`;
	return {
		make: async ({ id: userId }: CallerAccount, filterId: number): Promise<{ atom: string; json: string; created: string }> => {
			const token = randomSource.bytes(TOKEN_BYTES).toString('base64url');
			const now = clock.now();
			if (!(await records.setFeedAddress(userId, filterId, sha256(token), now))) throw unknownFilter('id');
			return { atom: addressOf(token, 'atom'), json: addressOf(token, 'json'), created: isoSeconds(now) };
		},

		revoke: async ({ id: userId }: CallerAccount, filterId: number): Promise<void> => {
			if (!(await records.removeFeedAddress(userId, filterId))) {
				const detail = 'This filter has no feed address';
				throw new Problem('not_found', { detail, errors: [{ field: 'id', message: `${detail}. Create one with POST.` }] });
			}
		},

		/** The feed at '<token>.atom' or '<token>.json'. */
		read: async (name: string): Promise<FeedAnswer> => {
			const dot = name.lastIndexOf('.');
			const token = name.slice(0, Math.max(0, dot));
			const format = FEED_FORMATS.find((known) => known === name.slice(dot + 1));
			const owner = format && (await records.feedOwner(sha256(token)));
			if (!format || !owner || owner.account.status !== 'active') throw notFound(NO_FEED);
			const licence = licenceAt(owner.account, clock.now());
			const alerts = (await records.alertsOfFilter(owner.userId, owner.filterId, FEED_ITEMS))
				.filter(isNotice)
				.filter(({ notice: alert }) => {
					const facts = reports.at(alert.report.time);
					return facts !== undefined && isOpenTo(licence, facts, facts.first);
				});
			const items = alerts.map((message) =>
				feedItem(message, (id) => directory.byId(id)?.symbol ?? String(id), `${formatEt(message.notice.report.time, 'datetime')} ET`),
			);
			const text = presentFeed(format, {
				id: `urn:signalwheel:filter:${owner.filterId}`,
				title: owner.name,
				self: addressOf(token, format),
				origin,
				updated: items[0]?.at ?? owner.createdAt,
				items,
			});
			return { text, type: FEED_TYPES[format], etag: `"${sha256(text).toString('base64url').slice(0, 22)}"` };
		},
	};
}

function isNotice(message: Message): message is Message & { notice: object } {
	return message.notice !== null;
}

function sha256(text: string): Buffer {
	return createHash('sha256').update(text).digest();
}

import { createHash } from 'node:crypto';
import { licenceAt } from '@sw/domain/access/account';
import type { CallerAccount } from '@sw/domain/access/caller';
import { createFeedItem, FEED_FORMATS, FEED_ITEMS, type FeedFormat, type FeedItem } from '@sw/domain/inbox/feed';
import type { Message } from '@sw/domain/inbox/message';
import { isOpenTo } from '@sw/domain/reports/licence-gate';
import { formatEt, isoSeconds } from '@sw/domain/time/format';
import type { UtcMs } from '@sw/domain/time/units';
import { notFound, Problem, unknownFilter } from '../../platform/errors.ts';
import type { InboxParts } from './ports.ts';

interface Feed {
	/** Permanent id, independent of the feed's secret URL. */
	readonly id: string;
	readonly title: string;
	/** URL of the feed. */
	readonly url: string;
	/** URL of the site. */
	readonly origin: string;
	readonly updated: UtcMs;
	/** Newest first. */
	readonly items: readonly FeedItem[];
}

const FEED_TYPES = {
	atom: 'application/atom+xml; charset=utf-8',
	json: 'application/feed+json; charset=utf-8',
} as const satisfies Record<FeedFormat, string>;

const XML_ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

const TOKEN_BYTES = 32;
const NO_FEED = 'Feed not found';

export interface FeedAnswer {
	readonly text: string;
	readonly contentType: string;
	readonly etag: string;
}

/** Creates secret URLs of Atom and JSON feeds of a filter's alerts, and reads these feeds. */
export function createFeeds({ records, reports, directory, clock, randomSource, origin }: InboxParts) {
	const feedUrl = (token: string, format: FeedFormat): string => `${origin}/feeds/${token}.${format}`;
	return {
		createAddress: async ({ id: userId }: CallerAccount, filterId: number): Promise<{ atom: string; json: string; created: string }> => {
			const token = randomSource.bytes(TOKEN_BYTES).toString('base64url');
			const now = clock.now();
			if (!(await records.setFeedAddress(userId, filterId, sha256(token), now))) throw unknownFilter('id');
			return { atom: feedUrl(token, 'atom'), json: feedUrl(token, 'json'), created: isoSeconds(now) };
		},

		revoke: async ({ id: userId }: CallerAccount, filterId: number): Promise<void> => {
			if (!(await records.removeFeedAddress(userId, filterId))) {
				const detail = 'This filter has no feed address';
				throw new Problem('not_found', { detail, errors: [{ field: 'id', message: `${detail}. Create one with POST.` }] });
			}
		},

		/** Reads the feed at '<token>.atom' or '<token>.json'. */
		read: async (fileName: string): Promise<FeedAnswer> => {
			const dot = fileName.lastIndexOf('.');
			const token = fileName.slice(0, Math.max(0, dot));
			const format = FEED_FORMATS.find((feedFormat) => feedFormat === fileName.slice(dot + 1));
			const owner = format && (await records.feedOwner(sha256(token)));
			if (!format || !owner || owner.account.status !== 'active') throw notFound(NO_FEED);
			const licence = licenceAt(owner.account, clock.now());
			const alerts = (await records.alertsOfFilter(owner.userId, owner.filterId, FEED_ITEMS))
				.filter(isFilterAlert)
				.filter(({ notice: alert }) => {
					const facts = reports.at(alert.report.time);
					return facts !== undefined && isOpenTo(licence, facts, facts.first);
				});
			const items = alerts.map((message) =>
				createFeedItem(message, (id) => directory.byId(id)?.symbol ?? String(id), `${formatEt(message.notice.report.time, 'datetime')} ET`),
			);
			const text = presentFeed(format, {
				id: `urn:signalwheel:filter:${owner.filterId}`,
				title: owner.name,
				url: feedUrl(token, format),
				origin,
				updated: items[0]?.at ?? owner.createdAt,
				items,
			});
			return { text, contentType: FEED_TYPES[format], etag: `"${sha256(text).toString('base64url').slice(0, 22)}"` };
		},
	};
}

function isFilterAlert(message: Message): message is Message & { notice: object } {
	return message.notice !== null;
}

function sha256(text: string): Buffer {
	return createHash('sha256').update(text).digest();
}

/** Formats a feed as Atom (RFC 4287). */
function formatAtom(feed: Feed): string {
	return `<?xml version="1.0" encoding="utf-8"?>
<feed xmlns="http://www.w3.org/2005/Atom">
<id>${escapeXml(feed.id)}</id>
<title>${escapeXml(feed.title)}</title>
<updated>${formatIso(feed.updated)}</updated>
<author><name>Signalwheel</name></author>
<link rel="self" type="application/atom+xml" href="${escapeXml(feed.url)}"/>
${feed.items
	.map(
		(item) => `<entry>
<id>${escapeXml(`${feed.id}:${item.id}`)}</id>
<title>${escapeXml(item.title)}</title>
<updated>${formatIso(item.at)}</updated>
<link href="${escapeXml(messageUrl(feed, item))}"/>
<content type="text">${escapeXml(item.text)}</content>
</entry>`,
	)
	.join('\n')}
</feed>
`;
}

function messageUrl({ origin }: Feed, { id }: FeedItem): string {
	return `${origin}/messages/${id}`;
}

function formatIso(at: UtcMs): string {
	return new Date(at).toISOString();
}

function escapeXml(text: string): string {
	// Removes characters that XML doesn't allow.
	// biome-ignore lint/suspicious/noControlCharactersInRegex: these characters are removed
	return text.replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '').replace(/[&<>"']/g, (char) => XML_ENTITIES[char]!);
}

/** Formats a feed as JSON (https://www.jsonfeed.org/version/1.1/). */
function formatJson(feed: Feed): string {
	return JSON.stringify({
		version: 'https://jsonfeed.org/version/1.1',
		title: feed.title,
		home_page_url: feed.origin,
		feed_url: feed.url,
		items: feed.items.map((item) => ({
			id: `${feed.id}:${item.id}`,
			url: messageUrl(feed, item),
			title: item.title,
			content_text: item.text,
			date_published: formatIso(item.at),
		})),
	});
}

function presentFeed(format: FeedFormat, feed: Feed): string {
	return format === 'atom' ? formatAtom(feed) : formatJson(feed);
}

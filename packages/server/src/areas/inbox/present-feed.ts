/** Formats a feed. Pure. */
import type { FeedFormat, FeedItem } from '@sw/domain/inbox/feed';
import type { UtcMs } from '@sw/domain/time/units';

export interface Feed {
	/** Permanent ID, independent of the address. */
	readonly id: string;
	readonly title: string;
	/** The feed's own address, and the site's. */
	readonly self: string;
	readonly origin: string;
	readonly updated: UtcMs;
	/** Newest first. */
	readonly items: readonly FeedItem[];
}

export const FEED_TYPES = {
	atom: 'application/atom+xml; charset=utf-8',
	json: 'application/feed+json; charset=utf-8',
} as const satisfies Record<FeedFormat, string>;

const SIGNS: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

/** RFC 4287. */
function atom(feed: Feed): string {
	return `<?xml version="1.0" encoding="utf-8"?>
<feed xmlns="http://www.w3.org/2005/Atom">
<id>${escaped(feed.id)}</id>
<title>${escaped(feed.title)}</title>
<updated>${iso(feed.updated)}</updated>
<author><name>Signalwheel</name></author>
<link rel="self" type="application/atom+xml" href="${escaped(feed.self)}"/>
${feed.items
	.map(
		(item) => `<entry>
<id>${escaped(`${feed.id}:${item.id}`)}</id>
<title>${escaped(item.title)}</title>
<updated>${iso(item.at)}</updated>
<link href="${escaped(pageOf(feed, item))}"/>
<content type="text">${escaped(item.text)}</content>
</entry>`,
	)
	.join('\n')}
</feed>
`;
}

function pageOf({ origin }: Feed, { id }: FeedItem): string {
	return `${origin}/messages/${id}`;
}

function iso(at: UtcMs): string {
	return new Date(at).toISOString();
}

function escaped(text: string): string {
	// Characters that XML does not allow are removed.
	// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is taken out
	return text.replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '').replace(/[&<>"']/g, (sign) => SIGNS[sign] as string);
}

/** https://www.jsonfeed.org/version/1.1/ */
function json(feed: Feed): string {
	return JSON.stringify({
		version: 'https://jsonfeed.org/version/1.1',
		title: feed.title,
		home_page_url: feed.origin,
		feed_url: feed.self,
		items: feed.items.map((item) => ({
			id: `${feed.id}:${item.id}`,
			url: pageOf(feed, item),
			title: item.title,
			content_text: item.text,
			date_published: iso(item.at),
		})),
	});
}

export function presentFeed(format: FeedFormat, feed: Feed): string {
	return format === 'atom' ? atom(feed) : json(feed);
}

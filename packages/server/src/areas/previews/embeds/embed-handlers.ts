import { createHash } from 'node:crypto';
import type { embedCalls } from '@sw/contract/outreach/embeds';
import type { EmbedTheme } from '@sw/domain/previews/embed-html';
import type { Tab } from '@sw/domain/signals/sector';
import type { TickerId } from '@sw/domain/time/units';
import { createSingleFlight } from '../../../platform/concurrency/single-flight.ts';
import { malformed, notFound } from '../../../platform/errors.ts';
import { type Encoded, encodedText, respond } from '../../answer.ts';
import type { Handlers } from '../../handlers.ts';
import { cardPage } from './card-page.ts';
import type { EmbeddedTicker } from './embedded-ticker.ts';
import { embeddedAt, oembedOf, oembedXml } from './oembed.ts';
import { wheelPicture } from './wheel-picture.ts';

export interface EmbedParts {
	/** A ticker as shown to visitors; rejects with not_found where there is none. */
	readonly ticker: (id: TickerId, tab: Tab) => Promise<EmbeddedTicker>;
	/** Changes whenever a ticker might look different. */
	readonly edition: () => string;
	readonly origin: string;
	/** Content-Security-Policy of embeds, with the hashes of their styles. */
	readonly policy: (styles: readonly string[]) => string;
}

interface Kept {
	readonly body: Encoded<string>;
	readonly policy: string;
}

/** Cached embeds, of about 10 kB each with their encodings. */
const KEPT = 500;
/** A report comes every quarter-hour; a cache may show the previous one for a minute, then revalidates by ETag. */
const SHARED = 'public, max-age=60, stale-while-revalidate=600';
const PICTURE = 'image/svg+xml; charset=utf-8';
const PAGE = 'text/html; charset=utf-8';
const NOTHING = 'There is nothing to embed at this address.';

interface EmbedRequest {
	readonly params: { readonly ticker_id: TickerId };
	readonly query: { readonly tab_type: Tab; readonly theme: EmbedTheme };
}

/** Embeds of tickers for other sites, identical for all readers. */
export function embedHandlers({ ticker, edition, origin, policy }: EmbedParts) {
	const drawn = createSingleFlight<string, Kept>({ kept: KEPT });

	const shown =
		(kind: string, type: string, draw: (ticker: EmbeddedTicker, theme: EmbedTheme) => { text: string; style: string | undefined }) =>
		async ({ params: { ticker_id: id }, query: { tab_type: tab, theme } }: EmbedRequest) => {
			const found = await drawn([edition(), kind, id, tab, theme].join(' '), async () => {
				const { text, style } = draw(await ticker(id, tab), theme);
				return { body: encodedText(text, type), policy: policy(style === undefined ? [] : [hashOf(style)]) };
			});
			return respond(200, found.body, { headers: { 'cache-control': SHARED, 'content-security-policy': found.policy } });
		};

	return {
		embedWheel: shown('wheel', PICTURE, wheelPicture),
		embedCard: shown('card', PAGE, (ticker, theme) => cardPage(ticker, theme, origin)),
		oembed: async ({ query: { url, format, theme, ...room } }) => {
			const address = URL.parse(url);
			if (!address) throw malformed('url', 'Give the full address of a page, including https://.');
			const at = embeddedAt(address, origin);
			if (!at) throw notFound(NOTHING);
			const answer = oembedOf(await ticker(at.id, at.tab), origin, theme, room);
			const headers = { 'cache-control': SHARED };
			if (format === 'json') return respond(200, answer, { headers });
			return respond(200, oembedXml(answer), { headers: { ...headers, 'content-type': 'text/xml; charset=utf-8' } });
		},
	} satisfies Handlers<typeof embedCalls>;
}

function hashOf(text: string): string {
	return createHash('sha256').update(text).digest('base64');
}

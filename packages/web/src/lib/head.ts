const PRODUCT = 'Signalwheel';

interface PageHead {
	title: string;
	description: string;
	/** Canonical path of the page, also used for URLs with a query. */
	path: string;
	origin: string;
	noindex?: boolean;
	/** Query that selects the table or ticker for the link card's picture. Undefined: the landing page's picture. */
	picture?: string;
	/** Whether other sites can embed the page. If so, oEmbed links announce this. */
	embeddable?: boolean;
}

const OEMBED = ['json', 'xml'] as const;

/** Returns title, description, canonical link and Open Graph tags of a page, in the form of a route's `head`. */
export function pageHead({ title, description, path, origin, noindex = false, picture = '', embeddable = false }: PageHead) {
	const url = `${origin}${path}`;
	const fullTitle = title === PRODUCT ? title : `${title} · ${PRODUCT}`;
	return {
		meta: [
			{ title: fullTitle },
			{ name: 'description', content: description },
			{ property: 'og:title', content: fullTitle },
			{ property: 'og:description', content: description },
			{ property: 'og:type', content: 'website' },
			{ property: 'og:url', content: url },
			{ property: 'og:image', content: `${origin}/api/preview/file${picture}` },
			{ property: 'og:image:width', content: '1200' },
			{ property: 'og:image:height', content: '630' },
			{ property: 'og:image:alt', content: fullTitle },
			{ property: 'og:site_name', content: PRODUCT },
			{ name: 'twitter:card', content: 'summary_large_image' },
			...(noindex ? [{ name: 'robots', content: 'noindex' }] : []),
		],
		links: noindex
			? []
			: [
					{ rel: 'canonical', href: url },
					...(embeddable ? OEMBED : []).map((format) => ({
						rel: 'alternate',
						type: `${format === 'json' ? 'application' : 'text'}/${format}+oembed`,
						href: `${origin}/oembed?url=${encodeURIComponent(url)}&format=${format}`,
						title: fullTitle,
					})),
				],
	};
}

/** Returns the `head` of a page that search engines must not list. */
export function unlistedHead(path: string, title: string, description = title) {
	return ({ match }: { match: { context: { origin: string } } }) =>
		pageHead({ title, description, path, origin: match.context.origin, noindex: true });
}

const PRODUCT = 'Signalwheel';

interface PageHead {
	title: string;
	description: string;
	/** Path of the page's one canonical address: query variants lead back to it. */
	path: string;
	origin: string;
	noindex?: boolean;
}

/** Title, description, canonical link and Open Graph of a page, in the shape of a route's `head`. */
export const pageHead = ({ title, description, path, origin, noindex = false }: PageHead) => {
	const url = `${origin}${path}`;
	const full = title === PRODUCT ? title : `${title} · ${PRODUCT}`;
	return {
		meta: [
			{ title: full },
			{ name: 'description', content: description },
			{ property: 'og:title', content: full },
			{ property: 'og:description', content: description },
			{ property: 'og:type', content: 'website' },
			{ property: 'og:url', content: url },
			{ property: 'og:image', content: `${origin}/icon-512.png` },
			{ property: 'og:site_name', content: PRODUCT },
			{ name: 'twitter:card', content: 'summary' },
			...(noindex ? [{ name: 'robots', content: 'noindex' }] : []),
		],
		links: noindex ? [] : [{ rel: 'canonical', href: url }],
	};
};

import type { InformationPage, Operator } from '@sw/domain/outreach/information';
import { renderToStaticMarkup } from 'react-dom/server';
import { InformationBody, InformationText } from '../../features/information/information-body.tsx';
import { readOwnPage } from '../../features/information/own-page.ts';
import { informationStyles } from '../../features/information/styles.ts';
import { informationWords as words } from '../../features/information/words.ts';
import { PublicDocument } from '../../features/public-pages/public-document.tsx';
import type { Api } from '../../lib/api/client.ts';
import { localPath } from '../../lib/local-path.ts';
import { aboutPageStyles, aboutText } from './about.tsx';
import { DOCTYPE, type PublicAnswer, publicParts } from './public.tsx';

interface Asked {
	api: Api;
	origin: string;
	unlisted: boolean;
	operator: Operator | null;
	/** Markdown that replaces the page's text. */
	own: string | null;
}

const ofWords = publicParts(informationStyles);
const withWheel = publicParts([informationStyles, aboutPageStyles].join('\n'));

/** Renders a static page without a framework: the same bytes for all readers. */
export async function renderInformation(page: InformationPage, { api, origin, unlisted, operator, own }: Asked): Promise<PublicAnswer> {
	const isAbout = page.path === '/about';
	const { parts, allowed } = isAbout ? withWheel : ofWords;
	const [{ provider }, { failed, text }] = await Promise.all([
		api.operations.health({ query: {} }),
		page.path === '/about' ? aboutText(api) : { failed: false, text: <InformationText path={page.path} /> },
	]);
	const noindex = unlisted || failed;
	const written = own === null ? null : readOwnPage(own, origin, page);
	const { title, description } = written ?? page;
	const trail = {
		'@context': 'https://schema.org',
		'@type': 'BreadcrumbList',
		itemListElement: [
			{ '@type': 'ListItem', position: 1, name: words.home, item: `${origin}${localPath('/')}` },
			{ '@type': 'ListItem', position: 2, name: title, item: `${origin}${localPath(page.path)}` },
		],
	};
	const html = renderToStaticMarkup(
		<PublicDocument
			title={title}
			description={description}
			path={page.path}
			everyLanguage={own === null}
			origin={origin}
			noindex={noindex}
			data={noindex ? [] : [trail]}
			picture=""
			simulated={provider.simulated}
			source={provider.label}
			{...parts}
		>
			<InformationBody page={page} operator={operator} own={written} wide={isAbout}>
				{text}
			</InformationBody>
		</PublicDocument>,
	);
	return { status: failed ? 503 : 200, html: DOCTYPE + html, noindex, ...allowed };
}

import type { InformationPage, Operator } from '@sw/domain/outreach/information';
import { TABS } from '@sw/domain/signals/sector';
import { renderToStaticMarkup } from 'react-dom/server';
import head from '../../charts/wheel/annotated-head.module.css?inline';
import notes from '../../charts/wheel/annotated-notes.module.css?inline';
import annotated from '../../charts/wheel/annotated-wheel.module.css?inline';
import tones from '../../charts/wheel/tones.module.css?inline';
import about from '../../features/about/about.module.css?inline';
import { AboutBody, aboutContents, type ShownCard } from '../../features/about/about-body.tsx';
import information from '../../features/information/information.module.css?inline';
import { contentsOf, InformationBody, InformationText } from '../../features/information/information-body.tsx';
import { readOwnPage } from '../../features/information/own-page.ts';
import { informationWords as words } from '../../features/information/words.ts';
import { Evidence } from '../../features/landing/evidence.tsx';
import type { HeroCard } from '../../features/landing/hero.tsx';
import { evidenceStyles } from '../../features/landing/styles.ts';
import { landingWords } from '../../features/landing/words.ts';
import { PublicDocument } from '../../features/public-pages/public-document.tsx';
import type { Api } from '../../lib/api/client.ts';
import { localPath } from '../../lib/local-path.ts';
import button from '../../ui/button.module.css?inline';
import { LoadFailure, loadExample, toLoadFailure } from './landing-data.ts';
import { createPageParts, DOCTYPE, type PublicAnswer } from './public.tsx';

const informationStyles: string = information;

const aboutStyles = [tones, annotated, head, notes, button, about].join('\n');

const aboutPageStyles = [aboutStyles, evidenceStyles].join('\n');

interface InformationRequest {
	api: Api;
	origin: string;
	unlisted: boolean;
	operator: Operator | null;
	/** Markdown that replaces the page's text. */
	own: string | null;
}

const textPage = createPageParts(informationStyles);
const wheelPage = createPageParts([informationStyles, aboutPageStyles].join('\n'));

/** Renders an information page without a framework, with the same bytes for all readers. */
export async function renderInformation(
	page: InformationPage,
	{ api, origin, unlisted, operator, own }: InformationRequest,
): Promise<PublicAnswer> {
	const isAbout = page.path === '/about';
	const { parts, allowed } = isAbout ? wheelPage : textPage;
	const [{ provider }, { failed, text }] = await Promise.all([
		api.operations.health({ query: {} }),
		page.path === '/about' ? renderAboutText(api) : { failed: false, text: <InformationText path={page.path} /> },
	]);
	const noindex = unlisted || failed;
	const customPage = own === null ? null : readOwnPage(own, origin, page);
	const { title, description } = customPage ?? page;
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
			structuredData={noindex ? [] : [trail]}
			picture=""
			simulated={provider.simulated}
			source={provider.label}
			{...parts}
		>
			<InformationBody
				page={page}
				operator={operator}
				ownPage={customPage}
				contents={page.path === '/about' ? aboutContents : contentsOf(page.path)}
			>
				{text}
			</InformationBody>
		</PublicDocument>,
	);
	return { status: failed ? 503 : 200, html: DOCTYPE + html, noindex, ...allowed };
}

/** Renders the content of the about page with a card of the current report. If the report can't be loaded, a note says this. */
async function renderAboutText(api: Api) {
	const example = await loadExample(api).catch(toLoadFailure(landingWords.missing.list));
	if (example instanceof LoadFailure)
		return { failed: true, text: <AboutBody card={undefined} evidence={null} failedParts={example.reason} /> };
	const { card, record } = example;
	return { failed: false, text: <AboutBody card={card && toShownCard(card)} evidence={<Evidence record={record} />} failedParts="" /> };
}

function toShownCard(card: HeroCard): ShownCard {
	return { ...card, list: TABS.find(({ name }) => name === card.tab)?.label ?? card.tab };
}

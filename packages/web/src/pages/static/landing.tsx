import { SOURCE_LANGUAGE } from '@sw/domain/outreach/languages';
import { TABS } from '@sw/domain/signals/sector';
import { type AnyRouter, RouterContextProvider } from '@tanstack/react-router';
import { renderToStaticMarkup } from 'react-dom/server';
import { openingState } from '../../entities/list-state/opening.ts';
import { listSearch, readListState, writeListState } from '../../entities/list-state/search.ts';
import { Hero } from '../../features/landing/hero.tsx';
import landing from '../../features/landing/landing.module.css';
import { LandingFailed } from '../../features/landing/landing-failed.tsx';
import { MessagePlaces } from '../../features/landing/message-places.tsx';
import { landingStyles } from '../../features/landing/styles.ts';
import { landingWords as words } from '../../features/landing/words.ts';
import { PublicDocument } from '../../features/public-pages/public-document.tsx';
import { words as listWords } from '../../features/signals/shared/words.ts';
import { StaticList } from '../../features/signals/visitor/static-list.tsx';
import { staticListStyles } from '../../features/signals/visitor/static-styles.ts';
import { staticTopsStyles } from '../../features/tops/static-styles.ts';
import { StaticTops } from '../../features/tops/static-tops.tsx';
import { parseSearch, stringifySearch } from '../../lib/address/search-params.ts';
import type { Api } from '../../lib/api/client.ts';
import { etClock, msOf } from '../../lib/format/times.ts';
import { LANGUAGE } from '../../lib/language.ts';
import { localPath } from '../../lib/local-path.ts';
import page from '../../ui/page.module.css';
import pageStyles from '../../ui/page.module.css?inline';
import { exampleOf, frameOf, listOf, Missing, orMissing, topsOf } from './landing-data.ts';
import { DOCTYPE, type PublicAnswer, publicParts } from './public.tsx';

interface Asked {
	api: Api;
	origin: string;
	unlisted: boolean;
	/** Links of the application, rendered outside it. */
	routerAt: (address: string) => AnyRouter;
}

const { parts, allowed } = publicParts([pageStyles, staticTopsStyles, staticListStyles, landingStyles].join('\n'));

/** Renders the landing page for readers without a session: the same bytes for all. `search`: the query of its address. */
export async function renderLanding(search: string, { api, origin, unlisted, routerAt }: Asked): Promise<PublicAnswer> {
	const asked = listSearch(parseSearch(search));
	const frame = await frameOf(api);
	const read = readListState(asked);
	const opening = Object.keys(asked).length === 0 ? openingState(frame.measured) : undefined;
	const { state, refused } = opening ? { state: opening, refused: [] } : read;
	const [example, tops, list, mode] = await Promise.all([
		exampleOf(api).catch(orMissing(words.missing.list)),
		topsOf(api).catch(orMissing(words.missing.tops)),
		listOf(api, state).catch(orMissing(words.missing.list)),
		api.operations.secret().then(
			({ sign_up: mode }) => mode,
			() => 'open',
		),
	]);
	const back = `/${stringifySearch(writeListState(state))}`;
	const tab = TABS.find(({ name }) => name === state.tab) ?? TABS[0];
	const answer = list instanceof Missing ? undefined : list;
	const failed = [example, tops, list].some((part) => part instanceof Missing);
	const noindex = unlisted || failed;
	const html = renderToStaticMarkup(
		<PublicDocument
			title={words.title}
			description={words.description}
			path="/"
			origin={origin}
			noindex={noindex}
			data={
				noindex
					? []
					: [
							{
								'@context': 'https://schema.org',
								'@type': 'WebSite',
								name: words.product,
								url: `${origin}${localPath('/')}`,
								description: words.description,
							},
						]
			}
			picture=""
			simulated={frame.provider.simulated}
			source={frame.provider.label}
			clock={frame.clock}
			notices={frame.notices}
			// In other languages it is an ordinary page, which signed-in readers see, too.
			strangersOnly={LANGUAGE === SOURCE_LANGUAGE}
			{...parts}
		>
			<RouterContextProvider router={routerAt(back)}>
				<div
					className={landing['landing']}
					data-report={answer?.time ?? ''}
					data-clock={answer?.time ? etClock(msOf(answer.time)) : ''}
					data-list={answer?.items.map(({ ticker_id }) => ticker_id).join(' ') ?? ''}
				>
					{example instanceof Missing ? null : <Hero {...example} canSignUp={mode === 'open'} />}
					{tops instanceof Missing ? <LandingFailed what={tops} back={back} /> : <StaticTops {...tops} />}
					<section aria-labelledby="candidates" data-part="list" data-held="">
						<h2 id="candidates" className={page['heading']}>
							{listWords.landingListTitle(tab.label)}
						</h2>
						{list instanceof Missing ? (
							<LandingFailed what={list} back={back} />
						) : (
							<StaticList state={state} refused={refused} answer={list} now={frame.now} back={back} />
						)}
					</section>
				</div>
			</RouterContextProvider>
			<MessagePlaces />
		</PublicDocument>,
	);
	return { status: failed ? 503 : 200, html: DOCTYPE + html, noindex, ...allowed };
}

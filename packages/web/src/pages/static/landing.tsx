import { SOURCE_LANGUAGE } from '@sw/domain/outreach/languages';
import { TABS } from '@sw/domain/signals/sector';
import { type AnyRouter, RouterContextProvider } from '@tanstack/react-router';
import { renderToStaticMarkup } from 'react-dom/server';
import { openingState } from '../../entities/list-state/opening.ts';
import { pickListSearch, readListState, writeListState } from '../../entities/list-state/search.ts';
import { RestrictedPricesBox } from '../../entities/own-data/own-data-box.tsx';
import { Hero } from '../../features/landing/hero.tsx';
import landing from '../../features/landing/landing.module.css';
import { MessagePlaces } from '../../features/landing/message-places.tsx';
import { landingStyles } from '../../features/landing/styles.ts';
import { landingWords as words } from '../../features/landing/words.ts';
import { PublicDocument } from '../../features/public-pages/public-document.tsx';
import card from '../../features/signals/card/card.module.css?inline';
import legend from '../../features/signals/card/legend.module.css?inline';
import controls from '../../features/signals/shared/controls.module.css?inline';
import grid from '../../features/signals/shared/grid.module.css?inline';
import chip from '../../features/signals/shared/report-chip.module.css?inline';
import { StaticList } from '../../features/signals/visitor/static-list.tsx';
import { visitorWords } from '../../features/signals/visitor/visitor-words.ts';
import still from '../../features/tops/static-tops.module.css?inline';
import { StaticTops } from '../../features/tops/static-tops.tsx';
import tabs from '../../features/tops/table-tabs.module.css?inline';
import tops from '../../features/tops/tops.module.css?inline';
import { parseSearch, stringifySearch } from '../../lib/address/search-params.ts';
import type { Api } from '../../lib/api/client.ts';
import { etClock, msOf } from '../../lib/format/times.ts';
import { LANGUAGE } from '../../lib/language.ts';
import { localPath } from '../../lib/local-path.ts';
import button from '../../ui/button.module.css?inline';
import { buttonClass } from '../../ui/button.ts';
import steps from '../../ui/controls/page-steps.module.css?inline';
import segmented from '../../ui/controls/segmented.module.css?inline';
import edges from '../../ui/edges.module.css?inline';
import page from '../../ui/page.module.css';
import pageStyles from '../../ui/page.module.css?inline';
import pill from '../../ui/report/pill-face.module.css?inline';
import notice from '../../ui/states/notice.module.css?inline';
import box from '../../ui/states/state-box.module.css?inline';
import { StateBox } from '../../ui/states/state-box.tsx';
import { LoadFailure, loadExample, loadFrame, loadList, loadTops, toLoadFailure } from './landing-data.ts';
import { createPageParts, DOCTYPE, type PublicAnswer } from './public.tsx';

const staticTopsStyles = [tops, still, tabs].join('\n');

const staticListStyles = [edges, button, notice, segmented, steps, pill, box, controls, legend, chip, grid, card].join('\n');

interface Props {
	/** What failed to load. `reason`: status and message of the failed call. */
	failure: { readonly message: string; readonly reason: string };
	/** URL of this page. */
	pageUrl: string;
}

interface LandingRequest {
	api: Api;
	origin: string;
	unlisted: boolean;
	/** Creates a router fixed at a URL, to render the application's links outside it. */
	createRouterAt: (url: string) => AnyRouter;
}

const { parts, allowed } = createPageParts([pageStyles, staticTopsStyles, staticListStyles, landingStyles].join('\n'));

/** Renders the landing page for readers without a session, with the same bytes for all. `search`: query of the URL, with its question mark. */
export async function renderLanding(search: string, { api, origin, unlisted, createRouterAt }: LandingRequest): Promise<PublicAnswer> {
	const parameters = pickListSearch(parseSearch(search));
	const frame = await loadFrame(api);
	const listState = readListState(parameters);
	const measuredState = Object.keys(parameters).length === 0 ? openingState(frame.measured) : undefined;
	const { state, refused } = measuredState ? { state: measuredState, refused: [] } : listState;
	const [example, tops, list, site] = await Promise.all([
		loadExample(api).catch(toLoadFailure(words.missing.list)),
		loadTops(api).catch(toLoadFailure(words.missing.tops)),
		loadList(api, state).catch(toLoadFailure(words.missing.list)),
		api.operations.secret().catch(() => ({ sign_up: 'open', administrator: true }) as const),
	]);
	const pageUrl = `/${stringifySearch(writeListState(state))}`;
	const tab = TABS.find(({ name }) => name === state.tab) ?? TABS[0];
	const loadedList = list instanceof LoadFailure ? undefined : list;
	const isHidden = frame.reports > 0 && !frame.provider.public;
	const hasFailed = [example, tops, list].some((part) => part instanceof LoadFailure);
	const noindex = unlisted || hasFailed;
	const html = renderToStaticMarkup(
		<PublicDocument
			title={words.title}
			description={words.description}
			path="/"
			origin={origin}
			noindex={noindex}
			structuredData={
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
			// In other languages, this is an ordinary page that signed-in readers can open too.
			visitorsOnly={LANGUAGE === SOURCE_LANGUAGE}
			{...parts}
		>
			<RouterContextProvider router={createRouterAt(pageUrl)}>
				<div
					className={landing['landing']}
					data-report={loadedList?.time ?? ''}
					data-clock={loadedList?.time ? etClock(msOf(loadedList.time)) : ''}
					data-list={loadedList?.items.map(({ ticker_id }) => ticker_id).join(' ') ?? ''}
				>
					{example instanceof LoadFailure ? null : (
						<Hero {...example} canSignUp={site.sign_up === 'open'}>
							{isHidden ? <RestrictedPricesBox counts={frame} hasAdministrator={site.administrator} returnUrl={pageUrl} /> : null}
						</Hero>
					)}
					{isHidden ? null : (
						<>
							{tops instanceof LoadFailure ? <LandingFailed failure={tops} pageUrl={pageUrl} /> : <StaticTops {...tops} />}
							<section aria-labelledby="candidates" data-part="list" data-held="">
								<h2 id="candidates" className={page['heading']}>
									{visitorWords.listTitle(tab.label)}
								</h2>
								{list instanceof LoadFailure ? (
									<LandingFailed failure={list} pageUrl={pageUrl} />
								) : (
									<StaticList state={state} refused={refused} answer={list} now={frame.now} back={pageUrl} />
								)}
							</section>
						</>
					)}
				</div>
			</RouterContextProvider>
			<MessagePlaces />
		</PublicDocument>,
	);
	return { status: hasFailed ? 503 : 200, html: DOCTYPE + html, noindex, ...allowed };
}

/** Shown in place of content that failed to load. */
function LandingFailed({ failure, pageUrl }: Props) {
	return (
		<StateBox title={failure.message} detail={failure.reason}>
			<a href={pageUrl} className={buttonClass}>
				{words.retry}
			</a>
		</StateBox>
	);
}

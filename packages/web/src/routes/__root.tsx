import { createRootRouteWithContext, HeadContent, Outlet, redirect, Scripts, useRouteContext } from '@tanstack/react-router';
import { type ComponentType, type ReactNode, Suspense, useEffect, useState } from 'react';
import { HatchDefs } from '../charts/wheel/hatch-defs.tsx';
import { frameQuery } from '../entities/frame/frame-query.ts';
import { trackViewing } from '../entities/live/report-viewing.ts';
import { SessionKeeper } from '../entities/session/browser-session.tsx';
import { sessionQuery } from '../entities/session/session-query.ts';
import { LiveReports } from '../features/live/live-reports.tsx';
import { Crash } from '../features/shell/crash.tsx';
import { Footer } from '../features/shell/footer.tsx';
import { Header } from '../features/shell/header.tsx';
import { KeysDialog } from '../features/shell/keys-dialog.tsx';
import { describeProblems, useFrame } from '../features/shell/market-clock.ts';
import { words } from '../features/shell/words.ts';
import { TickerSearchDialog, useTickerSearch } from '../features/ticker-search/ticker-search-dialog.tsx';
import { CONSENT_SCRIPT } from '../lib/consent-script.ts';
import { LANGUAGE } from '../lib/language.ts';
import { markHydrated } from '../lib/mark-hydrated.ts';
import { needsOtherLanguage } from '../lib/reader-language.ts';
import type { RouterContext } from '../lib/router-context.ts';
import { Snackbars } from '../ui/snackbars/snackbars.tsx';
import { Notice } from '../ui/states/notice.tsx';
import '../styles/tokens.css';
import '../styles/base.css';
import { sitePath } from '../lib/address/site-path.ts';

function Document({ children }: { children: ReactNode }) {
	const { scheme, palette } = Route.useRouteContext();
	return (
		<html
			lang={LANGUAGE}
			data-scheme={scheme}
			data-palette={palette}
			{...(import.meta.env.SSR ? { 'data-path': sitePath('') || undefined } : {})}
			suppressHydrationWarning
		>
			<head>
				<HeadContent />
			</head>
			<body>
				{children}
				{import.meta.env.SSR ? <StaticHead /> : null}
				<Scripts />
			</body>
		</html>
	);
}

/** Links and scripts that are the same on every page. Only the server renders them, so the application's scripts don't contain them. */
function StaticHead() {
	return (
		<>
			<link rel="icon" href={sitePath('/favicon.svg')} type="image/svg+xml" />
			<link rel="apple-touch-icon" href={sitePath('/icon-180.png')} />
			<link rel="manifest" href={sitePath('/manifest.webmanifest')} />
			<script async type="module" src={sitePath(CONSENT_SCRIPT)} fetchPriority="low" />
		</>
	);
}

function Root() {
	const search = useTickerSearch();
	return (
		<>
			<a href="#content" className="skip-link">
				{words.skip}
			</a>
			<HatchDefs />
			<Header openSearch={search.open} prefetchSearch={search.prefetch} />
			<main id="content" tabIndex={-1}>
				<ServiceProblems />
				<SlowResponseNotice />
				<Outlet />
			</main>
			<Footer />
			<KeysDialog />
			<TickerSearchDialog state={search} />
			<LiveReports />
			<ViewingReporter />
			<SessionKeeper />
			<Snackbars />
			<HydrationMark />
		</>
	);
}

/** Loads the notice about slow responses after the page, and only in the browser. */
function SlowResponseNotice() {
	const [part, setPart] = useState<{ Part: ComponentType }>();
	useEffect(() => {
		import('../features/shell/unanswered.tsx').then(
			({ Unanswered: Part }) => setPart({ Part }),
			// The page works without this notice.
			() => {},
		);
	}, []);
	return part ? <part.Part /> : null;
}

export const Route = createRootRouteWithContext<RouterContext>()({
	beforeLoad: ({ location }) => {
		if (!import.meta.env.SSR && needsOtherLanguage(location.pathname)) throw redirect({ href: location.publicHref, reloadDocument: true });
	},
	loader: async ({ context: { api, queryClient } }) => {
		await Promise.all([queryClient.prefetchQuery(frameQuery(api)), queryClient.prefetchQuery(sessionQuery(api))]);
	},
	head: () => ({
		meta: [
			{ charSet: 'utf-8' },
			{ title: words.product },
			{ name: 'viewport', content: 'width=device-width, initial-scale=1' },
			{ name: 'theme-color', content: '#0c1015' },
		],
	}),
	shellComponent: Document,
	component: Root,
	errorComponent: Crash,
});

/**
 * Marks the document as interactive, for tests and assistive scripts. This component is as deep as the page and comes after it, so it hydrates
 * last. Only parts that load their own script are later; these call `markHydrated` themselves.
 */
function HydrationMark() {
	return (
		<Suspense>
			<Suspense>
				<Mark />
			</Suspense>
		</Suspense>
	);
}

function Mark() {
	useEffect(() => markHydrated(), []);
	return null;
}

/** Shows current problems of the service above every page. */
function ServiceProblems() {
	const lines = describeProblems(useFrame()?.degraded ?? []);
	if (lines.length === 0) return null;
	return (
		<Notice>
			{lines.map((line) => (
				<p key={line}>{line}</p>
			))}
		</Notice>
	);
}

/** Reports viewer activity to the server. Renders nothing. */
function ViewingReporter() {
	const { api } = useRouteContext({ from: '__root__' });
	useEffect(() => trackViewing(() => void api.operations.looking().catch(() => {})), [api]);
	return null;
}

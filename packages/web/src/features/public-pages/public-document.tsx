import { addressInLanguage, LANGUAGES, SOURCE_LANGUAGE } from '@sw/domain/outreach/languages';
import type { ReactNode } from 'react';
import { HatchDefs } from '../../charts/wheel/hatch-defs.tsx';
import { sitePath } from '../../lib/address/site-path.ts';
import { LANGUAGE } from '../../lib/language.ts';
import css from './public.module.css';
import { PublicFooter, PublicHeader } from './public-frame.tsx';
import { toScriptJson } from './structured-data.ts';
import { publicWords as words } from './words.ts';

/** What a page without a framework needs apart from its body: head data, styles and scripts. */
export interface PublicHead {
	readonly title: string;
	readonly description: string;
	/** Canonical path, without the language prefix. */
	readonly path: string;
	/** Whether the page also exists in the other languages. Default: true. */
	readonly everyLanguage?: boolean;
	readonly origin: string;
	readonly noindex: boolean;
	readonly structuredData: readonly object[];
	/** Query of the table's picture for link previews; empty for the landing page's picture. */
	readonly picture: string;
	/** Styles and scripts are inlined; the content security policy allows them by hash. */
	readonly styles: string;
	readonly scripts: { readonly first: string; readonly last: string };
}

interface Props extends PublicHead {
	simulated: boolean;
	source: string;
	/** 'NYSE open · 11/20/2026 11:47 ET' */
	clock?: string | undefined;
	/** Problems of the service, one sentence each. */
	notices?: readonly string[];
	/** Whether signed-in readers see a different page at this URL. Default: false. */
	visitorsOnly?: boolean;
	children: ReactNode;
}

/** Renders a complete page: the same bytes for all readers, and usable without scripts. */
export function PublicDocument({
	title,
	description,
	path,
	everyLanguage = true,
	origin,
	noindex,
	structuredData,
	picture,
	styles,
	scripts,
	simulated,
	source,
	clock,
	notices = [],
	visitorsOnly = false,
	children,
}: Props) {
	const fullTitle = `${title} · ${words.product}`;
	const urlFor = (language: (typeof LANGUAGES)[number]['code']): string => `${origin}${addressInLanguage(language, path)}`;
	const url = urlFor(LANGUAGE);
	const languages = everyLanguage ? LANGUAGES : [];
	const rawHtml = (text: string) => ({ dangerouslySetInnerHTML: { __html: text } });
	return (
		<html lang={LANGUAGE} data-scheme="auto" data-palette="green-up" data-path={sitePath('') || undefined}>
			<head>
				<meta charSet="utf-8" />
				<title>{fullTitle}</title>
				<meta name="description" content={description} />
				<meta name="viewport" content="width=device-width, initial-scale=1" />
				<meta name="theme-color" content="#0c1015" />
				<script {...rawHtml(scripts.first)} />
				<style {...rawHtml(styles)} />
				{noindex ? (
					<meta name="robots" content="noindex" />
				) : (
					<>
						<link rel="canonical" href={url} />
						{languages.map(({ code }) => (
							<link key={code} rel="alternate" hrefLang={code} href={urlFor(code)} />
						))}
						{everyLanguage ? <link rel="alternate" hrefLang="x-default" href={urlFor(SOURCE_LANGUAGE)} /> : null}
					</>
				)}
				<meta property="og:title" content={fullTitle} />
				<meta property="og:description" content={description} />
				<meta property="og:type" content="website" />
				<meta property="og:url" content={url} />
				<meta property="og:image" content={`${origin}/api/preview/file${picture}`} />
				<meta property="og:image:width" content="1200" />
				<meta property="og:image:height" content="630" />
				<meta property="og:image:alt" content={fullTitle} />
				<meta property="og:site_name" content={words.product} />
				<meta name="twitter:card" content="summary_large_image" />
				<link rel="icon" href="/favicon.svg" type="image/svg+xml" />
				<link rel="apple-touch-icon" href="/icon-180.png" />
				<link rel="manifest" href="/manifest.webmanifest" />
				{structuredData.map((item) => (
					<script key={toScriptJson(item)} type="application/ld+json" {...rawHtml(toScriptJson(item))} />
				))}
			</head>
			<body>
				<a href="#content" className="skip-link">
					{words.skip}
				</a>
				<HatchDefs />
				<PublicHeader simulated={simulated} source={source} clock={clock} currentPath={path} visitorsOnly={visitorsOnly} />
				{notices.length === 0 ? null : (
					<div role="status" className={css['notices']}>
						{notices.map((notice) => (
							<p key={notice}>{notice}</p>
						))}
					</div>
				)}
				<main id="content" tabIndex={-1} className={css['main']}>
					{children}
				</main>
				<PublicFooter>
					{languages
						.filter(({ code }) => code !== LANGUAGE)
						.map(({ code, native }) => (
							<a key={code} href={urlFor(code)} hrefLang={code} lang={code} rel="alternate">
								{native}
							</a>
						))}
				</PublicFooter>
				<script type="module" {...rawHtml(scripts.last)} />
			</body>
		</html>
	);
}

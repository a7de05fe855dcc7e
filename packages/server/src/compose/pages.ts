import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Language } from '@sw/domain/outreach/languages';
import { isoSeconds } from '@sw/domain/time/format';
import type { Config } from '../config/config.ts';
import { readOwnPages } from '../config/own-pages.ts';
import type { AppParts } from '../http/app.ts';
import { HTTP_DEFAULTS } from '../http/config.ts';
import { pagePolicy, withTracking } from '../http/content-policy.ts';
import { createDevelopmentPages } from '../http/pages/development-pages.ts';
import { type PageParts, servePages } from '../http/pages/render.ts';
import type { WebEntry } from '../http/pages/web-entry.ts';
import type { Source } from '../market/window/source.ts';
import { withCaptcha } from '../outside/captcha/captcha.ts';
import type { WallClock } from '../platform/clocks/wall-clock.ts';
import type { Readiness } from '../platform/readiness.ts';
import type { HotReports } from '../reports/hot-reports.ts';

export interface PageWiring extends Pick<PageParts, 'edition' | 'listing' | 'recordView' | 'sessionCookies' | 'renew'> {
	config: Pick<Config, 'origin' | 'captcha' | 'environment' | 'tracking' | 'operator'>;
	readiness: Readiness;
	wall: WallClock;
}

export interface WebPages {
	/** Whether the built application renders the pages; otherwise Vite renders them, or there are no pages. */
	readonly isBuilt: boolean;
	/** Empty if the product has no pages. */
	routes(wiring: PageWiring): NonNullable<AppParts['extensions']>;
}

const WEB_FOLDER = join(import.meta.dirname, '../../../web');

interface PageOptions {
	/** Whether Vite serves the web application from its sources. */
	dev?: boolean;
	web?: boolean;
	/** Folder of the operator's own static pages. */
	pages: string | null;
}

/** Starts loading the built application; a failure appears at the first page. Throws ConfigError if one of the operator's own pages is invalid. */
export function startPages({ dev = false, web = true, pages: folder }: PageOptions): WebPages {
	const ownPages = readOwnPages(folder);
	const loadEntry = web && !dev ? createEntryLoader() : undefined;
	loadEntry?.().catch(() => {});
	const loadTranslatedEntry = loadEntry ? createTranslatedLoader() : undefined;
	return {
		isBuilt: loadEntry !== undefined,
		routes: ({ config, readiness, wall, ...page }) => {
			if (!web) return [];
			const allowThirdParties = (policy: string): string =>
				withTracking(withCaptcha(policy, config.captcha?.vendor ?? null), config.tracking);
			const parts = {
				config: { ...HTTP_DEFAULTS, origin: config.origin, environment: config.environment },
				...page,
				operator: config.operator,
				ownPages,
				progress: () => readiness.getProgress(),
				now: () => wall.now(),
				policy: (nonce: string) => allowThirdParties(pagePolicy(nonce)),
				widened: allowThirdParties,
			};
			return [
				loadEntry
					? servePages({
							...parts,
							entry: loadEntry,
							...(loadTranslatedEntry ? { translated: loadTranslatedEntry } : {}),
							files: join(WEB_FOLDER, 'dist/client'),
						})
					: createDevelopmentPages(parts, WEB_FOLDER),
			];
		},
	};
}

/** Creates a loader of server entries in the other built languages. Each entry is imported once, at its first request. */
function createTranslatedLoader(): (language: Language) => Promise<WebEntry> {
	const entries = new Map<Language, Promise<WebEntry>>();
	return (language) => {
		const entry =
			entries.get(language) ??
			import(pathToFileURL(join(WEB_FOLDER, `dist/${language}/server/server.js`)).href).then(
				(module: { default: WebEntry }) => module.default,
			);
		entries.set(language, entry);
		return entry;
	};
}

/** Creates a loader of the built server entry, which is imported once, at the first call. */
function createEntryLoader(): () => Promise<WebEntry> {
	let entry: Promise<WebEntry> | undefined;
	return () => {
		entry ??= import(pathToFileURL(join(WEB_FOLDER, 'dist/server/server.js')).href).then((module: { default: WebEntry }) => module.default);
		return entry;
	};
}

/** Creates the listing for search engines: the tickers and time of the newest report that visitors may open. Empty if the source isn't public. */
export function createPublicListing(
	source: Pick<Source, 'isPublic'>,
	reports: Pick<HotReports, 'latest' | 'table'>,
): PageWiring['listing'] {
	return async () => {
		const facts = source.isPublic ? reports.latest(null) : undefined;
		const table = facts && (await reports.table(facts));
		return { tickers: table ? [...table.tickerId] : [], time: facts && table ? isoSeconds(facts.time) : undefined };
	};
}

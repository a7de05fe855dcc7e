import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Config } from '../config/config.ts';
import type { AppParts } from '../http/app.ts';
import { HTTP_DEFAULTS } from '../http/config.ts';
import { pagePolicy, withTracking } from '../http/content-policy.ts';
import { developmentPages } from '../http/development-pages.ts';
import { type PageParts, pages } from '../http/render.ts';
import type { WebEntry } from '../http/web-entry.ts';
import { withCaptcha } from '../outside/captcha/policy.ts';
import type { WallClock } from '../platform/clocks/wall-clock.ts';
import type { Readiness } from '../platform/readiness.ts';

export interface PageWiring extends Pick<PageParts, 'edition' | 'listing' | 'looked' | 'sessionCookies' | 'renew'> {
	config: Pick<Config, 'origin' | 'captcha' | 'environment' | 'tracking' | 'operator'>;
	readiness: Readiness;
	wall: WallClock;
}

export interface WebPages {
	/** Rendered by the built application, which is loaded when it renders first. */
	readonly built: boolean;
	/** None where the product is an API alone. */
	routes(wiring: PageWiring): NonNullable<AppParts['extensions']>;
}

const WEB = join(import.meta.dirname, '../../../web');

/** `dev`: Vite serves the web application from its sources. The built one begins to load here; a failure is met by the first page. */
export const beginPages = ({ dev = false, web = true }: { dev?: boolean; web?: boolean }): WebPages => {
	const entry = web && !dev ? builtEntry() : undefined;
	entry?.().catch(() => {});
	return {
		built: entry !== undefined,
		routes: ({ config, readiness, wall, ...page }) => {
			if (!web) return [];
			const widened = (policy: string): string => withTracking(withCaptcha(policy, config.captcha?.vendor ?? null), config.tracking);
			const parts = {
				config: { ...HTTP_DEFAULTS, origin: config.origin, environment: config.environment },
				...page,
				operator: config.operator,
				progress: () => readiness.now(),
				now: () => wall.now(),
				policy: (nonce: string) => widened(pagePolicy(nonce)),
				widened,
			};
			return [entry ? pages({ ...parts, entry, files: join(WEB, 'dist/client') }) : developmentPages(parts, WEB)];
		},
	};
};

/** The built server entry, imported when the first page is asked for. */
const builtEntry = (): (() => Promise<WebEntry>) => {
	let entry: Promise<WebEntry> | undefined;
	return () => {
		entry ??= import(pathToFileURL(join(WEB, 'dist/server/server.js')).href).then((module: { default: WebEntry }) => module.default);
		return entry;
	};
};

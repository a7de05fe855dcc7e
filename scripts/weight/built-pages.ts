/** Reads from the build output, without a browser, what the web application loads for each page. */
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { EVERY_PAGE, LOADED_IMMEDIATELY } from './budget.ts';

export interface SizedFile {
	/** URL of the file, such as '/assets/list-x.js'. */
	url: string;
	/** Size of the .gz file next to it; without one, because small files are sent uncompressed, its own size. */
	bytes: number;
}

export interface BuiltPage {
	/** Route id, such as '/ticker/$id', with ' for <readers>' if only they load it this way. */
	page: string;
	scripts: readonly SizedFile[];
	sheets: readonly SizedFile[];
	/** Modules in its scripts, as paths from the repository root. */
	modules: readonly string[];
}

interface Route {
	css?: readonly string[];
	preloads?: readonly string[];
	children?: readonly string[];
}

type Manifest = Readonly<Record<string, Route>>;

const ROOT = '__root__';

/** The build's report on each script, by its URL; packages/web/plugins/chunk-modules.ts writes it. */
type Chunks = Readonly<Record<string, { modules: readonly string[]; sheets: readonly string[]; needs: readonly string[] }>>;

interface PageFiles {
	page: string;
	scripts: readonly string[];
	sheets: readonly string[];
}

/**
 * `folder`: packages/web/dist, or its sub-folder for a language. `client`: folder of the browser's files. Routes with children are left out: they are
 * frames around their children, not pages.
 */
export async function readBuiltPages(
	folder: string,
	{ atOnce = LOADED_IMMEDIATELY, everywhere = EVERY_PAGE, client = join(folder, 'client') } = {},
): Promise<BuiltPage[]> {
	const manifest = await loadManifest(folder);
	const chunks = JSON.parse(readFileSync(join(folder, 'chunks.json'), 'utf8')) as Chunks;
	return Object.keys(manifest)
		.filter((page) => page !== ROOT && !manifest[page]?.children?.length)
		.flatMap((page): PageFiles[] => {
			const routes = findRoutes(manifest, page);
			const files = {
				page,
				scripts: [...everywhere, ...routes.flatMap(({ preloads = [] }) => preloads)],
				sheets: routes.flatMap(({ css = [] }) => css),
			};
			return atOnce[page] ? [files, withImmediateModule(files, atOnce[page], chunks)] : [files];
		})
		.map(({ page, scripts, sheets }) => ({
			page,
			scripts: unique(scripts).map((url) => measureFile(client, url)),
			sheets: unique(sheets).map((url) => measureFile(client, url)),
			modules: unique(scripts.flatMap((url) => chunks[url]?.modules ?? [])),
		}));
}

function unique(urls: readonly string[]): string[] {
	return [...new Set(urls)];
}

/** The same page for readers who also load a certain module immediately. */
function withImmediateModule(
	{ page, scripts, sheets }: PageFiles,
	{ readers, module }: (typeof LOADED_IMMEDIATELY)[string],
	chunks: Chunks,
): PageFiles {
	const moreScripts = Object.values(chunks).find(({ modules }) => modules.includes(module))?.needs;
	if (!moreScripts) throw new Error(`No script of browsers holds ${module}`);
	return {
		page: `${page} for ${readers}`,
		scripts: [...scripts, ...moreScripts],
		sheets: [...sheets, ...moreScripts.flatMap((url) => chunks[url]?.sheets ?? [])],
	};
}

/** The routes from the root to this one. The manifest can lack routes without files of their own. */
function findRoutes(manifest: Manifest, page: string): Route[] {
	const route = manifest[page] ?? {};
	if (page === ROOT) return [route];
	const parent = Object.keys(manifest).find((name) => manifest[name]?.children?.includes(page)) ?? ROOT;
	return [...findRoutes(manifest, parent), route];
}

async function loadManifest(folder: string): Promise<Manifest> {
	const assets = join(folder, 'server/assets');
	const name = readdirSync(assets).find((file) => file.startsWith('_tanstack-start-manifest'));
	if (!name) throw new Error(`${assets} holds no manifest of the routes`);
	const manifestModule = (await import(pathToFileURL(join(assets, name)).href)) as { tsrStartManifest: () => { routes: Manifest } };
	return manifestModule.tsrStartManifest().routes;
}

function measureFile(folder: string, url: string): SizedFile {
	const file = join(folder, url);
	return { url, bytes: statSync(existsSync(`${file}.gz`) ? `${file}.gz` : file).size };
}

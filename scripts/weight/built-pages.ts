/** What the built web application loads for each page: read from what its build has written, without a browser. */
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

export interface Weighed {
	/** Address of the file, '/assets/list-x.js'. */
	url: string;
	/** Bytes compressed by gzip, as it stands beside the file; too small files are sent as they are. */
	bytes: number;
}

export interface BuiltPage {
	/** As the router names it, '/ticker/$id'. */
	page: string;
	scripts: readonly Weighed[];
	sheets: readonly Weighed[];
	/** Modules in its scripts, as paths from the root of the repository. */
	modules: readonly string[];
}

interface Route {
	css?: readonly string[];
	preloads?: readonly string[];
	children?: readonly string[];
}

type Manifest = Readonly<Record<string, Route>>;

const ROOT = '__root__';

const weigh = (folder: string, url: string): Weighed => {
	const file = join(folder, url);
	return { url, bytes: statSync(existsSync(`${file}.gz`) ? `${file}.gz` : file).size };
};

const manifestOf = async (folder: string): Promise<Manifest> => {
	const assets = join(folder, 'server/assets');
	const name = readdirSync(assets).find((file) => file.startsWith('_tanstack-start-manifest'));
	if (!name) throw new Error(`${assets} holds no manifest of the routes`);
	const built = (await import(pathToFileURL(join(assets, name)).href)) as { tsrStartManifest: () => { routes: Manifest } };
	return built.tsrStartManifest().routes;
};

/** The routes from the frame of every page to this one; one that brings no files of its own may be missing. */
const wayTo = (manifest: Manifest, page: string): Route[] => {
	const route = manifest[page] ?? {};
	if (page === ROOT) return [route];
	const parent = Object.keys(manifest).find((name) => manifest[name]?.children?.includes(page)) ?? ROOT;
	return [...wayTo(manifest, parent), route];
};

/** `folder`: packages/web/dist. Pages that stand within another's frame alone have their own addresses; that frame is none. */
export const builtPages = async (folder: string): Promise<BuiltPage[]> => {
	const manifest = await manifestOf(folder);
	const modules = JSON.parse(readFileSync(join(folder, 'chunks.json'), 'utf8')) as Readonly<Record<string, readonly string[]>>;
	return Object.keys(manifest)
		.filter((page) => page !== ROOT && !manifest[page]?.children?.length)
		.map((page) => {
			const way = wayTo(manifest, page);
			const scripts = [...new Set(way.flatMap(({ preloads = [] }) => preloads))];
			return {
				page,
				scripts: scripts.map((url) => weigh(join(folder, 'client'), url)),
				sheets: [...new Set(way.flatMap(({ css = [] }) => css))].map((url) => weigh(join(folder, 'client'), url)),
				modules: [...new Set(scripts.flatMap((url) => modules[url] ?? []))],
			};
		});
};

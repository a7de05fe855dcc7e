import { globSync } from 'node:fs';
import { isTest } from '../check/import-graph.ts';

/** Workspaces that ship as sources; of the web application only the build ships. */
const RUNNING = '{domain,contract,store,server,command}';

/** Paths from the root of everything in the package, in order: no tests, no sources of pages, no schema snapshots. */
export const packagedFiles = (root: string): string[] =>
	globSync([`packages/${RUNNING}/{src,bin}/**/*.{ts,mjs,sql,json,py}`, 'packages/web/dist/{client,server,*/server}/**/*'], {
		cwd: root,
		withFileTypes: true,
	})
		.filter((entry) => entry.isFile())
		.map((entry) => `${entry.parentPath}/${entry.name}`.slice(root.length + 1).replaceAll('\\', '/'))
		.filter((file) => !isTest(file) && !/\.d\.ts$|_snapshot\.json$/.test(file))
		.sort();

import { globSync } from 'node:fs';
import { isTest } from '../check/import-graph.ts';

/** Workspaces whose sources run; of the web application the built one does. */
const RUNNING = '{domain,contract,store,server,command}';

/** Paths from the root of all that the package is made of, in order: no tests, no sources of pages, no history of the schema. */
export const packagedFiles = (root: string): string[] =>
	globSync([`packages/${RUNNING}/{src,bin}/**/*.{ts,mjs,sql,json}`, 'packages/web/dist/{client,server,*/server}/**/*'], {
		cwd: root,
		withFileTypes: true,
	})
		.filter((entry) => entry.isFile())
		.map((entry) => `${entry.parentPath}/${entry.name}`.slice(root.length + 1).replaceAll('\\', '/'))
		.filter((file) => !isTest(file) && !/\.d\.ts$|_snapshot\.json$/.test(file))
		.sort();

/**
 * Finds unused exports, types and dependencies (with knip, once with tests and once without), files that no entry reaches, and queries that no area
 * calls.
 */
import { execFile } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { edgesOf, type FileImports, isTest } from './import-graph.ts';

const KNIP = join(import.meta.dirname, '../../node_modules/knip/bin/knip.js');
const KINDS = { exports: 'export', types: 'type', dependencies: 'dependency', devDependencies: 'dependency' } as const;
/**
 * Shipped files. An export that only tests use is an error there, because it belongs in a folder `testing`. `signals/definition` is exempt: it is the
 * reference with which tests compare the engine.
 */
const SHIPPED_FILE = /^packages\/(domain|contract|store|server)\/src\/(?!signals\/definition\/)/;

type Report = { issues: ({ file: string } & Partial<Record<keyof typeof KINDS, { name: string }[]>>)[] };

export async function checkUnused(root: string, files: readonly FileImports[]): Promise<string[]> {
	const [unusedExports, unusedInShipped] = await Promise.all([runKnip(root), runKnip(root, '--production')]);
	const unusedEverywhere = unusedExports.map(([file, name]) => `${file}: ${name} is unused`);
	const usedOnlyInTests = unusedInShipped
		.filter(
			([file, name]) =>
				SHIPPED_FILE.test(file) && !isTest(file) && !unusedExports.some(([other, otherName]) => other === file && otherName === name),
		)
		.map(([file, name]) => `${file}: only tests use ${name}`);
	return [...unusedEverywhere, ...usedOnlyInTests, ...findUnreachedFiles(root, files), ...findUncalledQueries(files)];
}

/** Files that no shipped entry reaches. knip can't find them: each package exports all its files, so it treats every file as an entry. */
function findUnreachedFiles(root: string, files: readonly FileImports[]): string[] {
	const edgesByFile = Map.groupBy(edgesOf(files), ({ from }) => from);
	const reached = new Set(entryFiles(root));
	for (const file of reached) for (const { to } of edgesByFile.get(file) ?? []) reached.add(to);
	return files.flatMap(({ file }) =>
		SHIPPED_FILE.test(file) && !isTest(file) && !reached.has(file) ? [`${file}: only tests import this file`] : [],
	);
}

const NAMESPACE = /^import (?:type )?\* as \w+ from ['"]([^'"]+)['"]/gm;
const FUNCTION = /^export (?:async )?function (\w+)/gm;

/**
 * Queries that no other shipped file names. knip can't find them: when a module is bound as a whole (`bindQueries`), it counts all its functions as
 * used.
 */
function findUncalledQueries(files: readonly FileImports[]): string[] {
	const shipped = files.filter(({ file }) => !isTest(file));
	const boundModules = new Set(
		shipped.flatMap(({ text, imports }) => {
			const names = new Set([...text.matchAll(NAMESPACE)].map(([, name]) => name));
			return imports.filter(({ name }) => names.has(name)).map(({ to }) => to);
		}),
	);
	const words = shipped.map(({ file, text }) => ({ file, words: new Set(text.match(/\b\w+\b/g)) }));
	return shipped
		.filter(({ file }) => SHIPPED_FILE.test(file) && boundModules.has(file))
		.flatMap(({ file, text }) =>
			[...text.matchAll(FUNCTION)]
				.map(([, name = '']) => name)
				.filter((name) => !words.some((other) => other.file !== file && other.words.has(name)))
				.map((name) => `${file}: no shipped file calls '${name}'`),
		);
}

/** Entry files that are not only for tests; in knip.json they end with '!'. */
function entryFiles(root: string): string[] {
	const { workspaces } = JSON.parse(readFileSync(join(root, 'knip.json'), 'utf8')) as { workspaces: Record<string, { entry?: string[] }> };
	return Object.entries(workspaces).flatMap(([folder, { entry = [] }]) =>
		globSync(
			entry.filter((glob) => glob.endsWith('!')).map((glob) => join(folder, glob.slice(0, -1))),
			{ cwd: root },
		),
	);
}

/** knip exits with 1 if it found something, with 2 if it could not run. */
function runKnip(root: string, ...flags: string[]): Promise<[file: string, what: string][]> {
	return new Promise((resolve, reject) => {
		const args = [
			KNIP,
			'--directory',
			root,
			'--no-progress',
			'--reporter',
			'json',
			'--include',
			Object.keys(KINDS).slice(0, 3).join(),
			...flags,
		];
		execFile(process.execPath, args, { maxBuffer: 64 << 20 }, (error, out, err) => {
			if (error && error.code !== 1) return reject(new Error(`knip couldn't run: ${err || out}`));
			const { issues } = JSON.parse(out) as Report;
			resolve(
				issues.flatMap((issue) =>
					(Object.keys(KINDS) as (keyof typeof KINDS)[]).flatMap((kind) =>
						(issue[kind] ?? []).map(({ name }): [string, string] => [issue.file, `the ${KINDS[kind]} '${name}'`]),
					),
				),
			);
		});
	});
}

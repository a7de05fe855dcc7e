/** Spelling of names, comments, screen texts and pages, by cspell's dictionaries and the house's own (`spelling/words.txt`), which holds no word that nobody uses. */
import { execFile } from 'node:child_process';
import { mkdtempDisposableSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const CSPELL = join(import.meta.dirname, '../../node_modules/cspell/bin.mjs');
const FOLDER = join(import.meta.dirname, 'spelling');
const READ = /\.(?:tsx?|mjs|css|md)$/;
/** 'src/a.ts:3:7 - Unknown word (hte) fix: (the)' */
const FOUND = /^(.+?):(\d+):\d+ - (Unknown|Forbidden) word \(([^)]*)\)(?: fix: \(([^)]*)\))?/;

export const houseWords = (): string[] => readFileSync(join(FOLDER, 'words.txt'), 'utf8').split('\n').filter(Boolean);

/** A line for each word of these files that no dictionary has, and for each that has a plainer one (`flagWords` of `spelling/cspell.json`). */
export const misspelt = async (root: string, files: readonly string[]): Promise<string[]> => {
	using folder = mkdtempDisposableSync(join(tmpdir(), 'signalwheel-spelling-'));
	// A file, not the standard input: whoever calls may be busy until the end.
	const list = join(folder.path, 'files');
	writeFileSync(
		list,
		files
			.filter((file) => READ.test(file))
			.map((file) => join(root, file))
			.join('\n'),
	);
	const flags = [
		'--config',
		join(FOLDER, 'cspell.json'),
		'--root',
		root,
		'--file-list',
		list,
		'--relative',
		'--no-progress',
		'--no-summary',
	];
	const [failed, said] = await new Promise<[boolean, string]>((done) => {
		execFile(process.execPath, [CSPELL, 'lint', ...flags], { maxBuffer: 64 << 20 }, (error, out, err) => done([error !== null, out + err]));
	});
	const found = said.split('\n').flatMap((line) => {
		const [, file, number, kind, word, better] = FOUND.exec(line) ?? [];
		const why = kind === 'Forbidden' ? 'is not plain English' : 'is in no dictionary';
		return file === undefined ? [] : [`${file}:${number}: '${word}' ${why}${better ? `; meant: ${better}` : ''}`];
	});
	return failed && found.length === 0 ? [`cspell could not run: ${said.trim()}`] : found;
};

/** A line for each word of the house's dictionary that stands in none of these files, or not at its place. */
export const idleWords = (root: string, files: readonly string[], words: readonly string[]): string[] => {
	const all = files.map((file) => (READ.test(file) ? readFileSync(join(root, file), 'utf8').toLowerCase() : '')).join('\n');
	return words.flatMap((word, i) => [
		...(all.includes(word.toLowerCase()) ? [] : [`words.txt: nothing uses '${word}'`]),
		...(i === 0 || (words[i - 1] as string) < word ? [] : [`words.txt: '${word}' stands twice or out of order`]),
	]);
};

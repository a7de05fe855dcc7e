/** Checks the spelling of names, comments, texts and docs with cspell's dictionaries and `spelling/words.txt`, and finds unused words in the latter. */
import { execFile } from 'node:child_process';
import { mkdtempDisposableSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const CSPELL = join(import.meta.dirname, '../../node_modules/cspell/bin.mjs');
const FOLDER = join(import.meta.dirname, 'spelling');
const CHECKED_FILES = /\.(?:tsx?|mjs|css|md)$/;
/** A line of cspell's output, such as 'src/a.ts:3:7 - Unknown word (hte) fix: (the)'. */
const REPORTED_WORD = /^(.+?):(\d+):\d+ - (Unknown|Forbidden) word \(([^)]*)\)(?: fix: \(([^)]*)\))?/;

export function projectWords(): string[] {
	return readFileSync(join(FOLDER, 'words.txt'), 'utf8').split('\n').filter(Boolean);
}

/**
 * A line for each word of these files that is in no dictionary, and for each that has a plainer alternative (`flagWords` of `spelling/cspell.json`).
 */
export async function checkSpelling(root: string, files: readonly string[]): Promise<string[]> {
	using folder = mkdtempDisposableSync(join(tmpdir(), 'signalwheel-spelling-'));
	// A file instead of standard input, which can't be fed while the other checks block this process.
	const list = join(folder.path, 'files');
	writeFileSync(
		list,
		files
			.filter((file) => CHECKED_FILES.test(file))
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
	const [hasFailed, output] = await new Promise<[boolean, string]>((resolve) => {
		execFile(process.execPath, [CSPELL, 'lint', ...flags], { maxBuffer: 64 << 20 }, (error, out, err) =>
			resolve([error !== null, out + err]),
		);
	});
	const problems = output.split('\n').flatMap((line) => {
		const [, file, number, kind, word, suggestion] = REPORTED_WORD.exec(line) ?? [];
		const problem = kind === 'Forbidden' ? 'is not plain English' : 'is not in a dictionary';
		return file === undefined ? [] : [`${file}:${number}: '${word}' ${problem}${suggestion ? `; meant: ${suggestion}` : ''}`];
	});
	return hasFailed && problems.length === 0 ? [`cspell couldn't run: ${output.trim()}`] : problems;
}

/** A line for each word of the project's dictionary that none of these files has, or that is out of order. */
export function unusedWords(root: string, files: readonly string[], words: readonly string[]): string[] {
	const allText = files.map((file) => (CHECKED_FILES.test(file) ? readFileSync(join(root, file), 'utf8').toLowerCase() : '')).join('\n');
	return words.flatMap((word, i) => [
		...(allText.includes(word.toLowerCase()) ? [] : [`words.txt: '${word}' is unused`]),
		...(i === 0 || words[i - 1]! < word ? [] : [`words.txt: '${word}' is listed twice or out of order`]),
	]);
}

/** Checks files: kebab-case names, at most 400 lines, and relative paths that exist. */
import { existsSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

const MAX_LINES = 400;
/** A path relative to the source file: it breaks when the file moves. */
const RELATIVE_URL = /\bnew URL\(\s*'(\.{1,2}\/[^']*)'\s*,\s*import\.meta\.url\)/g;

export function checkFiles(root: string, files: readonly string[]): string[] {
	const problems: string[] = [];
	for (const file of files) {
		const text = readFileSync(join(root, file), 'utf8');
		const lines = text.split('\n').length;
		if (lines > MAX_LINES) problems.push(`${file}: ${lines} lines, at most ${MAX_LINES}`);
		if (!/^[a-z0-9$_.[\]-]+$/.test(basename(file))) problems.push(`${file}: file names are kebab-case`);
		// The tests of this check contain such lines as text.
		for (const [, path = ''] of text.matchAll(RELATIVE_URL))
			if (!file.startsWith('scripts/check/') && !existsSync(join(root, dirname(file), path)))
				problems.push(`${file}: ${path} doesn't exist`);
	}
	return problems;
}

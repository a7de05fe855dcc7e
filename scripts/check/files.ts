/** File rules: names in kebab-case, none above 400 lines, and what a file names beside itself is there. */
import { existsSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

const LIMIT = 400;
/** A file that is read from where the code stands: it goes astray when the code moves. */
const BESIDE = /\bnew URL\(\s*'(\.{1,2}\/[^']*)'\s*,\s*import\.meta\.url\)/g;

export const brokenFiles = (root: string, files: readonly string[]): string[] => {
	const problems: string[] = [];
	for (const file of files) {
		const text = readFileSync(join(root, file), 'utf8');
		const lines = text.split('\n').length;
		if (lines > LIMIT) problems.push(`${file}: ${lines} lines, at most ${LIMIT}`);
		if (!/^[a-z0-9$_.[\]-]+$/.test(basename(file))) problems.push(`${file}: names are kebab-case`);
		// The tests of the gates hold such lines as texts.
		for (const [, path = ''] of text.matchAll(BESIDE))
			if (!file.startsWith('scripts/check/') && !existsSync(join(root, dirname(file), path)))
				problems.push(`${file}: ${path} is not there`);
	}
	return problems;
};

/** File rules: names in kebab-case, none above 400 lines. */
import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';

const LIMIT = 400;

export const brokenFiles = (root: string, files: readonly string[]): string[] => {
	const problems: string[] = [];
	for (const file of files) {
		const text = readFileSync(join(root, file), 'utf8');
		const lines = text.split('\n').length;
		if (lines > LIMIT) problems.push(`${file}: ${lines} lines, at most ${LIMIT}`);
		if (!/^[a-z0-9$_.[\]-]+$/.test(basename(file))) problems.push(`${file}: names are kebab-case`);
	}
	return problems;
};

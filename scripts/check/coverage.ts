/** docs/coverage.tsv names, for each item of the specification, the test that shows it, or 'later'. A named test must exist. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

export interface CoverageRow {
	kind: string;
	item: string;
	/** 'later', or `path/of/test.ts` with an optional `#words of the test's name`. */
	test: string;
}

export const coverageRows = (root: string): CoverageRow[] =>
	readFileSync(join(root, 'docs/coverage.tsv'), 'utf8')
		.split('\n')
		.filter((line) => line && !line.startsWith('#'))
		.map((line) => {
			const [kind = '', item = '', test = ''] = line.split('\t');
			return { kind, item, test };
		});

export const brokenCoverage = (root: string): string[] => {
	const problems: string[] = [];
	const seen = new Set<string>();
	for (const { kind, item, test } of coverageRows(root)) {
		const where = `docs/coverage.tsv: ${kind} ${item}`;
		if (seen.has(`${kind}\t${item}`)) problems.push(`${where}: listed twice`);
		seen.add(`${kind}\t${item}`);
		if (test === 'later') continue;
		const [file = '', name] = test.split('#');
		if (!file || !existsSync(join(root, file))) problems.push(`${where}: the test ${file || '(none)'} does not exist`);
		else if (name && !readFileSync(join(root, file), 'utf8').includes(name)) problems.push(`${where}: ${file} has no test named '${name}'`);
	}
	return problems;
};

/**
 * Checks docs/coverage.tsv. For each item of the specification it names the test that proves it (`path#words`), or `later: <part>` if the item is not
 * built yet. The words must be part of the title of a test in that file; placeholders in a title (`it.each`) are compared as written.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Parts of the product that `later` may name. */
const PARTS = ['public pages', 'inbox', 'commerce', 'attention', 'administration', 'workspace', 'processes', 'vendors', 'accounts'];
/** Number of items without a test. The number must only fall: lower it when an item gets its test. */
export const LATER = 3;

interface CoverageRow {
	kind: string;
	item: string;
	test: string;
}

/** The title in `it('...'`, `test('...'`, `it.each([...])('...'` and the project's own `itWhere` forms. */
const TITLE =
	/\b(?:it(?:[A-Z]\w*)?|test)(?:\.\w+)*(?:\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\))?\(\s*(?:'((?:[^'\\]|\\.)*)'|"((?:[^"\\]|\\.)*)"|`((?:[^`\\]|\\.)*)`)\s*,/g;

export function extractTitles(text: string): string[] {
	return [...text.matchAll(TITLE)].map(([, single, double, template]) => (single ?? double ?? template ?? '').replace(/\\(.)/g, '$1'));
}

export function checkCoverage(root: string, allowedCount: number = LATER): string[] {
	const rows = readCoverageRows(root);
	const seenItems = new Set<string>();
	const problems = rows.flatMap(({ kind, item, test }) => {
		const name = `${kind} ${item}`;
		const duplicateProblem = seenItems.has(name) ? ['listed twice'] : [];
		seenItems.add(name);
		const part = /^later(?:: (.*))?$/.exec(test);
		const testProblem = part
			? PARTS.includes(part[1] ?? '')
				? undefined
				: `'later' names one of: ${PARTS.join(', ')}`
			: checkTestReference(root, test);
		return [...duplicateProblem, ...(testProblem ? [testProblem] : [])].map((problem) => `docs/coverage.tsv: ${name}: ${problem}`);
	});
	const laterCount = rows.filter(({ test }) => test.startsWith('later')).length;
	if (laterCount > allowedCount)
		problems.push(`docs/coverage.tsv: ${laterCount} items are missing, at most ${allowedCount} are allowed; the number may only fall`);
	if (laterCount < allowedCount)
		problems.push(`docs/coverage.tsv: ${laterCount} items are missing: lower LATER in scripts/check/coverage.ts from ${allowedCount}`);
	return problems;
}

function checkTestReference(root: string, test: string): string | undefined {
	const [file = '', ...rest] = test.split('#');
	const words = rest.join('#');
	if (!file || !existsSync(join(root, file))) return `the test ${file || '(none)'} does not exist`;
	if (!words) return `${file} names no test: add # and part of its title`;
	return extractTitles(readFileSync(join(root, file), 'utf8')).some((title) => title.includes(words))
		? undefined
		: `${file} has no test named '${words}'`;
}

function readCoverageRows(root: string): CoverageRow[] {
	return readFileSync(join(root, 'docs/coverage.tsv'), 'utf8')
		.split('\n')
		.filter((line) => line && !line.startsWith('#'))
		.map((line) => {
			const [kind = '', item = '', test = ''] = line.split('\t');
			return { kind, item, test };
		});
}

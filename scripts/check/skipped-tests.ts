/**
 * Finds skipped tests. A test may be skipped only with a reason: unit tests by `itWhere`, whose title says what is absent, browser tests by
 * `test.skip(condition, 'why')`. `npm test` lists both at its end. Any other way to skip tests, also through an alias, is an error.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const IT_WHERE_FILE = 'packages/domain/src/testing/it-where.ts';
const SKIP_METHODS = '(?:skip|only|todo|fixme|skipIf|runIf|fails)';
const RUNNERS = '(?:it|test|describe|suite)';
const SKIP_PATTERNS = [
	// Called or assigned: `it.skip(...)`, `test.describe.only`, `const later = test.skip`.
	new RegExp(`\\b${RUNNERS}(?:\\.\\w+)*\\.${SKIP_METHODS}\\b`, 'g'),
	new RegExp(`\\b${RUNNERS}\\[\\s*['"]${SKIP_METHODS}['"]`, 'g'),
	new RegExp(`\\{[^{}]*\\b${SKIP_METHODS}\\b[^{}]*\\}\\s*=\\s*${RUNNERS}\\b`, 'g'),
	// The context of a running test: `({ skip }) =>`, `context.skip(...)`.
	new RegExp(`\\b${RUNNERS}\\(\\s*(?:'[^']*'|"[^"]*"|\`[^\`]*\`)\\s*,\\s*(?:async\\s*)?\\(\\{[^}]*\\bskip\\b`, 'g'),
	/\b(?:context|ctx)\.skip\s*\(/g,
	/\b(?:xit|xtest|xdescribe|fit|fdescribe)\s*\(/g,
];
/** Arguments that are a condition and a reason, which Playwright reports. */
const REASON_ARGUMENTS = /^\(\s*[^\s,'"`(][^,'"`]*,\s*['"`]/;

export function checkSkippedTests(root: string, files: readonly string[]): string[] {
	return files.flatMap((file) => {
		if (file === IT_WHERE_FILE || !/\.(?:test|test-d|spec)\.tsx?$|\/testing\/|^e2e\//.test(file)) return [];
		const text = readFileSync(join(root, file), 'utf8');
		return SKIP_PATTERNS.flatMap((pattern) =>
			[...text.matchAll(pattern)].flatMap(({ 0: match, index }) =>
				file.startsWith('e2e/') && match === 'test.skip' && REASON_ARGUMENTS.test(text.slice(index + match.length))
					? []
					: [`${file}:${text.slice(0, index).split('\n').length}: a skipped test without a reason (${match.slice(0, 40)})`],
			),
		);
	});
}

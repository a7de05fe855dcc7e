/**
 * Finds skipped tests. A test may be skipped only with a reason: unit tests by `itWhere`, whose title says what is absent, browser tests by
 * `test.skip(condition, 'why')`. `npm test` lists both at its end. Any other way to skip tests, also through an alias, is an error.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const ALOUD = 'packages/domain/src/testing/it-where.ts';
const WAYS = '(?:skip|only|todo|fixme|skipIf|runIf|fails)';
const RUNNERS = '(?:it|test|describe|suite)';
const IDLE = [
	// Called or assigned: `it.skip(...)`, `test.describe.only`, `const later = test.skip`.
	new RegExp(`\\b${RUNNERS}(?:\\.\\w+)*\\.${WAYS}\\b`, 'g'),
	new RegExp(`\\b${RUNNERS}\\[\\s*['"]${WAYS}['"]`, 'g'),
	new RegExp(`\\{[^{}]*\\b${WAYS}\\b[^{}]*\\}\\s*=\\s*${RUNNERS}\\b`, 'g'),
	// The context of a running test: `({ skip }) =>`, `context.skip(...)`.
	new RegExp(`\\b${RUNNERS}\\(\\s*(?:'[^']*'|"[^"]*"|\`[^\`]*\`)\\s*,\\s*(?:async\\s*)?\\(\\{[^}]*\\bskip\\b`, 'g'),
	/\b(?:context|ctx)\.skip\s*\(/g,
	/\b(?:xit|xtest|xdescribe|fit|fdescribe)\s*\(/g,
];
/** Arguments that are a condition and a reason, which Playwright reports. */
const WITH_REASON = /^\(\s*[^\s,'"`(][^,'"`]*,\s*['"`]/;

export function checkSkippedTests(root: string, files: readonly string[]): string[] {
	return files.flatMap((file) => {
		if (file === ALOUD || !/\.(?:test|test-d|spec)\.tsx?$|\/testing\/|^e2e\//.test(file)) return [];
		const text = readFileSync(join(root, file), 'utf8');
		return IDLE.flatMap((pattern) =>
			[...text.matchAll(pattern)].flatMap(({ 0: found, index }) =>
				file.startsWith('e2e/') && found === 'test.skip' && WITH_REASON.test(text.slice(index + found.length))
					? []
					: [`${file}:${text.slice(0, index).split('\n').length}: a skipped test without a reason (${found.slice(0, 40)})`],
			),
		);
	});
}

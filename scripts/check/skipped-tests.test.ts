import { describe, expect, it } from 'vitest';
import { checkSkippedTests } from './skipped-tests.ts';
import { problemsIn } from './testing/fixture-project.ts';

function idle(text: string, file = 'packages/domain/src/a.test.ts'): string[] {
	return problemsIn({ [file]: text }, checkSkippedTests);
}

/** Assembled here so that the check does not find them in this file. */
function texts(...lines: string[]): string[] {
	return lines.map((line) => line.replaceAll('~', ''));
}

describe('check: skipped tests', () => {
	it.each(
		texts(
			"it.sk~ip('a', () => {});",
			"it.on~ly('a', () => {});",
			"test.to~do('a');",
			"describe.sk~ip('a', () => {});",
			"it.sk~ipIf(absent)('a', () => {});",
			"it.ru~nIf(present)('a', () => {});",
			"describe.ru~nIf(present)('a', () => {});",
			"it.concurrent.on~ly('a', () => {});",
			"it.sk~ip.each([1])('a', () => {});",
			"test.describe.fi~xme('a', () => {});",
			'const later = present ? test : test.sk~ip;',
			'const { sk~ip } = it;',
			"it['sk~ip']('a', () => {});",
			"it('a', ({ sk~ip }) => sk~ip());",
			"it('a', (context) => { context.sk~ip(); });",
			"x~it('a', () => {});",
		),
	)('fails on %s', (line) => {
		expect(idle(line).length).toBeGreaterThan(0);
		expect(idle(line, 'e2e/tests/a.spec.ts').length).toBeGreaterThan(0);
	});

	it('passes tests that run, and those that are left out aloud', () => {
		expect(idle("it('a', () => {});\nit.each([1])('b %i', () => {});\nitWhere(present, 'data')('c', () => {});\npages.skip(2);")).toEqual(
			[],
		);
		const [aloud = '', silent = '', never = ''] = texts(
			"test.sk~ip(!present, 'absent: data');",
			'test.sk~ip(!present);',
			"test.sk~ip('a', async () => {});",
		);
		expect(idle(aloud, 'e2e/tests/a.spec.ts')).toEqual([]);
		expect(idle(silent, 'e2e/tests/a.spec.ts')).toHaveLength(1);
		expect(idle(never, 'e2e/tests/a.spec.ts')).toHaveLength(1);
		expect(idle(aloud)).toHaveLength(1);
	});
});

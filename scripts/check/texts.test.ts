import { describe, expect, it } from 'vitest';
import { problemsIn } from './testing/fixture-project.ts';
import { checkTexts } from './texts.ts';

function problemsOf(file: string, text: string): string[] {
	return problemsIn({ [file]: text }, checkTexts);
}

describe('check: texts', () => {
	it.each([
		[
			'a field, its values and its name in a statement',
			`const { license } = user; ask('license'); type A = User['license']; sql(\`set license = \${license}\`);`,
		],
		['a field that a text names', "say('license: none'); say('/api/users?sort_by=license&max=1');\n/** `license` is what was granted. */"],
		['a message of the specification', "const words = { locked: 'You need update your license', change: 'change license' };"],
		['what is licensed', "say('It is licensed under Apache-2.0.');"],
	])('passes over %s', (_, text) => {
		expect(problemsOf('packages/web/src/a.ts', text)).toEqual([]);
	});

	it('passes over code, and names that are not ours, in pages', () => {
		expect(
			problemsOf('docs/a.md', 'The Apache License, in [LICENSE](LICENSE). `license` is a field.\n```json\n{ "a": "a license" }\n```\n'),
		).toEqual([]);
	});

	it.each([
		['packages/web/src/a.ts', "\nsay('It is outside your license.');", 2, 'license'],
		['packages/web/src/a.ts', `say(\`Your \${name} license ends.\`);`, 1, 'license'],
		['packages/web/src/a.tsx', 'export const A = () => <p>No license</p>;', 1, 'license'],
		['packages/web/src/a.ts', "const label = 'License';", 1, 'License'],
		['packages/web/src/features/a/words.ts', "export const words = { kind: 'license' };", 1, 'license'],
		['packages/server/src/a.ts', '/** Gives licenses away. */', 1, 'licenses'],
		['docs/a.md', 'A page.\n\nWhat your license opens.\n', 3, 'license'],
	])('fails on the other name in strings, templates, elements, labels, words, comments and pages: %s %s', (file, text, line, word) => {
		expect(problemsOf(file, text)).toEqual([`${file}:${line}: '${word}' is called 'licence', see docs/glossary.md`]);
	});
});

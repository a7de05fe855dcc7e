// biome-ignore-all lint/suspicious/noTemplateCurlyInString: sources that are read as text
import { describe, expect, it } from 'vitest';
import { namesIn } from '../../../../scripts/languages/icu.ts';
import { readMessages } from '../../../../scripts/languages/messages.ts';
import { PLURAL_RULES_ID, translateSource } from './translate.ts';

const FILE = 'packages/web/src/features/a/words.ts';

function keysOf(code: string, file = FILE): string[] {
	return readMessages(file, code)
		.messages.filter(({ isText }) => isText)
		.map(({ key }) => key);
}

/** The result of a module after translation; `$plural` is German's. */
async function run(code: string, catalogue: Record<string, string>): Promise<Record<string, unknown>> {
	const rules = `const $plural = (n) => new Intl.PluralRules('de').select(n);`;
	const text = translateSource('packages/web/src/features/a/words.js', code, catalogue).replace(
		`import { $plural } from '${PLURAL_RULES_ID}';`,
		rules,
	);
	return import(`data:text/javascript,${encodeURIComponent(text)}`);
}

describe('texts of a source', () => {
	it('are ICU messages that name what they show', () => {
		expect(
			keysOf(
				"export const words = { a: 'Plain', b: (n: number, who: string) => `${formatCount(n)} of ${who.name}`, c: `${1 + 1} times` };",
			),
		).toEqual(['Plain', '{n} of {name}', '{value} times']);
	});

	it('hold their choices, so that a translator sees the whole sentence', () => {
		expect(keysOf("export const a = (n: number, old: boolean) => `${n} ${n === 1 ? 'row' : 'rows'}${old ? ', old' : ''}`;")).toEqual([
			'{n} {n, plural, =1 {row} other {rows}}{old, select, true {, old} other {}}',
		]);
	});

	it('are no names of files, fields, types or values', () => {
		expect(
			keysOf(
				"import { a } from './some file.ts';\nexport const f = (x: 'some type') => (x === 'some value' ? css['some class'] : { 'some key': 1 });",
			),
		).toEqual([]);
	});

	it('distinguish two things of one name, and quote braces', () => {
		expect(keysOf('export const a = `${f(n)} and ${g(n)} {here}`;')).toEqual(["{n} and {n2} '{'here'}'"]);
		expect(namesIn("{n} and {n2} '{'here'}'").shown).toEqual(new Set(['n', 'n2']));
	});
});

describe('a source in another language', () => {
	it('says its texts in the other words, in another order', async () => {
		const { a } = await run('export const a = (from, to) => `from ${from} to ${wide(to)}`;\nconst wide = (n) => n.toFixed(1);', {
			'from {from} to {to}': 'bis {to} ab {from}',
		});
		expect((a as (from: string, to: number) => string)('x', 2)).toBe('bis 2.0 ab x');
	});

	it('counts as its language does, and keeps how numbers are written', async () => {
		const { a } = await run(
			"const two = (n) => String(n).padStart(2, '0');\nexport const a = (n) => `${two(n)} ${n === 1 ? 'row' : 'rows'}`;",
			{ '{n} {n, plural, =1 {row} other {rows}}': '{n, plural, =0 {keine Zeile} one {# Zeile} other {# Zeilen}}' },
		);
		expect([0, 1, 2].map(a as (n: number) => string)).toEqual(['keine Zeile', '01 Zeile', '02 Zeilen']);
	});

	it('chooses where the English text does, also inside of what it shows', async () => {
		const { a } = await run(
			"export const a = (old, names) => `${old ? 'old' : 'new'}: ${names.length > 1 ? names.join(' and ') : f('one name')}`;\nconst f = (x) => x;",
			{
				'{old, select, true {old} other {new}}: {length}': '{length}: {old, select, true {alt} other {neu}}',
				' and ': ' und ',
				'one name': 'ein Name',
			},
		);
		const render = a as (old: boolean, names: string[]) => string;
		expect([render(true, ['x', 'y']), render(false, ['x'])]).toEqual(['x und y: alt', 'ein Name: neu']);
	});

	it('puts texts of elements into the language, too', () => {
		expect(
			translateSource('packages/web/src/features/a/a.tsx', 'export const A = () => <b title="Tip">\n\tSome text{n}\n</b>;', {
				Tip: 'Hinweis',
				'Some text': 'Etwas `Text`',
			}),
		).toBe('export const A = () => <b title={`Hinweis`}>\n\t{`Etwas \\`Text\\``}{n}\n</b>;');
	});

	it('is refused where a text shows what the English one does not know', () => {
		expect(() => translateSource(FILE, 'export const a = `x ${n}`;', { 'x {n}': '{m}' })).toThrow('The English text has no {m}.');
	});

	it('keeps fields and states that are called like a word of the catalogue', () => {
		const file = 'packages/web/src/features/a/a.tsx';
		const german = { open: 'offen', low: 'Tief', price: 'Preis' };
		const code = `const A = () => <b id="open" title="price">{(['open', 'low'] as const).map((name) => bar[name] ?? f('open', { kind: 'low' }))}</b>;`;
		expect(translateSource(file, code, german)).toBe(code.replace('title="price"', 'title={`Preis`}'));
		expect(translateSource(FILE, "export const words = { open: 'open' };", german)).toBe('export const words = { open: `offen` };');
	});

	it('stays to the letter where its catalogue is empty', () => {
		const code = "export const a = 'Text';";
		expect(translateSource(FILE, code, {})).toBe(code);
	});
});

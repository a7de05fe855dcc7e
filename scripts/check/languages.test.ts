// biome-ignore-all lint/suspicious/noTemplateCurlyInString: sources that are read as text
import { describe, expect, it } from 'vitest';
import { readImports } from './import-graph.ts';
import { checkLanguages } from './languages.ts';
import { problemsIn } from './testing/fixture-project.ts';

const SRC = 'packages/web/src';
const ENTRY = `${SRC}/routes/a.tsx`;
const WORDS = `${SRC}/features/a/words.ts`;
const GERMAN = 'packages/web/languages/de/features/a.json';

function languages(texts: Record<string, string>): string[] {
	return problemsIn(texts, (root, files) =>
		checkLanguages(
			root,
			readImports(
				root,
				files.filter((file) => /\.tsx?$/.test(file)),
			),
		),
	);
}

function languageProblems(words: string, german: Record<string, string>, more: Record<string, string> = {}): string[] {
	return languages({ [ENTRY]: "import '../features/a/words.ts';", [WORDS]: words, [GERMAN]: JSON.stringify(german), ...more });
}

const ROWS = `export const words = { rows: (n: number) => \`\${n} \${n === 1 ? 'row' : 'rows'} of \${all(n)}\` };`;
const ROWS_KEY = '{n} {n, plural, =1 {row} other {rows}} of {n2}';

describe('check: languages', () => {
	it('accepts texts that are translated into each language', () => {
		expect(languageProblems("export const words = { title: 'Title' };", { Title: 'Titel' })).toEqual([]);
		expect(languageProblems(ROWS, { [ROWS_KEY]: '{n, plural, one {# Zeile} other {# Zeilen}} von {n2}' })).toEqual([]);
	});

	it('fails on a text that a catalogue does not have, or has empty', () => {
		expect(languageProblems("export const words = { title: 'Title', more: 'More' };", { Title: 'Titel' })).toEqual([
			`${WORDS}:1: 'More' is missing in ${GERMAN}`,
		]);
		expect(languageProblems("export const words = { title: 'Title' };", { Title: ' ' })).toEqual([`${GERMAN}: 'Title' is not translated`]);
	});

	it('fails on a text of which the English one has changed, and on its old translation', () => {
		expect(languageProblems("export const words = { title: 'New title' };", { Title: 'Titel' })).toEqual([
			`${WORDS}:1: 'New title' is missing in ${GERMAN}`,
			`${GERMAN}: no text uses 'Title'`,
		]);
	});

	it('fails on a translation that shows something else than the English text', () => {
		expect(languageProblems(ROWS, { [ROWS_KEY]: '{n} Zeilen' })).toEqual([`${GERMAN}: '${ROWS_KEY}' lacks {n2}`]);
		expect(languageProblems(ROWS, { [ROWS_KEY]: '{n} Zeilen von {n2} für {who}' })).toEqual([
			`${GERMAN}: '${ROWS_KEY}' has {who}, which the English text doesn't have`,
		]);
		expect(languageProblems(ROWS, { [ROWS_KEY]: '{n, plural, one {Zeile}} von {n2}' }).join()).toContain('is not a valid ICU message');
	});

	it('fails on a text outside of the words: in an element, a control name or a label', () => {
		const page = `${SRC}/features/a/page.tsx`;
		const tsx = `export const A = () => <p title="A tip" className="two words">Some text {n}</p>;\nexport const LIST = [{ name: 'a', label: 'Label' }];`;
		const entry = { [ENTRY]: "import '../features/a/page.tsx';", [page]: tsx, [GERMAN]: '{}' };
		expect(languages(entry)).toEqual([
			`${page}:1: 'A tip' is missing in ${GERMAN}`,
			`${page}:1: 'Some text' is missing in ${GERMAN}`,
			`${page}:2: 'Label' is missing in ${GERMAN}`,
		]);
	});

	it('fails on a word beside what a template shows, and on one that is shown by itself', () => {
		const page = `${SRC}/features/a/page.tsx`;
		const found = (code: string): string[] =>
			languages({ [ENTRY]: "import '../features/a/page.tsx';", [page]: code, [GERMAN]: '{}' }).map(
				(line) => / '(.*)' is missing/.exec(line)?.[1] ?? line,
			);
		expect(found('export const a = (n: number) => `${count(n)} reports`;')).toEqual(['{n} reports']);
		expect(found('export const a = (n: number) => [`${n} ${n === 1 ? "row" : "rows"}`, `${n}${n > 1 ? "" : " alone"}`];')).toEqual([
			'{n} {n, plural, =1 {row} other {rows}}',
			'{n}{n, select, true {} other { alone}}',
		]);
		expect(found('export const a = (at: string) => `until ${at}`;')).toEqual(['until {at}']);
		expect(found("export const a = (names: string[]) => names.join(' and ');")).toEqual([' and ']);
		expect(found("export const A = () => <p>{n === 1 ? 'new' : 'old'} {more && 'more'}</p>;")).toEqual(['new', 'old', 'more']);
	});

	it('leaves alone what is put together for machines: classes, ids, addresses, units, names, values', () => {
		const page = `${SRC}/features/a/page.tsx`;
		const code = [
			"export const A = () => <i className={`${css['a']} wide`} id={`tab ${n}`} key={`row ${n}`} style={{ width: `${n}px` }}>{look('open')}</i>;",
			'export const b = [`${a} needs-script`, `${a}px ${b}px`, `11px ${font}`, `/tickers/${id}?from=${at}`, `${a} ET`, `[data-x="${a}"]`];',
			"export const c = { id: `undo ${act}`, kind: n === 1 ? 'one' : 'many' };",
			"export const D = () => <b>{kind === 'open' ? sum : none}</b>;",
			'if (!a) throw new Error(`status ${a}`);',
		].join('\n');
		expect(languages({ [ENTRY]: "import '../features/a/page.tsx';", [page]: code, [GERMAN]: '{}' })).toEqual([]);
	});

	it('asks for none of the administration, which is in the language of the sources', () => {
		const admin = {
			[`${SRC}/routes/admin.$.tsx`]: "import '../features/admin-x/a.ts';",
			[`${SRC}/features/admin-x/a.ts`]: "export const a = 'Two words';",
		};
		expect(languageProblems("import '../admin-x/a.ts';\nexport const words = { title: 'Title' };", { Title: 'Titel' }, admin)).toEqual([]);
	});

	it('asks for no text that no translated page has', () => {
		expect(
			languageProblems(
				"export const words = { title: 'Title' };",
				{ Title: 'Titel' },
				{ [`${SRC}/features/b/words.ts`]: "export const b = 'Other words';" },
			),
		).toEqual([]);
	});
});

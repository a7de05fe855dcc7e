import { join, relative } from 'node:path';
import type { Plugin } from 'vite';
import { type Catalogue, catalogueOf, readCatalogue } from '../../../../scripts/languages/catalogues.ts';
import { compileMessage, PLURAL } from '../../../../scripts/languages/icu.ts';
import { readMessages } from '../../../../scripts/languages/messages.ts';

const ROOT = join(import.meta.dirname, '../../../..');

/** Virtual module that exports the plural category selector of the language. */
export const RULES = 'virtual:plural-rules';

/** Builds the pages in a language: texts from the catalogues replace the English ones before any other transform. */
export function translate(language: string): Plugin {
	return {
		name: 'translate',
		enforce: 'pre',
		resolveId: (id) => (id === RULES ? `\0${RULES}` : undefined),
		load: (id) =>
			id === `\0${RULES}`
				? `const rules = new Intl.PluralRules('${language}');\nexport const ${PLURAL} = (n) => rules.select(n);`
				: undefined,
		transform: (code, id) => {
			const other = id.includes('?') ? code : translated(ROOT, relative(ROOT, id).replaceAll('\\', '/'), code, language);
			return other === code ? undefined : { code: other, map: null };
		},
	};
}

/** Replaces the texts of a source with those of a catalogue. Throws if a translation uses an argument that the English text lacks. */
export function inWordsOf(file: string, code: string, catalogue: Catalogue): string {
	if (Object.keys(catalogue).length === 0) return code;
	const other = readMessages(file, code, (key, args) => {
		const text = catalogue[key];
		return text === undefined ? undefined : compileMessage(text, args);
	}).code;
	return other.includes(PLURAL) ? `import { ${PLURAL} } from '${RULES}';${other}` : other;
}

/** Translates a source; `file` is its path from the root, with forward slashes. */
function translated(root: string, file: string, code: string, language: string): string {
	const name = catalogueOf(file);
	return name === undefined ? code : inWordsOf(file, code, readCatalogue(root, language, name));
}

import { join, relative } from 'node:path';
import type { Plugin } from 'vite';
import { type Catalogue, catalogueOf, readCatalogue } from '../../../../scripts/languages/catalogues.ts';
import { compileMessage, PLURAL } from '../../../../scripts/languages/icu.ts';
import { readMessages } from '../../../../scripts/languages/messages.ts';

const ROOT = join(import.meta.dirname, '../../../..');

/** Virtual module that exports the language's plural rules. */
export const PLURAL_RULES_ID = 'virtual:plural-rules';

/** Builds the pages in a language. Texts from the catalogues replace the English texts before any other transform. */
export function translate(language: string): Plugin {
	return {
		name: 'translate',
		enforce: 'pre',
		resolveId: (id) => (id === PLURAL_RULES_ID ? `\0${PLURAL_RULES_ID}` : undefined),
		load: (id) =>
			id === `\0${PLURAL_RULES_ID}`
				? `const rules = new Intl.PluralRules('${language}');\nexport const ${PLURAL} = (n) => rules.select(n);`
				: undefined,
		transform: (code, id) => {
			const translatedCode = id.includes('?') ? code : translateFile(ROOT, relative(ROOT, id).replaceAll('\\', '/'), code, language);
			return translatedCode === code ? undefined : { code: translatedCode, map: null };
		},
	};
}

/** Replaces the texts of a source with a catalogue's. Throws if a translation uses an argument that the English text lacks. */
export function translateSource(file: string, code: string, catalogue: Catalogue): string {
	if (Object.keys(catalogue).length === 0) return code;
	const translatedCode = readMessages(file, code, (key, args) => {
		const text = catalogue[key];
		return text === undefined ? undefined : compileMessage(text, args);
	}).code;
	return translatedCode.includes(PLURAL) ? `import { ${PLURAL} } from '${PLURAL_RULES_ID}';${translatedCode}` : translatedCode;
}

/** Translates a source. `file`: its path from the root, with forward slashes. */
function translateFile(root: string, file: string, code: string, language: string): string {
	const name = catalogueOf(file);
	return name === undefined ? code : translateSource(file, code, readCatalogue(root, language, name));
}

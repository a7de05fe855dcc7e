import { type Catalogue, catalogueOf, readCatalogue } from './catalogues.ts';
import { compileMessage, PLURAL } from './icu.ts';
import { readMessages } from './messages.ts';

/** Module that exports the plural category selector. */
export const RULES = 'virtual:plural-rules';

/** A source with its texts translated by a catalogue. Throws if a text cannot be written: it counts or shows what the English one does not have. */
export function inWordsOf(file: string, code: string, catalogue: Catalogue): string {
	if (Object.keys(catalogue).length === 0) return code;
	const other = readMessages(file, code, (key, args) => {
		const text = catalogue[key];
		return text === undefined ? undefined : compileMessage(text, args);
	}).code;
	return other.includes(PLURAL) ? `import { ${PLURAL} } from '${RULES}';${other}` : other;
}

/** A source of the pages in another language; `file` is its path from the root. */
export function translated(root: string, file: string, code: string, language: string): string {
	const name = catalogueOf(file);
	return name === undefined ? code : inWordsOf(file, code, readCatalogue(root, language, name));
}

import { join, relative } from 'node:path';
import type { Plugin } from 'vite';
import { PLURAL } from '../../../../scripts/languages/icu.ts';
import { RULES, translated } from '../../../../scripts/languages/translated.ts';

const ROOT = join(import.meta.dirname, '../../../..');

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

import { addressIn, type Language } from '@sw/domain/outreach/languages';
import { LANGUAGE } from '../../lib/language.ts';

/** Points the links of a page without a framework to pages in its language; API calls and files stay unchanged. */
export function localizeLinks(html: string, language: Language = LANGUAGE): string {
	return html.replace(
		/<a ([^>]*)href="(\/(?!api\/)[^"]*)"/g,
		(_, before: string, address: string) => `<a ${before}href="${addressIn(language, address)}"`,
	);
}

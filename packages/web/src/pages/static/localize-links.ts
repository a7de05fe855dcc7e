import { addressInLanguage, type Language } from '@sw/domain/outreach/languages';
import { sitePath } from '../../lib/address/site-path.ts';
import { LANGUAGE } from '../../lib/language.ts';

/** Changes the links of a page without a framework to pages in its language. Links to API calls and files stay unchanged. */
export function localizeLinks(html: string, language: Language = LANGUAGE): string {
	const home = sitePath('');
	return html.replace(/<a ([^>]*)href="(\/[^"]*)"/g, (link: string, before: string, address: string) => {
		const path = address.startsWith(`${home}/`) ? address.slice(home.length) : address;
		return path.startsWith('/api/') ? link : `<a ${before}href="${addressInLanguage(language, path)}"`;
	});
}

import { addressInLanguage, type Language } from '@sw/domain/outreach/languages';
import { sitePath } from '../../lib/address/site-path.ts';
import { LANGUAGE } from '../../lib/language.ts';

/** Changes the links of a page without a framework to pages in its language. Links to API calls and files stay unchanged. */
export function localizeLinks(html: string, language: Language = LANGUAGE): string {
	const home = sitePath('');
	return html.replace(/<a ([^>]*)href="(\/[^"]*)"/g, (link: string, attributes: string, href: string) => {
		const path = href.startsWith(`${home}/`) ? href.slice(home.length) : href;
		return path.startsWith('/api/') ? link : `<a ${attributes}href="${addressInLanguage(language, path)}"`;
	});
}

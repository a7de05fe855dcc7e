/** Languages of the pages; the first is English, whose addresses have no prefix. */
export const LANGUAGES = [
	{ code: 'en', own: 'English', mark: '' },
	{ code: 'de', own: 'Deutsch', mark: '/de' },
] as const;
export type Language = (typeof LANGUAGES)[number]['code'];

export const SOURCE_LANGUAGE: Language = LANGUAGES[0].code;

/** The address of a page in a language: '/faq' becomes '/de/faq', '/' becomes '/de'. `address` may include a query. */
export function addressIn(language: Language, address: string): string {
	const mark = LANGUAGES.find(({ code }) => code === language)?.mark ?? '';
	if (mark === '') return address;
	return /^\/(?=$|[?#])/.test(address) ? `${mark}${address.slice(1)}` : `${mark}${address}`;
}

/** The language of an address, and the address without its prefix: '/de/faq' is '/faq' in German. */
export function languageOf(address: string): { language: Language; address: string } {
	const found = LANGUAGES.find(({ mark }) => mark !== '' && address.startsWith(mark) && /^(?:$|[/?#])/.test(address.slice(mark.length)));
	if (!found) return { language: SOURCE_LANGUAGE, address };
	const rest = address.slice(found.mark.length);
	return { language: found.code, address: rest.startsWith('/') ? rest : `/${rest}` };
}

/** Cookie with the application's language: the account's for signed-in readers, otherwise the one last chosen. */
export const LANGUAGE_COOKIE = 'language';

const OPERATORS = /^\/admin(?:\/|$)/;

/** The language of an application page, from its path and the cookie. The administration is in English only. */
export function applicationLanguage(path: string, cookie: string | undefined): Language {
	return (OPERATORS.test(path) ? undefined : LANGUAGES.find(({ code }) => code === cookie)?.code) ?? SOURCE_LANGUAGE;
}

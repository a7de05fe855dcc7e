/** Languages of the pages; the first is that of the sources, and its addresses carry no mark. */
export const LANGUAGES = [
	{ code: 'en', own: 'English', mark: '' },
	{ code: 'de', own: 'Deutsch', mark: '/de' },
] as const;
export type Language = (typeof LANGUAGES)[number]['code'];

export const SOURCE_LANGUAGE: Language = LANGUAGES[0].code;

/** The address of a page in a language: '/faq' is '/de/faq', '/' is '/de'. `address` may carry a query. */
export const addressIn = (language: Language, address: string): string => {
	const mark = LANGUAGES.find(({ code }) => code === language)?.mark ?? '';
	if (mark === '') return address;
	return /^\/(?=$|[?#])/.test(address) ? `${mark}${address.slice(1)}` : `${mark}${address}`;
};

/** Which language an address asks for, and the address without its mark: '/de/faq' is '/faq' in German. */
export const languageOf = (address: string): { language: Language; address: string } => {
	const found = LANGUAGES.find(({ mark }) => mark !== '' && address.startsWith(mark) && /^(?:$|[/?#])/.test(address.slice(mark.length)));
	if (!found) return { language: SOURCE_LANGUAGE, address };
	const rest = address.slice(found.mark.length);
	return { language: found.code, address: rest.startsWith('/') ? rest : `/${rest}` };
};

/** Cookie that says which language the application speaks: the account's for who is signed in, else the one that was chosen last. */
export const LANGUAGE_COOKIE = 'language';

const OPERATORS = /^\/admin(?:\/|$)/;

/** The language of a page of the application, by its path and the value of the cookie. The administration is in that of the sources alone. */
export const applicationLanguage = (path: string, cookie: string | undefined): Language =>
	(OPERATORS.test(path) ? undefined : LANGUAGES.find(({ code }) => code === cookie)?.code) ?? SOURCE_LANGUAGE;

/** Languages of the pages: `own` is the language's name in that language, `mark` the prefix of its addresses. English must be first. */
export const LANGUAGES = [
	{ code: 'en', own: 'English', mark: '' },
	{ code: 'de', own: 'Deutsch', mark: '/de' },
] as const;
export type Language = (typeof LANGUAGES)[number]['code'];

export const SOURCE_LANGUAGE: Language = LANGUAGES[0].code;

/** Returns the address of a page in a language: '/faq' -> '/de/faq', '/' -> '/de'. `address` can include a query and a fragment. */
export function addressInLanguage(language: Language, address: string): string {
	const mark = LANGUAGES.find(({ code }) => code === language)?.mark ?? '';
	if (mark === '') return address;
	return /^\/(?=$|[?#])/.test(address) ? `${mark}${address.slice(1)}` : `${mark}${address}`;
}

/** Splits an address into language and plain address: '/de/faq' -> German and '/faq'. */
export function splitLanguage(address: string): { language: Language; address: string } {
	const match = LANGUAGES.find(({ mark }) => mark !== '' && address.startsWith(mark) && /^(?:$|[/?#])/.test(address.slice(mark.length)));
	if (!match) return { language: SOURCE_LANGUAGE, address };
	const rest = address.slice(match.mark.length);
	return { language: match.code, address: rest.startsWith('/') ? rest : `/${rest}` };
}

/** Cookie with the application's language: the account's language for signed-in readers, otherwise the last choice. */
export const LANGUAGE_COOKIE = 'language';

const ADMIN_PATH = /^\/admin(?:\/|$)/;

/** Returns the language of an application page, from the path and the cookie's value. Administration pages exist only in English. */
export function applicationLanguage(path: string, cookie: string | undefined): Language {
	return (ADMIN_PATH.test(path) ? undefined : LANGUAGES.find(({ code }) => code === cookie)?.code) ?? SOURCE_LANGUAGE;
}

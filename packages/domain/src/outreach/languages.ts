/** Languages of the pages: `native` is the language's name in that language, `prefix` the beginning of its addresses. English must be first. */
export const LANGUAGES = [
	{ code: 'en', native: 'English', prefix: '' },
	{ code: 'de', native: 'Deutsch', prefix: '/de' },
] as const;
export type Language = (typeof LANGUAGES)[number]['code'];

export const SOURCE_LANGUAGE: Language = LANGUAGES[0].code;

/** Returns the address of a page in a language: '/faq' -> '/de/faq', '/' -> '/de'. `address` can include a query and a fragment. */
export function addressInLanguage(language: Language, address: string): string {
	const prefix = LANGUAGES.find(({ code }) => code === language)?.prefix ?? '';
	if (prefix === '') return address;
	return /^\/(?=$|[?#])/.test(address) ? `${prefix}${address.slice(1)}` : `${prefix}${address}`;
}

/** Splits an address into language and plain address: '/de/faq' -> German and '/faq'. */
export function splitLanguage(address: string): { language: Language; address: string } {
	const match = LANGUAGES.find(
		({ prefix }) => prefix !== '' && address.startsWith(prefix) && /^(?:$|[/?#])/.test(address.slice(prefix.length)),
	);
	if (!match) return { language: SOURCE_LANGUAGE, address };
	const plainAddress = address.slice(match.prefix.length);
	return { language: match.code, address: plainAddress.startsWith('/') ? plainAddress : `/${plainAddress}` };
}

/** Cookie with the application's language: the account's language for signed-in readers, otherwise the last choice. */
export const LANGUAGE_COOKIE = 'language';

const ADMIN_PATH = /^\/admin(?:\/|$)/;

/** Returns the language of an application page, from the path and the cookie's value. Administration pages exist only in English. */
export function applicationLanguage(path: string, cookie: string | undefined): Language {
	return (ADMIN_PATH.test(path) ? undefined : LANGUAGES.find(({ code }) => code === cookie)?.code) ?? SOURCE_LANGUAGE;
}

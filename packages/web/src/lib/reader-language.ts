import { applicationLanguage, LANGUAGE_COOKIE, type Language } from '@sw/domain/outreach/languages';
import { LANGUAGE } from './language.ts';
import { cookieText, readCookie } from './storage/cookies.ts';

/** Whether a path is shown in another language than this build's, so that a full page load is needed. */
export function needsOtherLanguage(path: string): boolean {
	return !import.meta.env.DEV && applicationLanguage(path, readCookie(document.cookie, LANGUAGE_COOKIE)) !== LANGUAGE;
}

/** Changes the language and reloads this page. */
export function chooseLanguage(language: Language): void {
	// biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in Firefox and answers later than the next navigation.
	document.cookie = cookieText(LANGUAGE_COOKIE, language, location.protocol === 'https:');
	location.reload();
}

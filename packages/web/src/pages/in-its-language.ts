import { addressIn, type Language } from '@sw/domain/outreach/languages';
import { LANGUAGE } from '../lib/language.ts';

/** Leads the links of a page without framework to pages of its language; to calls and files of the API as they are. */
export const inItsLanguage = (html: string, language: Language = LANGUAGE): string =>
	html.replace(
		/<a ([^>]*)href="(\/(?!api\/)[^"]*)"/g,
		(_, before: string, address: string) => `<a ${before}href="${addressIn(language, address)}"`,
	);

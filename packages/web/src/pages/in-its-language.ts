import { SOURCE_LANGUAGE } from '@sw/domain/outreach/languages';
import { isInEveryLanguage } from '@sw/domain/outreach/translated-pages';
import { here } from '../lib/here.ts';

/** Leads the links of a page to pages of its language, and says of the others, which are the application's, which language they speak. */
export const inItsLanguage = (html: string): string =>
	html.replace(/<a ([^>]*)href="(\/[^"]*)"/g, (_, before: string, address: string) =>
		isInEveryLanguage(address.split(/[?#]/)[0] ?? '/')
			? `<a ${before}href="${here(address)}"`
			: `<a ${before}href="${address}" hreflang="${SOURCE_LANGUAGE}"`,
	);

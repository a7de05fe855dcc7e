import { addressInLanguage } from '@sw/domain/outreach/languages';
import { LANGUAGE } from './language.ts';

/** Returns a page's path in the language of the build. Only for pages without a framework. */
export function localPath(path: string): string {
	return addressInLanguage(LANGUAGE, path);
}

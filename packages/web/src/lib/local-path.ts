import { addressInLanguage } from '@sw/domain/outreach/languages';
import { LANGUAGE } from './language.ts';

/** Returns the path of a page without a framework, in the language of the build. */
export function localPath(path: string): string {
	return addressInLanguage(LANGUAGE, path);
}

import { addressIn } from '@sw/domain/outreach/languages';
import { LANGUAGE } from './language.ts';

/** The address of a page without framework in the language of the pages. */
export const here = (path: string): string => addressIn(LANGUAGE, path);

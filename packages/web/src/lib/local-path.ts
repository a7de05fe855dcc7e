import { addressIn } from '@sw/domain/outreach/languages';
import { LANGUAGE } from './language.ts';

/** The address of a page without a framework in the language of the build. */
export const localPath = (path: string): string => addressIn(LANGUAGE, path);

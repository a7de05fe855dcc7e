import { LANGUAGE } from './language.ts';

/** The script that all pages load for features besides their content; `plugins/manners.ts` builds it. */
export const MANNERS = LANGUAGE === 'en' ? '/manners.js' : `/manners-${LANGUAGE}.js`;

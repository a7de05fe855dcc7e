import { LANGUAGE } from './language.ts';

/** The script that both kinds of pages load for what they do besides their content; `plugins/manners.ts` builds it. */
export const MANNERS = LANGUAGE === 'en' ? '/manners.js' : `/manners-${LANGUAGE}.js`;

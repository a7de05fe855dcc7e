import { LANGUAGE } from './language.ts';

/** The script that all pages load for features besides their content; `plugins/manners.ts` builds it. */
export const CONSENT_SCRIPT = LANGUAGE === 'en' ? '/manners.js' : `/manners-${LANGUAGE}.js`;

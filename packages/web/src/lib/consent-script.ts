import { LANGUAGE } from './language.ts';

/** The script that all pages load for features besides their content; `plugins/consent-script.ts` builds it. */
export const CONSENT_SCRIPT = LANGUAGE === 'en' ? '/site.js' : `/site-${LANGUAGE}.js`;

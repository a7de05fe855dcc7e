import { LANGUAGE } from './language.ts';

/** The script for consent and the installable app. All pages load it. Built by `plugins/consent-script.ts`. */
export const CONSENT_SCRIPT = LANGUAGE === 'en' ? '/site.js' : `/site-${LANGUAGE}.js`;

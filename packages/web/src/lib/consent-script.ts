import { LANGUAGE } from './language.ts';

/** The script for consent and the installable app, which all pages load. Built by `plugins/consent-script.ts`. */
export const CONSENT_SCRIPT = LANGUAGE === 'en' ? '/site.js' : `/site-${LANGUAGE}.js`;

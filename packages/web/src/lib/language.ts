import type { Language } from '@sw/domain/outreach/languages';

/** The language of the build; for translations, its catalogue overrides this. */
export const LANGUAGE: Language = 'en' as Language;

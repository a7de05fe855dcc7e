import type { Language } from '@sw/domain/outreach/languages';

/** The language of the build. Builds of other languages replace it from their catalogue. */
export const LANGUAGE: Language = 'en' as Language;

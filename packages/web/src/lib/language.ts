import type { Language } from '@sw/domain/outreach/languages';

/** The language that the pages are built in: where they are built in another, the catalogue of this folder says so. */
export const LANGUAGE: Language = 'en' as Language;

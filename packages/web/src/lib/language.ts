import type { Language } from '@sw/domain/outreach/languages';

/** The language that the pages are built in: where they are built in another, the catalogue of this folder says so. */
export const LANGUAGE: Language = 'en' as Language;

/** A name in the middle of a sentence; in German it keeps its capital. */
export const inSentence = (name: string): string => (LANGUAGE === 'de' ? name : name.toLowerCase());
